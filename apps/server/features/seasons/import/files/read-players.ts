import path from "node:path";
import { LINES, type Line } from "@first-bounce/rules/player";
import type { CsvRow } from "../csv/csv-row.ts";
import { readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { type KnownIds, parseOwnId, parseProviderId, parseReference } from "./read-fixture.ts";
import type { ImportedPlayer } from "./season-data.ts";

/** Values that mean an unknown birthday, including the zero date of MySQL in two formats. */
const UNKNOWN_BIRTHDAYS = ["", "NA", "0000-00-00", "-0001-11-30"];

const COLUMNS = ["id", "first_name", "last_name", "squad_id", "position"];

/**
 * Reads players.csv, whose players are in the pool from round 1 at `round1_price`, and signings.csv, whose players join
 * from `from_round` at `opening_price`. An empty price is the floor price. `provider_id` is the stats provider's id; it
 * may be empty.
 */
export async function readPlayers(folder: string, squads: KnownIds, rounds: KnownIds, problems: ProblemList) {
	const seenIds: SeenIds = { lineById: new Map(), lineByProviderId: new Map() };
	const read = async (file: string, columns: readonly string[], isRequired: boolean) =>
		readTable(path.join(folder, file), () => [...COLUMNS, ...columns], problems, { isRequired });
	const table = await read("players.csv", ["round1_price"], true);
	const signings = await read("signings.csv", ["from_round", "opening_price"], false);
	const players = [
		...(table?.rows ?? []).map((row) => parsePlayer(row, "round1_price", seenIds, squads, () => 1)),
		...(signings?.rows ?? []).map((row) =>
			parsePlayer(row, "opening_price", seenIds, squads, () => parseReference(row, "from_round", "round", rounds)),
		),
	];
	return {
		players: players.filter((player) => player !== null),
		ids: table && new Set(seenIds.lineById.keys()),
		hasSignings: signings !== null,
	};
}

/** Line numbers by the id on them, to find duplicates. */
interface SeenIds {
	readonly lineById: Map<number, number>;
	readonly lineByProviderId: Map<string, number>;
}

function parsePlayer(
	row: CsvRow,
	priceColumn: string,
	seenIds: SeenIds,
	squads: KnownIds,
	readFromRound: () => number | null,
): ImportedPlayer | null {
	const id = parseOwnId(row, "id", seenIds.lineById);
	const lastName = row.readText("last_name");
	const squadId = parseReference(row, "squad_id", "squad", squads);
	const positions = parsePositions(row);
	const birthday = UNKNOWN_BIRTHDAYS.includes(row.readRaw("birthday")) ? "" : row.readDate("birthday");
	const price = row.readRaw(priceColumn) === "" ? "" : row.readPrice(priceColumn);
	const fromRound = readFromRound();
	const providerId = parseProviderId(row, seenIds.lineByProviderId);
	if (id === null || lastName === null || squadId === null || positions === null) return null;
	if (birthday === null || price === null || fromRound === null || providerId === undefined) return null;
	return {
		id,
		firstName: row.readRaw("first_name"),
		lastName,
		squadId,
		positions,
		birthday: birthday || null,
		fromRound,
		openingPrice: price || null,
		providerId,
	};
}

/** Parses one to three positions such as `MID/FWD` and orders them as DEF, MID, RUC, FWD. */
function parsePositions(row: CsvRow): readonly Line[] | null {
	const words = row.readRaw("position").split(/[\s/|;]+/);
	const unknown = words.find((word) => !LINES.some((line) => line === word));
	if (unknown !== undefined) return row.reportProblem(`unknown position (${row.readRaw("position") || "empty"})`);
	const positions = LINES.filter((line) => words.includes(line));
	return positions.length === words.length && words.length <= 3
		? positions
		: row.reportProblem(`position does not name one to three different lines (${row.readRaw("position")})`);
}
