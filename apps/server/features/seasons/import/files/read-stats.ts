import path from "node:path";
import { createIdLookup, parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import { createSimilarPlayerFinder, simplifyName } from "@first-bounce/contract/operator/player-names";
import { MAX_COUNT } from "@first-bounce/contract/operator/stats";
import { isEmptyCell } from "@first-bounce/contract/operator/text-table";
import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import { mapStats, STAT_KEYS, STATS, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import { type ClubHistory, getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { CsvRow } from "../csv/csv-row.ts";
import { type HasColumn, readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { createMatchFinder, createSquadFinder, type Fixture } from "./find-match.ts";
import type { KnownIds } from "./read-fixture.ts";
import type { ImportedPlayer, ImportedStats } from "./season-data.ts";
import { getStatColumns, listRequiredColumns, type StatColumns } from "./stat-columns.ts";

/** A row of an unknown player, which is reported and skipped. */
export interface SkippedStatRow {
	readonly file: string;
	readonly line: number;
	readonly playerId: number;
	/** Empty if the file has no names. */
	readonly name: string;
	/** The player with the most similar name. */
	readonly similar: { readonly id: number; readonly name: string } | null;
}

/** Formats who the player of a skipped row is, and who she could be. */
export function formatSkippedPlayer({ playerId, name, similar }: SkippedStatRow): string {
	const hints = [...(name === "" ? [] : [name]), ...(similar ? [`perhaps ${similar.name}, id ${similar.id}`] : [])];
	return hints.length === 0 ? `player ${playerId}` : `player ${playerId} (${hints.join("; ")})`;
}

/** Name columns of stats.csv, where they are optional, and of the R package fitzRoy, whose columns differ by version. */
const NAME_COLUMNS = [
	["first_name", "last_name"],
	["player.givenName", "player.surname"],
	["player.player.player.givenName", "player.player.player.surname"],
] as const;

function readName(row: CsvRow): string {
	const names = NAME_COLUMNS.map((columns) => columns.map((column) => row.readRaw(column)).join(" "));
	return names.find((name) => name.trim() !== "")?.trim() ?? "";
}

type StatsPlayer = Pick<ImportedPlayer, "id" | "firstName" | "lastName" | "providerId"> & ClubHistory;

/** Whether a player was in one of the two clubs of a match. */
const isInEitherClub = (
	player: StatsPlayer,
	{ roundId, homeSquadId, awaySquadId }: Fixture["matches"][number],
): boolean => [homeSquadId, awaySquadId].includes(getSquadInRound(player, roundId));

export interface StatsContext extends Fixture {
	readonly players: readonly StatsPlayer[];
	/** Null if players.csv could not be read: then no player is reported as unknown. */
	readonly playerIds: KnownIds;
	/** Keys of further stats that the season scores. They are also the names of their columns. */
	readonly otherStats: readonly string[];
	/** Ids of the matches whose stats are stored, which the file can leave out. */
	readonly matchesWithStats?: ReadonlySet<number>;
}

/**
 * What a row says. An id with a problem or of nobody is null. `stats` is null for such a row, and for a player who did not
 * play.
 */
export interface StatRow {
	readonly row: CsvRow;
	readonly matchId: MatchId | null;
	readonly playerId: PlayerId | null;
	readonly stats: ImportedStats | null;
	/** Keys of the stats that could not be read; they are 0 in `stats`. */
	readonly unread: readonly string[];
}

/** Reads a file with the columns of stats.csv or of fitzRoy, with one row per player and match. */
export async function readStats(file: string, context: StatsContext, problems: ProblemList, isRequired: boolean) {
	const listColumns = (hasColumn: HasColumn) => [
		...listRequiredColumns(hasColumn, context.otherStats),
		getStatColumns(hasColumn).timeOnGround,
	];
	const hasNoStats = ({ id, homeScore }: Fixture["matches"][number]) =>
		homeScore !== null && !context.matchesWithStats?.has(id);
	const played = context.matches.find(hasNoStats);
	const reason = played
		? `, but match ${played.id} has a result (matches.csv:${played.line}): leave home_score and away_score empty until it is played`
		: "";
	const table = await readTable(file, listColumns, problems, { isRequired, missing: `is missing${reason}` });
	if (!table) return { stats: [], skippedRows: [] };
	const reader = new StatsReader(context, table.hasColumn);
	const rows = table.rows.map((row) => reader.read(row));
	const firstLines = new Map<string, number>();
	for (const { row, matchId, playerId } of rows) {
		if (matchId === null || playerId === null) continue;
		const key = `${matchId} ${playerId}`;
		const firstLine = firstLines.get(key);
		if (firstLine === undefined) firstLines.set(key, row.line);
		else row.reportProblem(formatSecondRow(playerId, matchId, firstLine));
	}
	const matchesWithRows = new Set(rows.map(({ matchId }) => matchId));
	for (const { id, homeScore, line } of context.matches) {
		const hasStats = matchesWithRows.has(id) || context.matchesWithStats?.has(id);
		if (homeScore !== null && !hasStats)
			problems.add("matches.csv", line, `match ${id} has a result but no rows in ${path.basename(file)}`);
	}
	return { stats: rows.flatMap(({ stats }) => stats ?? []), skippedRows: reader.skippedRows };
}

export const formatSecondRow = (playerId: PlayerId, matchId: MatchId, firstLine: number): string =>
	`player ${playerId} has two rows in match ${matchId} (first on line ${firstLine})`;

/** Reads the rows of a stats file. */
export class StatsReader {
	readonly skippedRows: SkippedStatRow[] = [];
	readonly #context: StatsContext;
	readonly #columns: StatColumns;
	readonly #findMatchId: (row: CsvRow) => number | null;
	readonly #findSquadIds: (row: CsvRow) => readonly SquadId[];
	readonly #findPlayers: (text: string) => readonly StatsPlayer[];
	readonly #playerById: ReadonlyMap<PlayerId, StatsPlayer>;
	readonly #matches: ReadonlyMap<number, StatsContext["matches"][number]>;
	readonly #readTimeOnGround: (row: CsvRow, column: string) => number | null;
	#findSimilar: ((name: string) => { readonly id: number; readonly name: string }[]) | null = null;

	/** @param readTimeOnGround returns a percentage; null if it cannot be read */
	constructor(
		context: StatsContext,
		hasColumn: HasColumn,
		readTimeOnGround = (row: CsvRow, column: string) => row.readPercentage(column),
	) {
		this.#context = context;
		this.#columns = getStatColumns(hasColumn);
		this.#findMatchId = createMatchFinder(context, this.#columns);
		this.#findSquadIds = createSquadFinder(context.squads, this.#columns.squad);
		this.#findPlayers = createIdLookup(context.players);
		this.#playerById = new Map(context.players.map((player) => [player.id, player]));
		this.#matches = new Map(context.matches.map((match) => [match.id, match]));
		this.#readTimeOnGround = readTimeOnGround;
	}

	read(row: CsvRow): StatRow {
		const matchId = this.#readMatchId(row);
		const playerId = this.#readPlayerId(row, matchId);
		const withoutStats = { row, matchId, playerId, stats: null, unread: [] };
		const isUnknown = playerId !== null && !(this.#context.playerIds?.has(playerId) ?? true);
		// A row of an unknown match is reported already.
		if (isUnknown && matchId !== null) this.#skip(row, playerId);
		if (isUnknown) return { ...withoutStats, playerId: null };
		if (this.#didNotPlay(row)) return withoutStats;
		const { line, unread } = this.#readLine(row);
		if (matchId === null || playerId === null) return withoutStats;
		const squadId = this.#readSquadId(row, matchId, playerId);
		return squadId === null ? withoutStats : { ...withoutStats, stats: { matchId, playerId, squadId, line }, unread };
	}

	#skip(row: CsvRow, playerId: number): void {
		const name = readName(row);
		this.#findSimilar ??= createSimilarPlayerFinder(
			this.#context.players.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
		);
		const [similar = null] = this.#findSimilar(name);
		this.skippedRows.push({ file: row.file, line: row.line, playerId, name, similar });
	}

	#readMatchId(row: CsvRow): number | null {
		const { match, source } = this.#columns;
		const id = this.#findMatchId(row);
		if (id === null) return row.reportProblem(`unknown match ${row.readRaw(match) || "(empty)"} in ${match}`);
		if (source === "fitzRoy") return id;
		const roundId = this.#matches.get(id)?.roundId;
		const text = row.readOptional("round_id");
		if (text === "" || roundId === undefined || row.readNumber("round_id") === roundId) return id;
		return row.reportProblem(`match ${id} is in round ${roundId}, not ${text}`);
	}

	#readPlayerId(row: CsvRow, matchId: number | null): number | null {
		const { player } = this.#columns;
		const text = row.readRaw(player);
		const [found, ...others] = this.#findPlayers(text);
		if (found && others.length === 0) return found.id;
		if (found) return this.#choosePlayerId(row, matchId, [found, ...others]);
		const number = parseIdNumber(text);
		if (number !== null && number > 0) return number;
		const name = readName(row);
		const problem = isEmptyCell(text) ? `${player} is empty` : `${player} is not an id (${text})`;
		return row.reportProblem(name === "" ? problem : `${problem}: ${name}`);
	}

	/** Chooses between players when a number is the own id of one and the provider's id of another: by own id, name or club. */
	#choosePlayerId(row: CsvRow, matchId: number | null, players: readonly StatsPlayer[]): number | null {
		const { player, source } = this.#columns;
		const match = matchId === null ? undefined : this.#matches.get(matchId);
		const name = simplifyName(readName(row));
		const ownIds = source === "fitzRoy" ? this.#findPlayers(row.readRaw("player_id")).map(({ id }) => id) : [];
		const choices = [
			players.filter(({ id }) => id === ownIds[0]),
			players.filter(({ firstName, lastName }) => simplifyName(`${firstName} ${lastName}`) === name),
			// stats.csv has the season's own ids, so the player with this own id, who comes first, is meant.
			source === "fitzRoy"
				? players.filter((candidate) => match && isInEitherClub(candidate, match))
				: players.slice(0, 1),
		];
		const [chosen] = choices.find(({ length }) => length === 1) ?? [];
		if (chosen) return chosen.id;
		const names = players.map(({ id, firstName, lastName }) => `${firstName} ${lastName}, id ${id}`);
		return row.reportProblem(`${player} ${row.readRaw(player)} can be ${names.join(" or ")}`);
	}

	/** Reads the club for which a player played: hers, with a problem, if the row has none of the match. */
	#readSquadId(row: CsvRow, matchId: number, playerId: number): number | null {
		const { source, squad } = this.#columns;
		const match = this.#matches.get(matchId);
		const sides = match ? [match.homeSquadId, match.awaySquadId] : [];
		const squadIds = this.#findSquadIds(row);
		const player = this.#playerById.get(playerId);
		const own = player && match && getSquadInRound(player, match.roundId);
		const isOfMatch = (id: SquadId | undefined): id is SquadId => sides.some((side) => side === id);
		const squadId = squadIds.find(isOfMatch);
		if (squadId !== undefined) return squadId;
		const ownOfMatch = isOfMatch(own) ? own : null;
		if (source === "fitzRoy") {
			if (ownOfMatch !== null || !match) return ownOfMatch;
			return row.reportProblem(`player ${playerId} is in neither squad of match ${matchId}`);
		}
		const [known] = squadIds;
		const id = known ?? row.readId(squad);
		if (id === null) return ownOfMatch;
		if (!match || isOfMatch(id)) return id;
		row.reportProblem(known ? `squad ${known} does not play in match ${matchId}` : `unknown squad ${id} in ${squad}`);
		return ownOfMatch;
	}

	/** R writes NA for every count of a player who did not take the field. */
	#didNotPlay(row: CsvRow): boolean {
		return STAT_KEYS.every((key) => isEmptyCell(row.readRaw(this.#columns.counts[key])));
	}

	#readLine(row: CsvRow): { readonly line: StatLine; readonly unread: readonly string[] } {
		const { counts, timeOnGround } = this.#columns;
		const unread: string[] = [];
		const read = (key: string, column: string): number => {
			const count = row.readCount(column, MAX_COUNT);
			if (count === null) unread.push(key);
			return count ?? 0;
		};
		const isMissing = (key: StatKey) => STATS[key].isOptional && isEmptyCell(row.readRaw(counts[key]));
		const own = mapStats((key) => (isMissing(key) ? 0 : read(key, counts[key])));
		const other = Object.fromEntries(this.#context.otherStats.map((key) => [key, read(key, key)]));
		const TOG = this.#readTimeOnGround(row, timeOnGround);
		if (TOG === null) unread.push("TOG");
		return { line: { ...own, TOG: TOG ?? 0, other }, unread };
	}
}
