import { readFileSync } from "node:fs";

/** A row of the data map in docs/operating/privacy.md. */
export interface MappedTable {
	readonly table: string;
	readonly purpose: string;
	/** Text columns with personal data. */
	readonly personal: readonly string[];
	/** Other text columns. */
	readonly others: readonly string[];
	readonly kept: string;
	readonly inExport: string;
	readonly erased: string;
}

const parseColumns = (cell: string): string[] => (cell === "–" ? [] : cell.split(" "));

/** Reads the data map. */
export function readDataMap(): readonly MappedTable[] {
	const text = readFileSync(new URL("../../../docs/operating/privacy.md", import.meta.url), "utf8");
	const [, map = ""] = text.split("| table | for |");
	const rows = map.split("\n").filter((line) => /^\| [a-z_]+ \|/.test(line));
	return rows.map((line) => {
		const [, table = "", purpose = "", personal = "", others = "", kept = "", inExport = "", erased = ""] = line
			.split("|")
			.map((cell) => cell.trim());
		return {
			table,
			purpose,
			personal: parseColumns(personal),
			others: parseColumns(others),
			kept,
			inExport,
			erased,
		};
	});
}
