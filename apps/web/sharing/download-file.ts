/** Saves a file on this device. */
export function downloadFile(name: string, content: Blob): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

/** Saves a CSV file on this device; the byte order mark tells Excel that it is UTF-8. */
export const downloadCsv = (name: string, text: string): void =>
	downloadFile(name, new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));

export type CsvCell = string | number | null;

// A spreadsheet would treat a name that starts with these characters as a formula.
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function formatCell(cell: CsvCell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(Math.round(cell * 1_000) / 1_000);
	const text = escapeFormula(cell);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180): plain numbers, and empty cells for null. */
export const formatCsvRows = (rows: readonly (readonly CsvCell[])[]): string =>
	rows.map((cells) => cells.map(formatCell).join(",")).join("\r\n");
