import { z } from "zod";
import { defineCall } from "../../call.ts";
import { id, idParams, instant } from "../../fields.ts";
import { reason } from "../operator.ts";

const seasonImport = z.object({
	id,
	at: instant,
	actor: z.string(),
	reason: z.string(),
	/** `fetch`: changes that were accepted from a fetched season. */
	source: z.enum(["files", "fetch"]),
	added: z.int(),
	changed: z.int(),
	removed: z.int(),
	undoneAt: instant.nullable(),
});
export type SeasonImport = z.output<typeof seasonImport>;

const undoItem = z.object({
	table: z.string(),
	name: z.string(),
	/** What the import did to the row. */
	change: z.enum(["added", "changed", "removed"]),
	/** The values that are restored; for an added row, the values that were changed since. Null is an empty value. */
	fields: z.array(
		z.object({
			column: z.string(),
			before: z.string().nullable(),
			imported: z.string().nullable(),
			now: z.string().nullable(),
		}),
	),
	/** Why the change is not undone; null if it is. */
	reason: z
		.enum([
			"changed-since",
			"published",
			"begun",
			"locked",
			"corrected",
			"has-teams",
			"in-teams",
			"has-stats",
			"has-matches",
			"in-leagues",
			"in-use",
			"missing",
		])
		.nullable(),
});
export type UndoItem = z.output<typeof undoItem>;

const undo = z.object({ id, isUndone: z.boolean(), items: z.array(undoItem) });
export type ImportUndo = z.output<typeof undo>;

export const listSeasonImports = defineCall("GET", "/operator/season-imports", {
	role: "viewer",
	summary: "The last imports that changed the current season, the newest first; the first import is not listed",
	success: z.object({ imports: z.array(seasonImport) }),
});

export const previewUndoImport = defineCall("GET", "/operator/season-imports/:id", {
	role: "viewer",
	summary: "What undoing an import would put back, what was changed since and stays, and what cannot be undone",
	params: idParams,
	success: undo,
});

export const undoSeasonImport = defineCall("POST", "/operator/season-imports/:id/undo", {
	role: "owner",
	summary:
		"Undo an import, except for values that have changed since; refused if something cannot be undone, unless `leaveBlocked`",
	params: idParams,
	body: z.strictObject({
		reason,
		/** Undo the rest if something cannot be undone. */
		leaveBlocked: z.boolean().optional(),
	}),
	success: undo,
});
