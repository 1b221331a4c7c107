import { isBlocked, type UndoItem, type UndoReason } from "./plan-undo.ts";
import type { listImports } from "./queries.ts";
import type { UndoPreview } from "./undo-import.ts";

const REASON_TEXTS: Readonly<Record<UndoReason, string>> = {
	published: "the round is published: only a correction changes it",
	begun: "the match or round has begun",
	locked: "the player is locked until the round is complete",
	corrected: "an operator corrected these stats",
	"has-teams": "teams have been picked under this rule",
	"in-teams": "the player is in teams, or in their instructions",
	"has-stats": "there are stats",
	"has-matches": "the round still has matches",
	"in-leagues": "leagues need this round",
	"in-use": "the club still has players or matches",
	missing: "its club, round or player no longer exists",
	"changed-since": "changed since",
};

/** The names of columns for operators, where they differ from the column's own. */
const COLUMN_NAMES: Readonly<Record<string, string>> = {
	squad_id: "club",
	home_squad_id: "home club",
	away_squad_id: "away club",
	from_round: "first round",
	provider_id: "provider's id",
	price: "opening price",
	round_id: "round",
	starts_at: "start",
	venue: "ground",
	tog: "time on ground",
	other: "other stats",
};

const getColumnName = ({ name }: UndoItem["table"], column: string): string => {
	if (name === "seasons" && column !== "name") return `rule ${column}`;
	return COLUMN_NAMES[column] ?? column.replaceAll("_", " ");
};

type Names = UndoPreview["names"];

const formatValue = (names: Names, column: string, value: UndoItem["row"][string] | undefined): string =>
	names.format(column, value) ?? "none";

/** Formats a row, such as "Ada Reef, who was added" or "round 4, which was removed". */
function describeRow({ table, row, change }: UndoItem, names: Names): string {
	const name = names.describe(table.name, row);
	if (table.name === "players") return `${name}, who was ${change}`;
	if (table.name === "stat_lines") return `the stats of ${name}, which were ${change}`;
	const nouns: Partial<Record<typeof table.name, string>> = { squads: "the club ", matches: "the match " };
	return `${nouns[table.name] ?? `${table.noun} `}${name}, which was ${change}`;
}

/** Formats a column of a row, such as "the first name of Ada Reef". */
function describeField({ table, row }: UndoItem, column: string, names: Names): string {
	const owner = table.name === "squads" ? "the club " : table.name === "rounds" ? "round " : "";
	return `the ${getColumnName(table, column)} of ${owner}${names.describe(table.name, row) || "the season"}`;
}

/** Formats restored values, such as "the start of A – B (3) back from X to Y, and the ground from V to W". */
function formatValues(item: UndoItem, names: Names): string {
	const values = item.fields.map(({ column, before, now }, index) => {
		const subject = index === 0 ? describeField(item, column, names) : `the ${getColumnName(item.table, column)}`;
		return `${subject}${index === 0 ? " back" : ""} from ${formatValue(names, column, now)} to ${formatValue(names, column, before)}`;
	});
	return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")}, and ${values.at(-1)}`;
}

/** Formats an item that is undone, or one that cannot be undone, with the reason. */
function formatUndone(item: UndoItem, names: Names, isDone: boolean): string {
	const { change, reason } = item;
	const chooseTense = (done: string, todo: string) => {
		if (reason !== null) return `Cannot ${todo}`;
		return isDone ? done : `Would ${todo}`;
	};
	const reasonText = reason === null ? "" : `: ${REASON_TEXTS[reason]}`;
	if (change === "changed") return `${chooseTense("Changed", "change")} ${formatValues(item, names)}${reasonText}`;
	const verb = change === "added" ? chooseTense("Removed", "remove") : chooseTense("Restored", "restore");
	return `${verb} ${describeRow(item, names)} by the import${reasonText}`;
}

/** Formats an item that is kept because it was changed after the import. */
function formatKept(item: UndoItem, names: Names, isDone: boolean): string[] {
	const keep = isDone ? "Kept" : "Would keep";
	if (item.change === "removed") return [`${keep} ${describeRow(item, names)} by the import and has been added again`];
	return item.fields.map(({ column, imported, now }) => {
		const field = describeField(item, column, names);
		const importedText = formatValue(names, column, imported);
		const nowText = formatValue(names, column, now);
		return importedText === nowText
			? `${keep} ${field}, because it belongs to a value that has changed since`
			: `${keep} ${field}: the import set ${importedText}, and it was changed to ${nowText} since`;
	});
}

/** Formats what an undo puts back, then what is kept because it was changed since, then what cannot be undone. */
export function formatUndo({ items, names }: UndoPreview, { isDryRun }: { readonly isDryRun: boolean }): string[] {
	const undone = items.filter(({ reason }) => reason === null);
	const blocked = items.filter(isBlocked);
	const lines = [
		...undone.map((item) => formatUndone(item, names, !isDryRun)),
		...(undone.length === 0 ? ["Nothing is left to undo"] : []),
		...items.filter(({ reason }) => reason === "changed-since").flatMap((item) => formatKept(item, names, !isDryRun)),
		...blocked.map((item) => formatUndone(item, names, !isDryRun)),
		...(blocked.length > 0 && isDryRun ? ["--leave leaves what cannot be undone as it is, and undoes the rest"] : []),
	];
	return lines.map((line) => `  ${line}`);
}

type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/** Formats imports, the newest first. */
export const formatImportList = (imports: readonly ImportRow[]): string[] =>
	imports.length === 0
		? ["No import has changed this season."]
		: imports.map(({ id, imported_at, actor, name, reason, undone_at }) => {
				const author = reason === "" ? (name ?? actor) : `${name ?? actor}: ${reason}`;
				return `${id}  ${imported_at.toISOString()}  ${author}${undone_at ? "  (undone)" : ""}`;
			});
