import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import {
	createClubFinder,
	createSimilarPlayerFinder,
	simplifyName,
} from "@first-bounce/contract/operator/player-names";
import { isEmptyCell, parseNumber, splitTable, type TextTable } from "@first-bounce/contract/operator/text-table";
import { STAT_KEYS, STATS, type StatKey } from "@first-bounce/rules/scoring/stats";
import { COUNT_ORDER, STAT_COUNT_KEYS } from "../stat-counts.ts";

export type StatName = StatKey | "TOG";
/** The text of a player's cells; all empty if she did not play. */
export type StatCells = Readonly<Record<StatName, string>>;

type ProblemCode =
	| "noPlayer"
	| "noStats"
	| "doubledColumn"
	| "cells"
	| "unknownPlayer"
	| "misspeltPlayer"
	| "severalPlayers"
	| "otherClub"
	| "doubledPlayer"
	| "number"
	| "tooHigh";

/** A problem of a pasted line, counted from 1. */
interface PasteProblem {
	readonly line: number;
	readonly code: ProblemCode;
	readonly values: Readonly<Record<string, string | number>>;
}

interface PastedStats {
	/** The cells of each pasted player. A column that was not pasted is missing. */
	readonly cells: ReadonlyMap<number, Partial<StatCells>>;
	readonly problems: readonly PasteProblem[];
}

const MAX_SUGGESTIONS = 3;

interface GridPlayer {
	readonly playerId: number;
	readonly name: string;
	readonly squadId: number;
	/** The stats provider's id, unless it ends in the same number. */
	readonly providerId?: string | null | undefined;
}

type Club = Parameters<typeof createClubFinder>[0] extends Iterable<infer Item> ? Item : never;

/** The columns of rows without headings after the player's name. Rows may end before the optional ones. */
interface ColumnOrder {
	readonly required: readonly StatName[];
	readonly optional: readonly StatName[];
}

type Column = StatName | "player" | "id" | "first" | "last" | "club";

/** Headings by column, in lower case: the grid's own, those of a season folder's stats.csv, and fitzRoy's. */
const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
	...STAT_KEYS.flatMap((key): [string, Column][] =>
		[key, STATS[key].column, STATS[key].column.replaceAll("_", " "), STATS[key].aflName].map((heading) => [
			heading.toLowerCase(),
			key,
		]),
	),
	...["tog", "tog_percentage", "timeongroundpercentage", "tog%"].map((heading): [string, Column] => [heading, "TOG"]),
	...["player", "name"].map((heading): [string, Column] => [heading, "player"]),
	...["player_id", "id", "player.playerid", "player.player.player.playerid"].map((heading): [string, Column] => [
		heading,
		"id",
	]),
	...["first_name", "first name", "player.givenname", "player.player.player.givenname"].map(
		(heading): [string, Column] => [heading, "first"],
	),
	...["last_name", "last name", "surname", "player.surname", "player.player.player.surname"].map(
		(heading): [string, Column] => [heading, "last"],
	),
	...["club", "team", "squad", "team.name"].map((heading): [string, Column] => [heading, "club"]),
]);

const isStat = (column: Column | undefined): column is StatName => STAT_COUNT_KEYS.some((key) => key === column);

type FindById = (text: string) => readonly GridPlayer[];

/** Finds players by id, full name or last name. The name also decides whom a number means that can be two ids. */
function findPlayers(players: readonly GridPlayer[], findById: FindById, id: string, name: string) {
	const byId = findById(id);
	const simplifiedName = simplifyName(name);
	if (byId.length === 1 || (byId.length > 0 && simplifiedName === "")) return byId;
	if (simplifiedName === "") return [];
	const candidates = byId.length > 0 ? byId : players;
	const namesakes = candidates.filter((player) => simplifyName(player.name) === simplifiedName);
	return namesakes.length > 0
		? namesakes
		: candidates.filter((player) => simplifyName(player.name).endsWith(` ${simplifiedName}`));
}

const EMPTY_CELLS: Partial<StatCells> = Object.fromEntries(STAT_COUNT_KEYS.map((key) => [key, ""]));

/** Cleans a count such as `78%` or `12.0`; an invalid count is not changed. */
const parseCount = (key: StatName, text: string, table: TextTable): string => {
	if (isEmptyCell(text) || text.toLowerCase() === "dnp") return "";
	const count = parseNumber(text.replace(/%$/, ""), table);
	if (!Number.isFinite(count)) return text;
	return String(key === "TOG" ? Math.round(count) : count);
};

/** Checks the text of a cell; null if it is a valid count. */
export function findCountProblem(key: StatName, text: string): "number" | "tooHigh" | null {
	if (text === "") return null;
	if (!/^\d{1,6}$/.test(text)) return "number";
	return Number(text) > getMaxStat(key) ? "tooHigh" : null;
}

export const getMaxStat = (key: StatName): number => (key === "TOG" ? 100 : STATS[key].maxPerMatch);

/**
 * Parses rows that were copied from a spreadsheet or a CSV file. With headings the columns may be in any order, and unknown
 * ones are ignored; without them they are the player and the grid's columns in their order, and rows may end before the
 * optional stats.
 */
export function parsePastedStats(
	text: string,
	players: readonly GridPlayer[],
	clubs: Iterable<Club> = [],
	{ required, optional }: ColumnOrder = COUNT_ORDER,
): PastedStats {
	const table = splitTable(text);
	const lines = table.rows.map(({ line, cells }) => ({
		line,
		cells: cells.map((cell) => cell.replaceAll(/\s+/g, " ")),
	}));
	const [firstLine] = lines;
	if (!firstLine) return { cells: new Map(), problems: [] };
	const headings = firstLine.cells.map((heading) => COLUMNS.get(heading.toLowerCase()));
	const hasHeadings = headings.filter((column) => column !== undefined).length > 1;
	const columns: readonly (Column | undefined)[] = hasHeadings ? headings : ["player", ...required, ...optional];
	const minCells = hasHeadings ? columns.length : 1 + required.length;
	const problems: PasteProblem[] = [];
	const report = (line: number, code: ProblemCode, values: PasteProblem["values"] = {}) =>
		problems.push({ line, code, values });

	if (!columns.some((column) => column === "player" || column === "id" || column === "last"))
		report(firstLine.line, "noPlayer");
	if (!columns.some(isStat)) report(firstLine.line, "noStats");
	const doubled = columns.find((column, index) => {
		const first = column === undefined ? index : columns.indexOf(column);
		// The public stats.csv has the provider's id of a player and the season's own; the first counts.
		const isOtherId = column === "id" && firstLine.cells[first] !== firstLine.cells[index];
		return first !== index && !isOtherId;
	});
	if (doubled) report(firstLine.line, "doubledColumn", { column: doubled });
	if (problems.length > 0) return { cells: new Map(), problems };

	const findSimilar = createSimilarPlayerFinder(players);
	const findClub = createClubFinder(clubs);
	const findById = createIdLookup(players.map((player) => ({ ...player, id: player.playerId })));
	const pasted = new Map<number, Partial<StatCells>>();
	const lineByPlayer = new Map<number, number>();
	for (const { line, cells } of hasHeadings ? lines.slice(1) : lines) {
		const getCell = (column: Column) => cells[columns.indexOf(column)] ?? "";
		const expected = Math.min(Math.max(cells.length, minCells), columns.length);
		if (cells.length !== expected) {
			report(line, "cells", { count: cells.length, expected });
			continue;
		}
		const name = getCell("player") || `${getCell("first")} ${getCell("last")}`.trim();
		const clubId = findClub(getCell("club"));
		const found = findPlayers(players, findById, getCell("id"), name);
		const ofClub = found.filter(({ squadId }) => clubId === null || squadId === clubId);
		const isKnownById = found.length === 1 && findById(getCell("id")).length === 1;
		const [player, ...similarPlayers] = isKnownById ? found : ofClub;
		if (!player && found.length > 0) {
			report(line, "otherClub", { name: name || getCell("id"), club: getCell("club") });
			continue;
		}
		if (!player) {
			const similar = findSimilar(name).slice(0, MAX_SUGGESTIONS);
			const suggestions = similar.map((player) => `${player.name} (${player.playerId})`).join(", ");
			if (similar.length === 0) report(line, "unknownPlayer", { name: name || getCell("id") });
			else report(line, "misspeltPlayer", { name, players: suggestions });
			continue;
		}
		if (similarPlayers.length > 0) {
			report(line, "severalPlayers", { name: name || getCell("id") });
			continue;
		}
		const earlier = lineByPlayer.get(player.playerId);
		if (earlier !== undefined) {
			report(line, "doubledPlayer", { name: player.name, earlier });
			continue;
		}
		lineByPlayer.set(player.playerId, line);
		const stats = columns
			.slice(0, cells.length)
			.filter(isStat)
			.map((key) => [key, parseCount(key, getCell(key), table)] as const);
		for (const [key, count] of stats) {
			const problem = findCountProblem(key, count);
			if (problem) report(line, problem, { name: player.name, stat: key, text: count, max: getMaxStat(key) });
		}
		const row: Partial<StatCells> = Object.fromEntries(stats);
		// A player without any stat did not play, also if the grid has counts of optional stats that were not pasted.
		const didNotPlay = required.every((key) => row[key] === "");
		pasted.set(player.playerId, didNotPlay ? { ...EMPTY_CELLS, ...row } : row);
	}
	return { cells: pasted, problems };
}
