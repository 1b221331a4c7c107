import { changedColumns, type TableDifference } from "./difference.ts";
import { faultLine } from "./faults.ts";
import type { ImportReport } from "./import-season.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

const EXAMPLES = 5;
const PLURALS: Readonly<Record<string, string>> = { match: "matches" };

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`;

/** Faults and rows set aside, for the operator to mend. */
export function importProblems({ faults, setAside }: ImportReport): string[] {
	const unknown = setAside.map(({ file, line, playerId }) => ({ file, line, message: `unknown player ${playerId}` }));
	return [...faults.map(faultLine), ...unknown.map((each) => `${faultLine(each)}: row set aside`)];
}

/** What an import changed, or in a dry run would change: a count for each table and the first few rows of each. */
export function importSummary({ outcome, setAside }: ImportReport, isDryRun: boolean): string[] {
	if (!outcome) return [];
	const { seasonId, name, isNew, isCurrent, changedRules, differences } = outcome;
	const changes = [
		...(changedRules.length > 0 ? [`  rules changed: ${changedRules.join(", ")}`] : []),
		...differences.flatMap(tableSummary),
	];
	const place = isCurrent ? "the current season" : "not the current season";
	return [
		`Season ${seasonId}, ${name}: ${isNew ? "new" : "already here"}, ${place}`,
		...(changes.length > 0 ? changes : ["  nothing to change"]),
		...(setAside.length > 0 ? [`  ${counted(setAside.length, "stat row")} of unknown players set aside`] : []),
		isDryRun ? "Dry run: nothing was written." : "Imported.",
	];
}

function tableSummary({ table, added, changed, removed }: TableDifference): string[] {
	const section = (verb: string, count: number, lines: readonly string[]) => {
		if (count === 0) return [];
		const rest = count > EXAMPLES ? [`      … and ${count - EXAMPLES} more`] : [];
		return [`  ${counted(count, table.noun)} ${verb}`, ...lines.map((line) => `      ${line}`), ...rest];
	};
	const some = <Row>(rows: readonly Row[]) => rows.slice(0, EXAMPLES);
	const changes = some(changed).map((change) => {
		const columns = changedColumns(change).map(
			(column) => `${column} ${word(change.before[column])} → ${word(change.after[column])}`,
		);
		return `~ ${called(table, change.after)}: ${columns.join(", ")}`;
	});
	return [
		...section(
			"added",
			added.length,
			some(added).map((row) => `+ ${described(table, row)}`),
		),
		...section("changed", changed.length, changes),
		...section(
			"removed",
			removed.length,
			some(removed).map((row) => `- ${described(table, row)}`),
		),
	];
}

const word = (value: unknown): string => {
	if (value === null || value === undefined || value === "") return "none";
	return typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
};

const called = ({ keys }: SeasonTable, row: TableRow) =>
	keys.map((key) => (key === "id" ? word(row[key]) : `${key.replace("_id", "")} ${word(row[key])}`)).join(", ");

function described(table: SeasonTable, row: TableRow): string {
	const values = Object.entries(row).filter(([column]) => !table.keys.includes(column));
	const said = values.filter(([, value]) => word(value) !== "none" && word(value) !== "{}");
	return [called(table, row), ...said.map(([column, value]) => `${column} ${word(value)}`)].join("  ");
}
