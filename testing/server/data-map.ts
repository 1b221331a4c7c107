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

const readPrivacyPage = (): string => readFileSync(new URL("../../docs/operating/privacy.md", import.meta.url), "utf8");

/** Reads the columns in which an erased person may still be named, each with the reason. */
export function readRemainingColumns(): readonly { readonly column: string; readonly reason: string }[] {
	const [, list = ""] = readPrivacyPage().split("| what may stay |");
	const [table = ""] = list.split("\n\n");
	return table
		.split("\n")
		.map((line) => line.split("|").map((cell) => cell.trim()))
		.filter(([, , columns = ""]) => columns.includes("."))
		.flatMap(([, reason = "", columns = ""]) =>
			columns.split(", ").map((column) => ({ column: column.replaceAll("`", ""), reason })),
		);
}

export function readDataMap(): readonly MappedTable[] {
	const [, map = ""] = readPrivacyPage().split("| table | for |");
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
