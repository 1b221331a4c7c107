import path from "node:path";
import { isTimeZone, seasonName, squadAbbreviation, venue as venueSchema } from "@first-bounce/contract/fields";
import { MAX_MATCH_SCORE } from "@first-bounce/contract/operator/season";
import { DAY_MS } from "@first-bounce/rules/durations";
import { MAX_START_LEAD_MS } from "@first-bounce/rules/season-changes/change-limits";
import type { CsvRow } from "../csv/csv-row.ts";
import { readTable } from "../csv/csv-table.ts";
import { ProblemList } from "../csv/problem-list.ts";
import { findTimeZoneOfGround } from "./ground-zones.ts";
import type { ImportedMatch, ImportedSquad } from "./season-data.ts";

/** Ids that other files can refer to; null when the file is unreadable, so that its problem is reported once. */
export type KnownIds = ReadonlySet<number> | null;

/** Parses the row's id and adds it to `lineById`; a second row with the same id is a problem. */
export function parseOwnId(row: CsvRow, column: string, lineById: Map<number, number>): number | null {
	const id = row.readId(column);
	if (id === null) return null;
	const first = lineById.get(id);
	if (first !== undefined) return row.reportProblem(`${column} ${id} is a duplicate (first on line ${first})`);
	lineById.set(id, row.line);
	return id;
}

/** Parses an id that refers to a row of another file. */
export function parseReference(row: CsvRow, column: string, noun: string, knownIds: KnownIds): number | null {
	const id = row.readId(column);
	if (id === null || knownIds === null || knownIds.has(id)) return id;
	return row.reportProblem(`unknown ${noun} ${id} in ${column}`);
}

/**
 * Parses the optional column `provider_id`, the stats provider's id: null if it is empty, undefined if it is a
 * duplicate, which is reported.
 */
export function parseProviderId(row: CsvRow, lineById: Map<string, number>): string | null | undefined {
	const providerId = row.readOptional("provider_id");
	if (providerId === "") return null;
	const first = lineById.get(providerId);
	if (first !== undefined)
		return row.reportProblem(`provider_id ${providerId} is a duplicate (first on line ${first})`) ?? undefined;
	lineById.set(providerId, row.line);
	return providerId;
}

/** Reads squads.csv: id, name, abbreviation and an optional `provider_id`. */
export async function readSquads(folder: string, problems: ProblemList) {
	const table = await readTable(path.join(folder, "squads.csv"), () => ["id", "name", "abbreviation"], problems);
	const lineById = new Map<number, number>();
	const abbreviations = new Set<string>();
	const lineByProviderId = new Map<string, number>();
	const squads = (table?.rows ?? []).map((row): ImportedSquad | null => {
		const id = parseOwnId(row, "id", lineById);
		const name = row.readField("name", seasonName);
		const abbreviation = row.readField("abbreviation", squadAbbreviation);
		if (abbreviation === null) return null;
		if (abbreviations.has(abbreviation)) return row.reportProblem(`abbreviation ${abbreviation} is a duplicate`);
		abbreviations.add(abbreviation);
		const providerId = parseProviderId(row, lineByProviderId);
		if (id === null || name === null || providerId === undefined) return null;
		return { id, name, abbreviation, providerId };
	});
	return { squads: squads.filter((squad) => squad !== null), ids: table && new Set(lineById.keys()) };
}

/** Far more rounds than a season has. A higher number is a typo, or a spreadsheet's day. */
const MAX_ROUND_ID = 99;

/** Reads rounds.csv: id, name, finals. Finals are not part of the fantasy season. */
export async function readRounds(folder: string, problems: ProblemList) {
	const table = await readTable(path.join(folder, "rounds.csv"), () => ["id", "finals"], problems);
	const lineById = new Map<number, number>();
	const homeAndAwayRounds = (table?.rows ?? []).flatMap((row) => {
		const id = parseOwnId(row, "id", lineById);
		if (id !== null && id > MAX_ROUND_ID) row.reportProblem(`id ${id} is not the number of a round`);
		const isFinal = row.readFlag("finals");
		return id === null || isFinal !== false ? [] : [id];
	});
	return { homeAndAwayRounds: homeAndAwayRounds.toSorted((a, b) => a - b), ids: table && new Set(lineById.keys()) };
}

/** Reads the names of the finals rounds of a valid folder, with how many matches each has. */
export async function readFinals(folder: string): Promise<{ readonly name: string; readonly matches: number }[]> {
	const problems = new ProblemList();
	const rounds = await readTable(path.join(folder, "rounds.csv"), () => ["id", "name", "finals"], problems);
	const matches = await readTable(path.join(folder, "matches.csv"), () => ["round_id"], problems);
	return (rounds?.rows ?? [])
		.filter((row) => row.readFlag("finals"))
		.map((row) => ({
			name: row.readRaw("name"),
			matches: (matches?.rows ?? []).filter((match) => match.readRaw("round_id") === row.readRaw("id")).length,
		}));
}

export type ParsedMatch = ImportedMatch & { readonly line: number };

const MATCH_COLUMNS = ["id", "round_id", "home_squad_id", "away_squad_id", "start_utc", "home_score", "away_score"];

/**
 * Reads matches.csv, including finals. Scores are empty until there is a result. `provider_id` and `time_zone` are
 * optional; the time zone of a known ground is the default.
 */
export async function readMatches(folder: string, squads: KnownIds, rounds: KnownIds, problems: ProblemList) {
	const table = await readTable(path.join(folder, "matches.csv"), () => MATCH_COLUMNS, problems);
	const lineById = new Map<number, number>();
	const lineByProviderId = new Map<string, number>();
	const matches = (table?.rows ?? []).map((row): ParsedMatch | null => {
		const id = parseOwnId(row, "id", lineById);
		const roundId = parseReference(row, "round_id", "round", rounds);
		const homeSquadId = parseReference(row, "home_squad_id", "squad", squads);
		const awaySquadId = parseReference(row, "away_squad_id", "squad", squads);
		const startsAt = row.readInstant("start_utc");
		const scores = parseScores(row);
		if (homeSquadId !== null && homeSquadId === awaySquadId)
			return row.reportProblem(`squad ${homeSquadId} meets itself`);
		if (id === null || roundId === null || homeSquadId === null || awaySquadId === null) return null;
		if (startsAt === null || scores === null) return null;
		const [homeScore, awayScore] = scores;
		const providerId = parseProviderId(row, lineByProviderId);
		if (providerId === undefined) return null;
		const venue = row.readField("venue", venueSchema);
		const zone = row.readOptional("time_zone");
		if (zone !== "" && !isTimeZone(zone))
			return row.reportProblem(`time_zone is not a zone such as Australia/Perth (${zone})`);
		if (venue === null) return null;
		const timeZone = zone || findTimeZoneOfGround(venue);
		const sides = { homeSquadId, awaySquadId, homeScore, awayScore };
		return { id, roundId, ...sides, startsAt, venue, timeZone, providerId, line: row.line };
	});
	const parsedMatches = matches.filter((match) => match !== null);
	reportFarStarts(parsedMatches, table?.rows ?? []);
	reportRepeatedMatches(parsedMatches, problems);
	return { matches: parsedMatches, ids: table && new Set(lineById.keys()) };
}

/** Reports starts that are probably a typo in the year. */
function reportFarStarts(matches: readonly ParsedMatch[], rows: readonly CsvRow[]): void {
	const starts = matches.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b);
	const middle = starts[Math.floor((starts.length - 1) / 2)] ?? 0;
	for (const { startsAt, line } of matches) {
		if (Math.abs(startsAt - middle) <= MAX_START_LEAD_MS) continue;
		const row = rows.find((candidate) => candidate.line === line);
		row?.reportProblem(`start_utc is more than a year from the season's other matches (${row.readRaw("start_utc")})`);
	}
}

/** Formats the two clubs of a match, the same whichever plays at home. */
export const formatClubs = ({ homeSquadId, awaySquadId }: Pick<ImportedMatch, "homeSquadId" | "awaySquadId">): string =>
	[homeSquadId, awaySquadId].toSorted().join();

/** Reports a second match of two clubs within a day: the same match under another id. */
function reportRepeatedMatches(matches: readonly ParsedMatch[], problems: ProblemList): void {
	for (const [index, match] of matches.entries()) {
		const isSame = (other: ParsedMatch) =>
			formatClubs(other) === formatClubs(match) && Math.abs(other.startsAt - match.startsAt) < DAY_MS;
		const first = matches.slice(0, index).find(isSame);
		if (!first) continue;
		const message = `squads ${match.homeSquadId} and ${match.awaySquadId} meet within a day in match ${first.id} too (line ${first.line})`;
		problems.add("matches.csv", match.line, message);
	}
}

function parseScores(row: CsvRow): readonly [number | null, number | null] | null {
	if (row.readOptional("home_score") === "" && row.readOptional("away_score") === "") return [null, null];
	const home = row.readCount("home_score", MAX_MATCH_SCORE);
	const away = row.readCount("away_score", MAX_MATCH_SCORE);
	return home === null || away === null ? null : [home, away];
}
