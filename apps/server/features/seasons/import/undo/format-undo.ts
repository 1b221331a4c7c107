import { isBlocked, type UndoItem, type UndoReason } from "./plan-undo.ts";
import type { listImports } from "./queries.ts";
import type { UndoPreview } from "./undo-import.ts";

const REASONS: Readonly<Record<UndoReason, string>> = {
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

function formatItem({ table, row, change, fields, reason }: UndoItem, names: UndoPreview["names"]): string {
	const format = (column: string, value: Parameters<typeof names.format>[1]) => names.format(column, value) ?? "none";
	const values = fields.map(({ column, before, imported, now }) =>
		reason === "changed-since"
			? `${column} imported ${format(column, imported)}, now ${format(column, now)}`
			: `${column} ${format(column, now)} → ${format(column, before)}`,
	);
	const what = change === "changed" || values.length > 0 ? values.join(", ") : change;
	const why = reason && reason !== "changed-since" ? ` (${REASONS[reason]})` : "";
	return `      ${names.describe(table.name, row) || "rules"}: ${what}${why}`;
}

/** Formats what undoing an import puts back, what was changed since, and what cannot be undone. */
export function formatUndo({ items, names }: UndoPreview): string[] {
	const formatSection = (title: string, listed: readonly UndoItem[]): string[] =>
		listed.length > 0 ? [`  ${title}`, ...listed.map((item) => formatItem(item, names))] : [];
	const putBack = items.filter(({ reason }) => reason === null);
	return [
		...(putBack.length > 0 ? [] : ["  nothing to put back"]),
		...formatSection("put back:", putBack),
		...formatSection(
			"kept, changed since:",
			items.filter(({ reason }) => reason === "changed-since"),
		),
		...formatSection("cannot be undone (--leave leaves these as they are):", items.filter(isBlocked)),
	];
}

type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/** Formats imports, the newest first. */
export const formatImportList = (imports: readonly ImportRow[]): string[] =>
	imports.length === 0
		? ["No import has changed this season."]
		: imports.map(({ id, imported_at, actor, name, reason, undone_at }) => {
				const by = reason === "" ? (name ?? actor) : `${name ?? actor}: ${reason}`;
				return `${id}  ${imported_at.toISOString()}  ${by}${undone_at ? "  (undone)" : ""}`;
			});
