import { createSimilarPlayerFinder } from "@first-bounce/contract/operator/player-names";
import { MAX_COUNT } from "@first-bounce/contract/operator/stats";
import { isEmptyCell } from "@first-bounce/contract/operator/text-table";
import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import { mapStats, STAT_KEYS, STATS, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { CsvRow } from "../csv/csv-row.ts";
import type { HasColumn } from "../csv/csv-table.ts";
import { createMatchFinder, createSquadFinder, type Fixture } from "./find-match.ts";
import { createPlayerFinder, formatName, readName, type StatsPlayer } from "./find-player.ts";
import type { KnownIds, ParsedMatch } from "./read-fixture.ts";
import type { ImportedStats } from "./season-data.ts";
import { getStatColumns, type StatColumns } from "./stat-columns.ts";

interface SimilarPlayer {
	readonly id: number;
	readonly name: string;
}

/** A row of an unknown player, which is reported and skipped. */
export interface SkippedStatRow {
	readonly file: string;
	readonly line: number;
	readonly playerId: number;
	/** Empty if the file has no names. */
	readonly name: string;
	/** The player with the most similar name. */
	readonly similar: SimilarPlayer | null;
}

/** Formats who the player of a skipped row is, and who she could be. */
export function formatSkippedPlayer({ playerId, name, similar }: SkippedStatRow): string {
	const hints = [...(name === "" ? [] : [name]), ...(similar ? [`perhaps ${similar.name}, id ${similar.id}`] : [])];
	return hints.length === 0 ? `player ${playerId}` : `player ${playerId} (${hints.join("; ")})`;
}

export const formatSecondRow = (playerId: PlayerId, matchId: MatchId, firstLine: number): string =>
	`player ${playerId} has two rows in match ${matchId} (first on line ${firstLine})`;

/** The season that rows of stats refer to. */
export interface StatsContext extends Fixture {
	readonly players: readonly StatsPlayer[];
	/** Null if players.csv could not be read: then no player is reported as unknown. */
	readonly playerIds: KnownIds;
	/** Keys of further stats that the season scores. They are also the names of their columns. */
	readonly otherStats: readonly string[];
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

/** Reads a percentage; null if it cannot be read. */
type ReadTimeOnGround = (row: CsvRow, column: string) => number | null;

/** Creates a reader of the rows of a stats file, which also collects the rows of unknown players. */
export function createStatsReader(
	context: StatsContext,
	hasColumn: HasColumn,
	readTimeOnGround: ReadTimeOnGround = (row, column) => row.readPercentage(column),
) {
	const { matches, players, playerIds, otherStats } = context;
	const columns = getStatColumns(hasColumn);
	const matchById = new Map(matches.map((match) => [match.id, match]));
	const readMatchId = createMatchReader(context, matchById, columns);
	const findPlayerId = createPlayerFinder(players, columns);
	const readSquadId = createSquadReader(context, columns);
	const readLine = createLineReader(columns, otherStats, readTimeOnGround);
	const skippedRows: SkippedStatRow[] = [];
	let findSimilar: ((name: string) => readonly SimilarPlayer[]) | null = null;

	const skip = (row: CsvRow, playerId: PlayerId): void => {
		const name = readName(row);
		findSimilar ??= createSimilarPlayerFinder(players.map((player) => ({ id: player.id, name: formatName(player) })));
		const [similar = null] = findSimilar(name);
		skippedRows.push({ file: row.file, line: row.line, playerId, name, similar });
	};
	const read = (row: CsvRow): StatRow => {
		const matchId = readMatchId(row);
		const match = matchId === null ? undefined : matchById.get(matchId);
		const playerId = findPlayerId(row, match);
		const withoutStats = { row, matchId, playerId, stats: null, unread: [] };
		const isUnknown = playerId !== null && !(playerIds?.has(playerId) ?? true);
		// A row of an unknown match is reported already.
		if (isUnknown && matchId !== null) skip(row, playerId);
		if (isUnknown) return { ...withoutStats, playerId: null };
		const counts = readLine(row);
		if (!counts || matchId === null || playerId === null) return withoutStats;
		const squadId = readSquadId(row, match, playerId);
		if (squadId === null) return withoutStats;
		return { ...withoutStats, stats: { matchId, playerId, squadId, line: counts.line }, unread: counts.unread };
	};
	return { read, skippedRows };
}

/** Creates a function that reads the id of a row's match; null, with a problem, if it is unknown or in another round. */
function createMatchReader(fixture: Fixture, matchById: ReadonlyMap<MatchId, ParsedMatch>, columns: StatColumns) {
	const { match: column, source } = columns;
	const findMatchId = createMatchFinder(fixture, columns);
	return (row: CsvRow): MatchId | null => {
		const id = findMatchId(row);
		if (id === null) return row.reportProblem(`unknown match ${row.readRaw(column) || "(empty)"} in ${column}`);
		if (source === "fitzRoy") return id;
		const roundId = matchById.get(id)?.roundId;
		const text = row.readOptional("round_id");
		if (text === "" || roundId === undefined || row.readNumber("round_id") === roundId) return id;
		return row.reportProblem(`match ${id} is in round ${roundId}, not ${text}`);
	};
}

/**
 * Creates a function that reads the club for which a player played: that of the row or, if it is not one of the match's, her own,
 * with a problem. Null if hers is not one of them either.
 */
function createSquadReader(
	{ squads, players }: Pick<StatsContext, "squads" | "players">,
	{ source, squad: column }: StatColumns,
) {
	const findSquadIds = createSquadFinder(squads, column);
	const playerById = new Map(players.map((player) => [player.id, player]));
	/** @param match undefined if matches.csv has a problem with it */
	return (row: CsvRow, match: ParsedMatch | undefined, playerId: PlayerId): SquadId | null => {
		const squadIds = findSquadIds(row);
		if (!match) return source === "fitzRoy" ? null : (squadIds[0] ?? row.readId(column));
		const sides: readonly SquadId[] = [match.homeSquadId, match.awaySquadId];
		const squadId = squadIds.find((id) => sides.includes(id));
		if (squadId !== undefined) return squadId;
		const player = playerById.get(playerId);
		const ownId = sides.find((id) => player && id === getSquadInRound(player, match.roundId)) ?? null;
		if (source === "fitzRoy")
			return ownId ?? row.reportProblem(`player ${playerId} is in neither squad of match ${match.id}`);
		const [knownId] = squadIds;
		const id = knownId ?? row.readId(column);
		if (id === null) return ownId;
		if (sides.includes(id)) return id;
		row.reportProblem(
			knownId ? `squad ${knownId} does not play in match ${match.id}` : `unknown squad ${id} in ${column}`,
		);
		return ownId;
	};
}

/** Creates a function that reads a row's counts; null for a player who did not take the field. */
function createLineReader(
	{ counts, timeOnGround }: StatColumns,
	otherStats: readonly string[],
	readTimeOnGround: ReadTimeOnGround,
) {
	const isEmpty = (row: CsvRow, key: StatKey): boolean => isEmptyCell(row.readRaw(counts[key]));
	return (row: CsvRow): { readonly line: StatLine; readonly unread: readonly string[] } | null => {
		// R writes NA for every count of a player who did not take the field.
		if (STAT_KEYS.every((key) => isEmpty(row, key))) return null;
		const unread: string[] = [];
		const read = (key: string, column: string): number => {
			const count = row.readCount(column, MAX_COUNT);
			if (count === null) unread.push(key);
			return count ?? 0;
		};
		const own = mapStats((key) => (STATS[key].isOptional && isEmpty(row, key) ? 0 : read(key, counts[key])));
		const other = Object.fromEntries(otherStats.map((key) => [key, read(key, key)]));
		const TOG = readTimeOnGround(row, timeOnGround);
		if (TOG === null) unread.push("TOG");
		return { line: { ...own, TOG: TOG ?? 0, other }, unread };
	};
}
