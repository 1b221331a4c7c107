import { faultLine } from "./faults.ts";
import type { ImportReport } from "./import-season.ts";
import { changedColumns, type KeptReason, type KeptRow, type TableChanges, type TableMerge } from "./merge.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

/** Rows listed of each kind of change; removed rows are all listed. */
const MAX_EXAMPLES = 5;
const PLURALS: Readonly<Record<string, string>> = { match: "matches" };

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`;

/** Faults and rows set aside, for the operator to mend. */
export function importProblems({ faults, setAside }: ImportReport): string[] {
	const unknown = setAside.map(({ file, line, playerId }) => ({ file, line, message: `unknown player ${playerId}` }));
	return [...faults.map(faultLine), ...unknown.map((each) => `${faultLine(each)}: row set aside`)];
}

/** How the two options are named where the report is read. */
export interface OptionNames {
	readonly remove: string;
	readonly preferFiles: string;
}
const COMMAND_OPTIONS: OptionNames = { remove: "--remove", preferFiles: "--prefer-files" };

const reasonText = ({ remove, preferFiles }: OptionNames): Readonly<Record<KeptReason, string>> => ({
	changed: `kept: changed here since the last import (${preferFiles} takes the files' values)`,
	added: `kept: added here and in no file (${remove} with ${preferFiles} removes them)`,
	removed: `left out: removed here since the last import (${preferFiles} brings them back)`,
	published: "kept: a published round changes only by a correction (in the console, under Corrections)",
	begun: "kept: the match or round has begun (a match is moved in the console, under Rounds & matches)",
	locked: "kept: the player is locked until the round is complete",
	corrected: "kept: an operator's correction takes precedence over files and feeds",
	"has-teams": "kept: teams have been picked under this rule",
	"no-file": "kept: signed during the season, and there is no signings.csv",
});

/**
 * What an import changed, or in a dry run would change: all removals first, then a count for each table with its
 * first few rows, then what is kept although the files differ.
 */
export function importSummary(
	{ outcome, setAside }: ImportReport,
	isDryRun: boolean,
	options: OptionNames = COMMAND_OPTIONS,
): string[] {
	if (!outcome) return [];
	const { seasonId, name, isNew, isCurrent, changedRules, keptRules, differences } = outcome;
	const changes = [
		...differences.flatMap(removalLines),
		...(changedRules.length > 0 ? [`  rules changed: ${changedRules.join(", ")}`] : []),
		...differences.flatMap(changeLines),
	];
	const place = isCurrent ? "the current season" : "not the current season";
	return [
		`Season ${seasonId}, ${name}: ${isNew ? "new" : "already here"}, ${place}`,
		...(changes.length > 0 ? changes : ["  nothing to change"]),
		...keptRules.flatMap((kept) => keptRuleLines(kept, options)),
		...differences.flatMap((merge) => keptLines(merge, options)),
		...(setAside.length > 0 ? [`  ${counted(setAside.length, "stat row")} of unknown players set aside`] : []),
		isDryRun ? "Dry run: nothing was written." : "Imported.",
	];
}

function section<Row>(title: string, rows: readonly Row[], line: (row: Row) => string, most = MAX_EXAMPLES): string[] {
	if (rows.length === 0) return [];
	const rest = rows.length > most ? [`      … and ${rows.length - most} more`] : [];
	return [`  ${title}`, ...rows.slice(0, most).map((row) => `      ${line(row)}`), ...rest];
}

const removalLines = ({ table, removed }: TableChanges): string[] =>
	section(
		`${counted(removed.length, table.noun)} removed`,
		removed,
		(row) => `- ${described(table, row)}`,
		removed.length,
	);

function changeLines({ table, added, changed }: TableChanges): string[] {
	return [
		...section(`${counted(added.length, table.noun)} added`, added, (row) => `+ ${described(table, row)}`),
		...section(`${counted(changed.length, table.noun)} changed`, changed, (change) => {
			const columns = changedColumns(change).map(
				(column) => `${column} ${word(change.before[column])} → ${word(change.after[column])}`,
			);
			return `~ ${called(table, change.after)}: ${columns.join(", ")}`;
		}),
	];
}

const keptColumns = ({ stored, file, columns }: KeptRow): string =>
	columns.map((column) => `${column} ${word(stored?.[column])} (in the files ${word(file?.[column])})`).join(", ");

const keptRuleLines = (kept: KeptRow, options: OptionNames): string[] => [
	`  ${counted(kept.columns.length, "rule")} ${reasonText(options)[kept.reason]}`,
	`      = ${keptColumns(kept)}`,
];

function keptLines({ table, kept, absent }: TableMerge, options: OptionNames): string[] {
	const texts = reasonText(options);
	const line = (row: KeptRow) => {
		if (row.stored && row.file) return `= ${called(table, row.stored)}: ${keptColumns(row)}`;
		return `= ${described(table, row.stored ?? row.file ?? {})}`;
	};
	return [
		...[...Map.groupBy(kept, ({ reason }) => reason)].flatMap(([reason, rows]) =>
			section(`${counted(rows.length, table.noun)} ${texts[reason]}`, rows, line),
		),
		...section(
			`${counted(absent.length, table.noun)} kept: no longer in the files (${options.remove} removes them)`,
			absent,
			(row) => `= ${described(table, row)}`,
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
