import path from "node:path";
import { createSimilarPlayerFinder } from "@first-bounce/contract/operator/player-names";
import { mapStats, STAT_KEYS, STATS, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { CsvRow } from "../csv/csv-row.ts";
import { type CsvTable, readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { createMatchFinder, type Fixture, parseTrailingNumber } from "./find-match.ts";
import type { KnownIds } from "./read-fixture.ts";
import type { ImportedPlayer, ImportedStats } from "./season-data.ts";
import { getStatColumns, listRequiredColumns, type StatColumns } from "./stat-columns.ts";

/** R writes NA for every count of a player who did not take the field, and for a column that a season lacks. */
const EMPTY_COUNTS = ["", "NA"];

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

/** Columns of the first and last name: of stats.csv, where they are optional, and of fitzRoy. */
const NAME_COLUMNS = [
	["first_name", "last_name"],
	["player.givenName", "player.surname"],
	["player.player.player.givenName", "player.player.player.surname"],
] as const;

export interface StatsContext extends Fixture {
	readonly players: readonly ImportedPlayer[];
	readonly playerIds: KnownIds;
	/** Keys of further stats that the season scores. They are also the names of their columns. */
	readonly otherStats: readonly string[];
	/** Ids of the matches whose stats are stored, which the file can leave out. */
	readonly matchesWithStats?: ReadonlySet<number>;
}

/** Reads a file with the columns of stats.csv or of fitzRoy, with one row per player and match. */
export async function readStats(file: string, context: StatsContext, problems: ProblemList, isRequired: boolean) {
	const { otherStats } = context;
	const table = await readTable(file, (header) => listRequiredColumns(header, otherStats), problems, {
		isRequired,
	});
	if (!table) return { stats: [], skippedRows: [] };
	const reader = new StatsReader(context, getStatColumns(table.columns));
	const stats = table.rows.map((row) => reader.read(row)).filter((line) => line !== null);
	reader.checkResults(path.basename(file), problems);
	return { stats, skippedRows: reader.skippedRows };
}

/** Parses the rows of a table; unlike readStats it does not require rows of every match with a result. */
export function parseStats(table: CsvTable, context: StatsContext) {
	const reader = new StatsReader(context, getStatColumns(table.columns));
	const stats = table.rows.map((row) => reader.read(row)).filter((line) => line !== null);
	return { stats, skippedRows: reader.skippedRows };
}

class StatsReader {
	readonly skippedRows: SkippedStatRow[] = [];
	readonly #context: StatsContext;
	readonly #columns: StatColumns;
	readonly #findFitzRoyMatch: (row: CsvRow) => number | null;
	readonly #players: ReadonlyMap<number, ImportedPlayer>;
	readonly #matches: ReadonlyMap<number, StatsContext["matches"][number]>;
	readonly #firstLine = new Map<string, number>();
	readonly #matchesWithRows = new Set<number>();
	#findSimilar: ((name: string) => { readonly id: number; readonly name: string }[]) | null = null;

	constructor(context: StatsContext, columns: StatColumns) {
		this.#context = context;
		this.#columns = columns;
		this.#findFitzRoyMatch = createMatchFinder(context, columns);
		this.#players = new Map(context.players.map((player) => [player.id, player]));
		this.#matches = new Map(context.matches.map((match) => [match.id, match]));
	}

	read(row: CsvRow): ImportedStats | null {
		const matchId = this.#findMatchId(row);
		const playerId = this.#findPlayerId(row);
		if (matchId !== null) this.#matchesWithRows.add(matchId);
		const isUnknown = playerId !== null && !(this.#context.playerIds?.has(playerId) ?? true);
		if (isUnknown && matchId !== null) this.#skip(row, playerId);
		if (isUnknown) return null;
		if (this.#columns.source === "fitzRoy" && this.#didNotPlay(row)) return null;
		const line = this.#readLine(row);
		if (matchId === null || playerId === null) return null;
		const squadId = this.#findSquadId(row, matchId, playerId);
		if (!this.#checkIsFirstRow(row, matchId, playerId)) return null;
		return squadId === null || line === null ? null : { matchId, playerId, squadId, line };
	}

	#skip(row: CsvRow, playerId: number): void {
		const names = NAME_COLUMNS.map((columns) => columns.map((column) => row.readRaw(column)).join(" "));
		const name = names.find((name) => name.trim() !== "")?.trim() ?? "";
		this.#findSimilar ??= createSimilarPlayerFinder(
			this.#context.players.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
		);
		const [similar = null] = this.#findSimilar(name);
		this.skippedRows.push({ file: row.file, line: row.line, playerId, name, similar });
	}

	/** Reports matches with a result but no stats. */
	checkResults(statsFile: string, problems: ProblemList): void {
		for (const { id, homeScore, line } of this.#context.matches) {
			const isKnown = this.#matchesWithRows.has(id) || this.#context.matchesWithStats?.has(id);
			if (homeScore === null || isKnown) continue;
			problems.add("matches.csv", line, `match ${id} has a result but no rows in ${statsFile}`);
		}
	}

	#findMatchId(row: CsvRow): number | null {
		if (this.#columns.source === "fitzRoy") {
			const { match } = this.#columns;
			return (
				this.#findFitzRoyMatch(row) ?? row.reportProblem(`unknown match ${row.readRaw(match) || "(empty)"} in ${match}`)
			);
		}
		const id = row.readId(this.#columns.match);
		const { matchIds } = this.#context;
		if (id === null || matchIds === null) return id;
		if (!matchIds.has(id)) return row.reportProblem(`unknown match ${id} in ${this.#columns.match}`);
		const roundId = this.#matches.get(id)?.roundId;
		const text = row.readRaw("round_id");
		if (text === "" || roundId === undefined || Number(text) === roundId) return id;
		return row.reportProblem(`match ${id} is in round ${roundId}, not ${text}`);
	}

	#findPlayerId(row: CsvRow): number | null {
		const { source, player } = this.#columns;
		if (source !== "fitzRoy") return row.readId(player);
		return (
			parseTrailingNumber(row.readRaw(player)) ?? row.reportProblem(`${player} is not an id (${row.readRaw(player)})`)
		);
	}

	#findSquadId(row: CsvRow, matchId: number, playerId: number): number | null {
		const { source, squad } = this.#columns;
		const match = this.#matches.get(matchId);
		const sides = match ? [match.homeSquadId, match.awaySquadId] : [];
		if (source === "fitzRoy") {
			const candidates = [
				this.#context.squadNames.get(row.readRaw("team.name")),
				parseTrailingNumber(row.readRaw(squad)),
			];
			const player = this.#players.get(playerId);
			const ownSquad = player && match && getSquadInRound(player, match.roundId);
			const squadId = [...candidates, ownSquad].find((id) => sides.some((side) => side === id));
			return (
				squadId ?? (match ? row.reportProblem(`player ${playerId} is in neither squad of match ${matchId}`) : null)
			);
		}
		const id = row.readId(squad);
		if (id === null || !match || sides.includes(id)) return id;
		const isKnown = [...this.#context.squadNames.values()].includes(id);
		return row.reportProblem(
			isKnown ? `squad ${id} does not play in match ${matchId}` : `unknown squad ${id} in ${squad}`,
		);
	}

	#didNotPlay(row: CsvRow): boolean {
		return STAT_KEYS.every((key) => EMPTY_COUNTS.includes(row.readRaw(this.#columns.counts[key])));
	}

	#readLine(row: CsvRow): StatLine | null {
		const { counts, timeOnGround } = this.#columns;
		const isMissing = (key: StatKey) => STATS[key].isOptional && EMPTY_COUNTS.includes(row.readRaw(counts[key]));
		const readCounts = mapStats((key) => (isMissing(key) ? 0 : row.readCount(counts[key])));
		const other = Object.fromEntries(this.#context.otherStats.map((key) => [key, row.readCount(key)]));
		const TOG = row.readPercentage(timeOnGround);
		const line = { ...readCounts, TOG };
		if (Object.values({ ...line, ...other }).includes(null)) return null;
		return { ...line, other } as StatLine;
	}

	/** Remembers the row. Reports a problem and returns false if the player already has a row in the match. */
	#checkIsFirstRow(row: CsvRow, matchId: number, playerId: number): boolean {
		const key = `${matchId} ${playerId}`;
		const first = this.#firstLine.get(key);
		if (first === undefined) this.#firstLine.set(key, row.line);
		else row.reportProblem(`player ${playerId} has two rows in match ${matchId} (first on line ${first})`);
		return first === undefined;
	}
}
