import { z } from "zod";
import { type CallDefinition, defineCall } from "../../call.ts";
import { MAX_SEASON_FILES_LENGTH, SEASON_FILES } from "../../constants.ts";
import { emptyObject } from "../../fields.ts";
import { reason } from "../operator.ts";

const files = z
	.array(z.strictObject({ name: z.enum(SEASON_FILES), text: z.string().max(MAX_SEASON_FILES_LENGTH) }))
	.min(1)
	.max(SEASON_FILES.length);
export type SeasonFile = z.output<typeof files>[number];

/** Both default to false. */
const options = {
	/** Remove what is missing from the files, except what was published or is in use. */
	remove: z.boolean().optional(),
	/** Overwrite changes made here since the last import. */
	preferFiles: z.boolean().optional(),
	/** Keys of conflicts in which the files' value is taken. */
	take: z.array(z.string().max(200)).max(5_000).optional(),
};

const conflict = z.object({
	/** For `take`. */
	key: z.string(),
	table: z.string(),
	/** Whom or what it is about. */
	name: z.string(),
	/** What happened here: a value was changed, a row was added or removed. */
	kind: z.enum(["changed", "added", "removed"]),
	/** Whether the files have another value than at the last import, or this is not known. */
	isChangedInFiles: z.boolean(),
	/** For a changed row; null is an empty or unknown value. */
	fields: z.array(
		z.object({
			column: z.string(),
			last: z.string().nullable(),
			here: z.string().nullable(),
			file: z.string().nullable(),
		}),
	),
});
export type ImportConflict = z.output<typeof conflict>;

const report = z.object({
	/** Whether the files have no faults; otherwise nothing is imported. */
	isValid: z.boolean(),
	/** Faults by file and line, and stat rows that are skipped. */
	problems: z.array(z.string()),
	/** Lines describing removals, changes, and values kept although the files differ. */
	summary: z.array(z.string()),
	/** What was changed here since the last import and differs from the files; kept unless taken. */
	conflicts: z.array(conflict),
});
export type SeasonReport = z.output<typeof report>;

const importCall = {
	access: "operator",
	query: emptyObject,
	method: "POST",
	params: emptyObject,
	success: report,
	maxBytes: 2 * MAX_SEASON_FILES_LENGTH,
} as const satisfies Partial<CallDefinition>;

export const previewSeason = defineCall({
	...importCall,
	path: "/operator/seasons/preview",
	summary: "What importing a season's files would change; nothing is saved",
	body: z.strictObject({ files, ...options }),
});

export const importSeasonFiles = defineCall({
	...importCall,
	path: "/operator/seasons/import",
	summary: "Import or update a season from its files; with any fault, nothing is imported",
	body: z.strictObject({ files, reason, ...options }),
});
