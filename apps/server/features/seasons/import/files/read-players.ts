import path from "node:path";
import { seasonName } from "@first-bounce/contract/fields";
import { simplifyName } from "@first-bounce/contract/operator/player-names";
import { isEmptyName } from "@first-bounce/contract/operator/text-table";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { LINES, type Line, parsePositions } from "@first-bounce/rules/player";
import { findPriceProblem } from "@first-bounce/rules/prices/price-change";
import { findImplausibleAge, MAX_AGE_YEARS, MIN_AGE_YEARS } from "@first-bounce/rules/season-changes/change-limits";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { CsvRow } from "../csv/csv-row.ts";
import { readTable } from "../csv/csv-table.ts";
import type { ProblemList } from "../csv/problem-list.ts";
import { type KnownIds, parseOwnId, parseProviderId, parseReference } from "./read-fixture.ts";
import type { ImportedPlayer } from "./season-data.ts";

/** Values that mean an unknown birthday, including the zero date of MySQL in two formats. */
const UNKNOWN_BIRTHDAYS = ["", "0000-00-00", "-0001-11-30"];

const COLUMNS = ["id", "first_name", "last_name", "squad_id", "position"];

/** What rows of players refer to; null where it is not known, so that its problem is reported once. */
interface PlayerContext {
	readonly squads: KnownIds;
	readonly rounds: KnownIds;
	/** The rounds in which a player can join. */
	readonly openRounds: KnownIds;
	readonly rules: Pick<SeasonRules, "floorPrice" | "priceStep"> | null;
	/** When the season's first match starts. */
	readonly firstStart: SeasonTime | null;
}

/**
 * Reads players.csv, whose players are in the pool from round 1 at `round1_price`, and signings.csv, whose players join
 * from `from_round` at `opening_price`. An empty price is the floor price. `provider_id` is the stats provider's id; it
 * may be empty.
 */
export async function readPlayers(folder: string, context: PlayerContext, problems: ProblemList) {
	const seenIds: SeenIds = { lineById: new Map(), lineByProviderId: new Map(), idByPerson: new Map() };
	const read = async (file: string, columns: readonly string[], options: { readonly isRequired: boolean }) =>
		readTable(path.join(folder, file), () => [...COLUMNS, ...columns], problems, options);
	const table = await read("players.csv", ["round1_price"], { isRequired: true });
	const signings = await read("signings.csv", ["from_round", "opening_price"], { isRequired: false });
	const players = [
		...(table?.rows ?? []).map((row) => parsePlayer(row, "round1_price", seenIds, { ...context, fromRound: 1 })),
		...(signings?.rows ?? []).map((row) => {
			const fromRound = parseFromRound(row, context);
			return parsePlayer(row, "opening_price", seenIds, { ...context, fromRound });
		}),
	];
	return {
		players: players.filter((player) => player !== null),
		ids: table && new Set(seenIds.lineById.keys()),
		hasSignings: signings !== null,
	};
}

function parseFromRound(row: CsvRow, { rounds, openRounds }: PlayerContext): number | null {
	const id = parseReference(row, "from_round", "round", rounds);
	if (id === null || openRounds === null || openRounds.has(id)) return id;
	return row.reportProblem(`round ${id} in from_round is not a home-and-away round of the season`);
}

/** Line numbers by the id on them, and ids by name and birthday, to find duplicates. */
interface SeenIds {
	readonly lineById: Map<number, number>;
	readonly lineByProviderId: Map<string, number>;
	readonly idByPerson: Map<string, PlayerId>;
}

/** Reports a player who has the name and the birthday of an earlier one. Her first and last name may be the other way round. */
function reportSamePerson(row: CsvRow, { id, firstName, lastName, birthday }: ImportedPlayer, { idByPerson }: SeenIds) {
	if (birthday === null) return;
	const name = `${firstName} ${lastName}`;
	const person = [...simplifyName(name).split(" ").toSorted(), birthday].join(" ");
	const firstId = idByPerson.get(person);
	if (firstId === undefined) idByPerson.set(person, id);
	else row.reportProblem(`${name}, born ${birthday}, is listed twice (first with id ${firstId})`);
}

function parsePlayer(
	row: CsvRow,
	priceColumn: string,
	seenIds: SeenIds,
	{ squads, rules, firstStart, fromRound }: PlayerContext & { readonly fromRound: number | null },
): ImportedPlayer | null {
	const id = parseOwnId(row, "id", seenIds.lineById);
	const firstName = isEmptyName(row.readRaw("first_name")) ? "" : row.readField("first_name", seasonName);
	const lastName = row.readField("last_name", seasonName);
	const squadId = parseReference(row, "squad_id", "squad", squads);
	const positions = readPositions(row);
	const birthday = readBirthday(row, firstStart);
	const price = readPrice(row, priceColumn, rules);
	const providerId = parseProviderId(row, seenIds.lineByProviderId);
	if (id === null || firstName === null || lastName === null || squadId === null || positions === null) return null;
	if (birthday === null || price === null || fromRound === null || providerId === undefined) return null;
	const player = {
		id,
		firstName,
		lastName,
		squadId,
		positions,
		birthday: birthday || null,
		fromRound,
		openingPrice: price || null,
		providerId,
	};
	reportSamePerson(row, player, seenIds);
	return player;
}

/** Reads a birthday; empty text if it is unknown. */
function readBirthday(row: CsvRow, firstStart: SeasonTime | null): string | null {
	if (UNKNOWN_BIRTHDAYS.includes(row.readOptional("birthday"))) return "";
	const birthday = row.readDate("birthday");
	if (birthday === null || firstStart === null) return birthday;
	const problem = findImplausibleAge(birthday, firstStart);
	if (problem === null) return birthday;
	const raw = row.readRaw("birthday");
	const reading = raw === birthday ? "" : `, which is read as ${birthday}`;
	const years = problem === "too-young" ? `less than ${MIN_AGE_YEARS}` : `more than ${MAX_AGE_YEARS}`;
	return row.reportProblem(`birthday is ${years} years before the season's first match (${raw}${reading})`);
}

/** Reads a price that the console would accept too; empty text if the cell is empty. */
function readPrice(row: CsvRow, column: string, rules: PlayerContext["rules"]): number | "" | null {
	if (row.readOptional(column) === "") return "";
	const price = row.readPrice(column);
	if (price === null || rules === null) return price;
	const problem = findPriceProblem(price, rules);
	if (problem === null) return price;
	const text =
		problem === "price-below-floor"
			? `is below the floor price of ${rules.floorPrice}`
			: `is not a multiple of ${rules.priceStep}`;
	// A dot or comma between thousands may be a decimal one.
	const raw = row.readRaw(column);
	const reading = /[.,]/.test(raw) ? `, which is read as ${price}` : "";
	return row.reportProblem(`${column} ${text} (${raw}${reading})`);
}

function readPositions(row: CsvRow): readonly Line[] | null {
	const text = row.readOptional("position");
	const positions = parsePositions(text);
	if (positions) return positions;
	const words = text.toUpperCase().split(/[\s/|;,+]+/);
	return row.reportProblem(
		words.every((word) => LINES.some((line) => line === word))
			? `position does not name one to three different lines (${text})`
			: `unknown position (${text || "empty"})`,
	);
}
