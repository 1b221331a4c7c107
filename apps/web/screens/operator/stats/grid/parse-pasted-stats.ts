import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import {
	createClubFinder,
	createSimilarPlayerFinder,
	simplifyName,
} from "@first-bounce/contract/operator/player-names";
import { isEmptyCell, parseNumber, splitTable, type TextTable } from "@first-bounce/contract/operator/text-table";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { COUNT_ORDER, getMaxStat, STAT_COUNT_KEYS, type StatName } from "../stat-counts.ts";

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

type Report = (line: number, code: ProblemCode, values?: PasteProblem["values"]) => void;

/** Reports columns that are missing or repeated. */
function checkColumns(
	columns: readonly (Column | undefined)[],
	first: { readonly line: number; readonly cells: readonly string[] },
	report: Report,
): void {
	if (!columns.some((column) => column === "player" || column === "id" || column === "last"))
		report(first.line, "noPlayer");
	if (!columns.some(isStat)) report(first.line, "noStats");
	const doubled = columns.find((column, index) => {
		const firstIndex = column === undefined ? index : columns.indexOf(column);
		// The public stats.csv has the provider's id of a player and the season's own; the first counts.
		const isOtherId = column === "id" && first.cells[firstIndex] !== first.cells[index];
		return firstIndex !== index && !isOtherId;
	});
	if (doubled) report(first.line, "doubledColumn", { column: doubled });
}

/** Finds the player of a line by id, name and club, and reports why there is none or more than one. */
function createPlayerFinder(players: readonly GridPlayer[], clubs: Iterable<Club>, report: Report) {
	const findSimilar = createSimilarPlayerFinder(players);
	const findClub = createClubFinder(clubs);
	const findById = createIdLookup(players.map((player) => ({ ...player, id: player.playerId })));
	return (line: number, getCell: (column: Column) => string): GridPlayer | null => {
		const [id, club] = [getCell("id"), getCell("club")];
		const name = getCell("player") || `${getCell("first")} ${getCell("last")}`.trim();
		const clubId = findClub(club);
		const found = findPlayers(players, findById, id, name);
		const isKnownById = found.length === 1 && findById(id).length === 1;
		const ofClub = isKnownById ? found : found.filter(({ squadId }) => clubId === null || squadId === clubId);
		const [player, ...others] = ofClub;
		if (player && others.length === 0) return player;
		if (player) report(line, "severalPlayers", { name: name || id });
		else if (found.length > 0) report(line, "otherClub", { name: name || id, club });
		else {
			const similar = findSimilar(name).slice(0, MAX_SUGGESTIONS);
			const suggestions = similar.map((candidate) => `${candidate.name} (${candidate.playerId})`).join(", ");
			if (similar.length === 0) report(line, "unknownPlayer", { name: name || id });
			else report(line, "misspeltPlayer", { name, players: suggestions });
		}
		return null;
	};
}

/** Cuts off the empty cells that a row has beyond its columns, as in files. */
const cutExtraCells = (cells: readonly string[], columnCount: number): readonly string[] =>
	cells.slice(columnCount).every((cell) => cell === "") ? cells.slice(0, columnCount) : cells;

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
	const pasted = new Map<number, Partial<StatCells>>();
	const problems: PasteProblem[] = [];
	if (!firstLine) return { cells: pasted, problems };
	const headings = firstLine.cells
		.slice(0, firstLine.cells.findLastIndex((heading) => heading !== "") + 1)
		.map((heading) => COLUMNS.get(heading.toLowerCase()));
	const hasHeadings = headings.filter((column) => column !== undefined).length > 1;
	const columns: readonly (Column | undefined)[] = hasHeadings ? headings : ["player", ...required, ...optional];
	const minCells = hasHeadings ? columns.length : 1 + required.length;
	const report: Report = (line, code, values = {}) => problems.push({ line, code, values });
	checkColumns(columns, firstLine, report);
	if (problems.length > 0) return { cells: pasted, problems };

	const findPlayer = createPlayerFinder(players, clubs, report);
	const lineByPlayer = new Map<number, number>();
	for (const { line, cells: allCells } of hasHeadings ? lines.slice(1) : lines) {
		const cells = cutExtraCells(allCells, columns.length);
		const getCell = (column: Column) => cells[columns.indexOf(column)] ?? "";
		const expected = Math.min(Math.max(cells.length, minCells), columns.length);
		if (cells.length !== expected) {
			report(line, "cells", { count: cells.length, expected });
			continue;
		}
		const player = findPlayer(line, getCell);
		if (!player) continue;
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
