/** A row of a table, with the number of its first line. */
export interface TextRow {
	readonly line: number;
	readonly cells: readonly string[];
}

export interface TextTable {
	readonly separator: string;
	/** All rows that have a cell with text. */
	readonly rows: readonly TextRow[];
}

/** In the order of preference; a comma may also be part of a name, a note or a number. */
const SEPARATORS = ["\t", ";", "|", ","] as const;
/** How many lines are looked at to find the separator. */
const MAX_LINES_COMPARED = 200;
/** The line in which Excel is told the separator of a file. */
const EXCEL_SEPARATOR_LINE = /^"?sep=([\t;|,])"?\n/i;

/** Finds the character that separates cells: the one that most lines have outside quotes. */
function findSeparator(text: string): string {
	const lines = text.split("\n", MAX_LINES_COMPARED).map((line) => line.replaceAll(/"[^"]*"/g, ""));
	const count = (mark: string) => lines.filter((line) => line.includes(mark)).length;
	return SEPARATORS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Finds the quote that closes the one at `start`; a doubled quote is part of the cell. */
function findClosingQuote(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
	return end;
}

/**
 * Finds the ends of the quoted cell at `start`: of its content, and of the cell. Null if no quote closes it at the end of a
 * cell, so that a lone quote costs no other cell.
 */
function findQuotedCell(text: string, start: number, separator: string) {
	const closing = findClosingQuote(text, start);
	if (closing < 0) return null;
	let end = closing + 1;
	while (text[end] === " ") end++;
	return end === text.length || text[end] === "\n" || text[end] === separator ? { closing, end } : null;
}

function splitRows(text: string, separator: string, line: number): TextRow[] {
	const rows: TextRow[] = [];
	const endPattern = new RegExp(`[\\n${separator === "|" ? "\\|" : separator}]`, "g");
	let cells: string[] = [];
	let firstLine = line;
	let currentLine = line;
	for (let at = 0; at <= text.length; at++) {
		let start = at;
		while (text[start] === " ") start++;
		const quoted = text[start] === '"' ? findQuotedCell(text, start, separator) : null;
		endPattern.lastIndex = at;
		const end = quoted?.end ?? endPattern.exec(text)?.index ?? text.length;
		const content = quoted ? text.slice(start + 1, quoted.closing).replaceAll('""', '"') : text.slice(at, end);
		cells.push(content.trim());
		if (quoted) currentLine += content.split("\n").length - 1;
		if (text[end] !== separator) {
			if (cells.some((cell) => cell !== "")) rows.push({ line: firstLine, cells });
			cells = [];
			firstLine = ++currentLine;
		}
		at = end;
	}
	return rows;
}

/**
 * Splits text into rows of trimmed cells, as files and clipboards have it: separated by tabs, semicolons, bars or commas,
 * with any line ends, with or without a byte order mark. Line ends and separators in a quoted cell belong to it.
 */
export function splitTable(text: string): TextTable {
	const unified = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
	const [separatorLine = "", stated] = EXCEL_SEPARATOR_LINE.exec(unified) ?? [];
	const content = unified.slice(separatorLine.length);
	const separator = stated ?? findSeparator(content);
	return { separator, rows: splitRows(content, separator, separatorLine === "" ? 1 : 2) };
}

const PLAIN_NUMBER = /^-?\d+(?:[.,](\d+))?(?:e[+-]?\d+)?$/i;
/** Such as 1,185,000 or 1 185 000. */
const GROUPED_NUMBER = /^-?\d{1,3}(?:([,.'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/;

/**
 * Parses a number as R and spreadsheets of any country write it, such as 3e+05, 350000.0, 78,5 or 1,185,000; NaN for
 * anything else.
 */
export function parseNumber(text: string, { separator }: Pick<TextTable, "separator">): number {
	const number = text.trim().replace(/^\+/, "").replace(/^−/, "-");
	const [, mark] = GROUPED_NUMBER.exec(number) ?? [];
	const hasOneGroup = number.replaceAll(/\d/g, "").replace("-", "").length === 1;
	// A single comma is a decimal one in files with semicolons; a single dot is always a decimal one.
	const isDecimal = hasOneGroup && (mark === "." || (mark === "," && separator === ";"));
	if (mark !== undefined && !isDecimal) return Number(number.replaceAll(mark, ""));
	return PLAIN_NUMBER.test(number) ? Number(number.replace(",", ".")) : Number.NaN;
}

/** Words for an empty cell, as R, databases and people write them. */
const EMPTY_WORDS = new Set(["", "na", "n/a", "nan", "null", "none", "-", "–", "—", "#n/a", "<na>"]);

export const isEmptyCell = (text: string): boolean => EMPTY_WORDS.has(text.toLowerCase());

/** Names of people that differ only in their capitals from such a word. */
const NAMES = new Set(["Na", "Nan", "Null"]);

export const isEmptyName = (text: string): boolean => isEmptyCell(text) && !NAMES.has(text);

/** The beginnings of files that are often taken for tables. */
const FILE_BEGINNINGS: readonly (readonly [string, string])[] = [
	["PK\u0003\u0004", "is an Excel workbook or a zip file: save it as CSV"],
	["\u00d0\u00cf\u0011\u00e0", "is an Excel workbook: save it as CSV"],
	["%PDF", "is a PDF: save it as CSV"],
	["\u001f\u008b", "is compressed: save it as CSV"],
];

/** Bytes of the encodings of Windows, as are the apostrophe (0x92) and the fixed space (0xa0) below. */
const CURLY_QUOTES = new Set([0x91, 0x93, 0x94]);
const DASHES = new Set([0x96, 0x97]);
const isLetter = (byte = 0): boolean => /[A-Za-z\u00c0-\u00ff]/.test(String.fromCharCode(byte));

/**
 * Whether text is in Latin-1 or another encoding of Windows: beyond ASCII it has only letters, apostrophes and fixed spaces, on
 * which these agree, and quotes and dashes. In the encoding of old Macs these are letters, so a quote may stand beside one letter at
 * most, and a dash beside none.
 */
const hasOnlyLatin1Letters = (bytes: Uint8Array): boolean =>
	bytes.every((byte, index) => {
		if (byte < 0x80 || byte >= 0xc0 || byte === 0x92 || byte === 0xa0) return true;
		const letters = [bytes[index - 1], bytes[index + 1]].filter(isLetter);
		return (DASHES.has(byte) && letters.length === 0) || (CURLY_QUOTES.has(byte) && letters.length < 2);
	});
const hasUtf8Letter = (bytes: Uint8Array): boolean =>
	bytes.some((byte, index) => byte >= 0xc2 && byte < 0xf5 && ((bytes[index + 1] ?? 0) & 0xc0) === 0x80);

function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
	const [first, second, third, fourth] = bytes;
	if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0 && first !== 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0 && second !== 0)) return "utf-16be";
	return null;
}

/**
 * Decodes a file of text: in UTF-8, in UTF-16, or with Latin-1 letters. Otherwise returns what the file is, or null as
 * the text if its encoding is unknown.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string | null; readonly problem?: string } {
	const beginning = String.fromCharCode(...bytes.subarray(0, 8));
	const [, problem] = FILE_BEGINNINGS.find(([prefix]) => beginning.startsWith(prefix)) ?? [];
	if (problem) return { text: null, problem };
	const utf16 = findUtf16(bytes);
	if (utf16) return { text: new TextDecoder(utf16).decode(bytes) };
	try {
		return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
	} catch {
		const isLatin1 = hasOnlyLatin1Letters(bytes) && !hasUtf8Letter(bytes);
		return { text: isLatin1 ? new TextDecoder("windows-1252").decode(bytes) : null };
	}
}

/** Decodes an uploaded file. Bytes of no known encoding become U+FFFD, which the server refuses in names. */
export const decodeUpload = (bytes: Uint8Array): string => decodeText(bytes).text ?? new TextDecoder().decode(bytes);
