import type { RoundId } from "@first-bounce/rules/ids";
import { computeSeasonLength } from "@first-bounce/rules/season-rules/season-length";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { formatCount } from "../../../i18n/format-count.ts";
import { formatProblem } from "./csv/problem-list.ts";
import { formatSkippedPlayer } from "./files/stats-reader.ts";
import type { ImportReport } from "./import-season.ts";
import {
	isSameValue,
	type KeptReason,
	type KeptRow,
	listChangedColumns,
	type TableChanges,
	type TableMerge,
} from "./merge/merge-table.ts";
import type { SeasonTable, TableRow } from "./merge/season-tables.ts";
import { formatManagers, formatSeasonEnd, needsConfirmation } from "./season-end.ts";

/** The maximum number of listed rows per kind of change. Removed rows are all listed. */
const MAX_LISTED_ROWS = 5;
const PLURALS: Readonly<Record<string, string>> = { match: "matches" };

const formatRowCount = (count: number, noun: string) => formatCount(count, noun, PLURALS[noun]);

/** Further problems are only counted: a file that repeats all its rows has tens of thousands. */
const MAX_LISTED_PROBLEMS = 200;

function limitProblems(lines: string[]): string[] {
	const more = lines.length - MAX_LISTED_PROBLEMS;
	return more > 0 ? [...lines.slice(0, MAX_LISTED_PROBLEMS), `and ${formatCount(more, "more problem")}`] : lines;
}

const formatSkippedRow = (row: ImportReport["skippedRows"][number]): string =>
	`${formatProblem({ file: row.file, line: row.line, message: `unknown ${formatSkippedPlayer(row)}` })}: row skipped`;

/** Lists skipped rows for the operator to correct. */
export const listSkippedRows = (rows: ImportReport["skippedRows"]) => limitProblems(rows.map(formatSkippedRow));

/** Lists problems and skipped rows for the operator to correct. */
export const listImportProblems = ({ problems, skippedRows }: Pick<ImportReport, "problems" | "skippedRows">) =>
	limitProblems([...problems.map(formatProblem), ...skippedRows.map(formatSkippedRow)]);

/** What the reader calls the options: by their flags, or by their labels in the console's form. */
export interface OptionNames {
	readonly remove: string;
	readonly preferFiles: string;
	readonly endDemo: string;
}
const COMMAND_OPTIONS: OptionNames = { remove: "--remove", preferFiles: "--prefer-files", endDemo: "--end-demo" };

const getReasonTexts = ({ remove, preferFiles }: OptionNames): Readonly<Record<KeptReason, string>> => ({
	changed: `kept: changed here since the last import (${preferFiles} takes the files' values)`,
	added: `kept: added here and in no file (${remove} with ${preferFiles} removes them)`,
	removed: `left out: removed here since the last import (${preferFiles} brings them back)`,
	published: "kept: a published round changes only by a correction (in the console, under Corrections)",
	begun: "kept: the match or round has begun (a match is moved in the console, under Match day)",
	locked: "kept: the player is locked until the round is complete",
	corrected: "kept: an operator's correction takes precedence over files and feeds",
	"has-teams": "kept: teams have been picked under this rule",
	"no-file": "kept: signed during the season, and there is no signings.csv",
});

/**
 * Formats what an import changed, or would change in a dry run. First come the season that it ends and all removals,
 * then for each table the counts and first rows of its changes, then what was kept although the files differ.
 */
export const formatImportSummary = (report: ImportReport, isDryRun: boolean, options: OptionNames = COMMAND_OPTIONS) =>
	report.outcome
		? [...formatImportChanges(report, isDryRun, options), isDryRun ? "Dry run: nothing was written." : "Imported."]
		: [];

/** Formats a summary without its last line. */
export function formatImportChanges(
	{ outcome, skippedRows }: ImportReport,
	isDryRun: boolean,
	options: OptionNames = COMMAND_OPTIONS,
): string[] {
	if (!outcome) return [];
	const { seasonId, name, isNew, isCurrent, ends, staysCurrent, rules, changedRules, keptRules } = outcome;
	const { tables, playedRounds, clashes, names } = outcome;
	const changes = [
		...tables.flatMap(formatRemovals),
		...(changedRules.length > 0 ? [`  rules changed: ${changedRules.join(", ")}`] : []),
		...tables.flatMap(formatChanges),
	];
	const currentText = isCurrent ? "the current season" : "not the current season";
	return [
		`Season ${seasonId}, ${name}: ${isNew ? "new" : "already here"}, ${currentText}`,
		...(ends ? formatSeasonEnd(ends) : []),
		...(ends && isDryRun && needsConfirmation(ends)
			? [`  needs ${options.endDemo}, because ${formatManagers(ends)} in the demo`]
			: []),
		...(isNew && staysCurrent !== null ? [`  ${staysCurrent} stays the current season until this one begins`] : []),
		...(isNew || changedRules.includes("lastRound") ? formatSeasonLength(rules) : []),
		...(playedRounds.length > 0 ? [formatPlayedRounds(playedRounds, isCurrent)] : []),
		...(changes.length > 0 ? changes : ["  nothing to change"]),
		...formatSection("Clubs with two matches at the same time or in a round", clashes, (clash) => {
			const when = clash.roundId === null ? "at the same time" : `in round ${clash.roundId}`;
			return `${names.format("squad_id", clash.squadId)}: matches ${clash.matchIds.join(" and ")} ${when}`;
		}),
		...keptRules.flatMap((keptRow) => formatKeptRules(keptRow, options)),
		...tables.flatMap((tableMerge) => formatKeptRows(tableMerge, options)),
		...(skippedRows.length > 0 ? [`  ${formatCount(skippedRows.length, "stat row")} of unknown players skipped`] : []),
	];
}

/** Formats the settings that depend on the number of rounds. */
function formatSeasonLength(seasonRules: SeasonRules): string[] {
	const { rounds, finals, eliminationTeams, cupTeams, trades } = computeSeasonLength(seasonRules);
	const { semiFinalId, grandFinalId } = finals;
	const series = semiFinalId === null ? "" : `, semi-finals in round ${semiFinalId}`;
	return [
		`  ${formatCount(rounds, "round")}: ${formatCount(trades, "trade")} in the season, elimination leagues of at most ${eliminationTeams} teams`,
		...(grandFinalId === null ? [] : [`  finals of leagues: grand final in round ${grandFinalId}${series}`]),
		...(cupTeams === null
			? []
			: [`  cup from round ${seasonRules.cup.startRound}: at most ${cupTeams} teams without a qualifying round`]),
	];
}

function formatPlayedRounds(rounds: readonly RoundId[], isCurrent: boolean): string {
	const when = isCurrent ? "at once" : "as soon as the season begins";
	if (rounds.length === 1) return `  Round ${rounds[0]} has all its results, and is published ${when}`;
	return `  Rounds ${rounds.join(", ")} have all their results, and are published ${when}`;
}

function formatSection<Row>(
	title: string,
	rows: readonly Row[],
	formatLine: (row: Row) => string,
	maxRows = MAX_LISTED_ROWS,
): string[] {
	if (rows.length === 0) return [];
	const moreLine = rows.length > maxRows ? [`      … and ${rows.length - maxRows} more`] : [];
	return [`  ${title}`, ...rows.slice(0, maxRows).map((row) => `      ${formatLine(row)}`), ...moreLine];
}

const formatRemovals = ({ table, removed }: TableChanges): string[] =>
	formatSection(
		`${formatRowCount(removed.length, table.noun)} removed`,
		removed,
		(row) => `- ${formatRow(table, row)}`,
		removed.length,
	);

function formatChanges({ table, added, changed }: TableChanges): string[] {
	return [
		...formatSection(`${formatRowCount(added.length, table.noun)} added`, added, (row) => `+ ${formatRow(table, row)}`),
		...formatSection(`${formatRowCount(changed.length, table.noun)} changed`, changed, (change) => {
			const columns = listChangedColumns(change).map(
				(column) => `${column} ${formatValue(change.before[column])} → ${formatValue(change.after[column])}`,
			);
			return `~ ${formatKey(table, change.after)}: ${columns.join(", ")}`;
		}),
	];
}

/** Formats the kept value, that of the files and, if it differs from both, that of the last import. */
function formatKeptColumns({ reason, stored, file, last, columns }: KeptRow): string {
	const formatFileValue = (column: string) => {
		const hasThirdValue = reason === "changed" && last && column in last && !isSameValue(last[column], file?.[column]);
		const lastText = hasThirdValue ? `, at the last import ${formatValue(last[column])}` : "";
		return `in the files ${formatValue(file?.[column])}${lastText}`;
	};
	return columns.map((column) => `${column} ${formatValue(stored?.[column])} (${formatFileValue(column)})`).join(", ");
}

const formatKeptRules = (keptRow: KeptRow, options: OptionNames): string[] => [
	`  ${formatCount(keptRow.columns.length, "rule")} ${getReasonTexts(options)[keptRow.reason]}`,
	`      = ${formatKeptColumns(keptRow)}`,
];

function formatKeptRows({ table, kept, absent }: TableMerge, options: OptionNames): string[] {
	const texts = getReasonTexts(options);
	const formatLine = (row: KeptRow) => {
		if (row.stored && row.file) return `= ${formatKey(table, row.stored)}: ${formatKeptColumns(row)}`;
		return `= ${formatRow(table, row.stored ?? row.file ?? {})}`;
	};
	return [
		...[...Map.groupBy(kept, ({ reason }) => reason)].flatMap(([reason, rows]) =>
			formatSection(`${formatRowCount(rows.length, table.noun)} ${texts[reason]}`, rows, formatLine),
		),
		...formatSection(
			`${formatRowCount(absent.length, table.noun)} kept: no longer in the files (${options.remove} removes them)`,
			absent,
			(row) => `= ${formatRow(table, row)}`,
		),
	];
}

const formatValue = (value: unknown): string => {
	if (value === null || value === undefined || value === "") return "none";
	return typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
};

const formatKey = ({ keys }: SeasonTable, row: TableRow) =>
	keys
		.map((key) => (key === "id" ? formatValue(row[key]) : `${key.replace("_id", "")} ${formatValue(row[key])}`))
		.join(", ");

function formatRow(table: SeasonTable, row: TableRow): string {
	const values = Object.entries(row).filter(([column]) => !table.keys.includes(column));
	const shownValues = values.filter(([, value]) => formatValue(value) !== "none" && formatValue(value) !== "{}");
	return [formatKey(table, row), ...shownValues.map(([column, value]) => `${column} ${formatValue(value)}`)].join("  ");
}
