import { NOBODY, type PlayerId, type RoundId } from "@first-bounce/rules/ids";
import type { Lineup, PlayersByLine } from "@first-bounce/rules/lineup/lineup";
import { listBenchIds, listPlayerIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import { LINES, type Line } from "@first-bounce/rules/player";
import { formatCount } from "../../../../i18n/format-count.ts";
import type { CsvRow } from "../csv/csv-row.ts";
import { readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { parseOwnId } from "./read-fixture.ts";

/** A team of one past round. */
export interface HistoricTeam {
	/** The id in the file. */
	readonly team: number;
	readonly roundId: RoundId;
	/** Every bench player is an emergency, because the file names none. */
	readonly lineup: Lineup;
	readonly file: string;
	readonly line: number;
}

export interface LineupFile {
	readonly file: string;
	readonly roundId: RoundId;
}

const SINGLE_PLAYER_COLUMNS = ["utility", "captain", "vice_captain"] as const;
const COLUMNS = ["team", ...LINES, ...LINES.map((line) => `bench_${line}`), ...SINGLE_PLAYER_COLUMNS];

/**
 * Parses a file of line-ups. Its columns are `team`, the lines with ids separated by spaces, `bench_DEF` and so on,
 * `utility`, `captain` and `vice_captain`; other columns are ignored. A team can have empty slots, but not too many players
 * or the same player twice. Neither cap nor eligibility is checked.
 *
 * @param lineByTeamId the lines of the team ids that earlier files of the same round have; the ids of this file are added
 */
export async function readLineups(
	{ file, roundId }: LineupFile,
	shape: TeamShape,
	lineByTeamId: Map<number, number>,
	problems: ProblemList,
): Promise<HistoricTeam[]> {
	const table = await readTable(file, () => COLUMNS, problems, { name: file });
	return (table?.rows ?? []).flatMap((row): HistoricTeam[] => {
		const team = parseOwnId(row, "team", lineByTeamId);
		const field = readLines(row, "", shape.field);
		const bench = readLines(row, "bench_", shape.bench);
		const [utilityId, captainId, viceCaptainId] = SINGLE_PLAYER_COLUMNS.map((column) => readPlayerId(row, column));
		if (team === null || !field || !bench) return [];
		if (utilityId == null || captainId == null || viceCaptainId == null) return [];
		const withoutEmergencies = { field, bench, utilityId, captainId, viceCaptainId, emergency: [] };
		const ids = listPlayerIds(withoutEmergencies);
		const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
		if (duplicate !== undefined) {
			row.reportProblem(`player ${duplicate} is in team ${team} twice`);
			return [];
		}
		const lineup = { ...withoutEmergencies, emergency: listBenchIds(withoutEmergencies) };
		return [{ team, roundId, lineup, file: row.file, line: row.line }];
	});
}

function readLines(row: CsvRow, prefix: string, places: Readonly<Record<Line, number>>): PlayersByLine | null {
	const lines = LINES.map((line): [Line, readonly PlayerId[] | null] => {
		const column = `${prefix}${line}`;
		const words = row.readRaw(column).split(/\s+/).filter(Boolean);
		const invalidWord = words.find((word) => !isId(word));
		if (invalidWord !== undefined)
			return [line, row.reportProblem(`${column} has something that is not an id (${invalidWord})`)];
		if (words.length > places[line]) {
			const [playerCount, placeCount] = [formatCount(words.length, "player"), formatCount(places[line], "place")];
			return [line, row.reportProblem(`${column} has ${playerCount} for ${placeCount}`)];
		}
		const empty = Array.from({ length: places[line] - words.length }, () => NOBODY);
		return [line, [...words.map(Number), ...empty]];
	});
	return lines.some(([, ids]) => ids === null) ? null : (Object.fromEntries(lines) as PlayersByLine);
}

function readPlayerId(row: CsvRow, column: string): PlayerId | null {
	const word = row.readRaw(column);
	if (word === "") return NOBODY;
	return isId(word) ? Number(word) : row.reportProblem(`${column} is not an id (${word})`);
}

/** Whether this is a whole number that fits PostgreSQL's int. */
const isId = (word: string) => /^\d{1,9}$/.test(word);
