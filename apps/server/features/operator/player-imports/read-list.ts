import { isEmptyCell, isEmptyName, splitTable } from "@first-bounce/contract/operator/text-table";

const COLUMNS = ["id", "player", "firstName", "lastName", "birthday", "club", "status", "injury", "return"] as const;
export type ListColumn = (typeof COLUMNS)[number];

const NAME_COLUMNS: readonly ListColumn[] = ["player", "firstName", "lastName"];

/** The names of columns as clubs, leagues and fitzRoy write them, in lower case with single spaces. */
const COLUMN_NAMES: Readonly<Record<ListColumn, readonly string[]>> = {
	id: ["id", "player id", "playerid", "provider id", "providerid"],
	player: ["player", "name", "player name"],
	firstName: ["first name", "firstname", "given name"],
	lastName: ["last name", "lastname", "surname", "family name"],
	birthday: ["birthday", "date of birth", "dob", "born"],
	club: ["club", "team", "squad"],
	status: ["status", "availability"],
	injury: ["injury", "reason", "details", "note", "notes"],
	return: ["return", "expected return", "estimated return", "est return", "est. return", "returns", "timeline"],
};

export interface ListedPlayer {
	readonly line: number;
	/** The cells of the line as text, for display. */
	readonly text: string;
	readonly cells: Readonly<Record<ListColumn, string>>;
	/** The club's name in its column, or in the heading above the table. */
	readonly club: string;
}

export interface PlayerList {
	readonly players: readonly ListedPlayer[];
	/** Lines that are neither players nor headings. */
	readonly otherLines: readonly { readonly line: number; readonly text: string }[];
}

const findColumn = (cell: string): ListColumn | undefined => {
	const name = cell
		.toLowerCase()
		.replaceAll(/[\s_-]+/g, " ")
		.trim();
	return COLUMNS.find((column) => COLUMN_NAMES[column].includes(name));
};

/**
 * Returns the index of each known column if the row is a header: it has a column for the player's name or id, and at
 * least one other known column.
 */
function readHeader(record: readonly string[]): ReadonlyMap<ListColumn, number> | null {
	const indexes = new Map<ListColumn, number>();
	for (const [index, cell] of record.entries()) {
		const column = findColumn(cell);
		if (column && !indexes.has(column)) indexes.set(column, index);
	}
	const hasPlayer = indexes.has("player") || indexes.has("id") || indexes.has("lastName");
	return hasPlayer && indexes.size > 1 ? indexes : null;
}

/**
 * Reads players from text that was pasted from a web page or spreadsheet, or uploaded as CSV. It may have several tables,
 * each with a header, and with the club's name above it. Returns null if there is no header.
 */
export function readPlayerList(text: string, isClub: (text: string) => boolean): PlayerList | null {
	let header: ReadonlyMap<ListColumn, number> | null = null;
	let heading = "";
	const players: ListedPlayer[] = [];
	const otherLines: { line: number; text: string }[] = [];
	for (const { line, cells: record } of splitTable(text).rows) {
		const filledCells = record.filter((cell) => cell !== "");
		const [firstCell] = filledCells;
		if (firstCell === undefined) continue;
		const newHeader = readHeader(record);
		if (newHeader) header = newHeader;
		else if (filledCells.length === 1 && isClub(firstCell)) heading = firstCell;
		else if (header && filledCells.length > 1) {
			const indexes = header;
			const getCell = (column: ListColumn) => {
				const text = record[indexes.get(column) ?? -1] ?? "";
				const isEmpty = NAME_COLUMNS.includes(column) ? isEmptyName(text) : isEmptyCell(text);
				return isEmpty ? "" : text;
			};
			const cells = Object.fromEntries(COLUMNS.map((column) => [column, getCell(column)])) as Record<
				ListColumn,
				string
			>;
			players.push({ line, text: filledCells.join(" · "), cells, club: cells.club || heading });
		} else otherLines.push({ line, text: filledCells.join(" · ") });
	}
	return header && { players, otherLines };
}
