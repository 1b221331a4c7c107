type CellValue = string | number | boolean | null;

/** Quotes a cell that contains a quote, comma or line break; null is an empty cell. */
function formatCell(value: CellValue): string {
	const text = value === null ? "" : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats rows as CSV with a header and a line break after every line.
 *
 * @param header the column names, separated by commas
 */
export const formatCsv = (header: string, rows: readonly (readonly CellValue[])[]): string =>
	[header, ...rows.map((row) => row.map(formatCell).join(","))].join("\n").concat("\n");
