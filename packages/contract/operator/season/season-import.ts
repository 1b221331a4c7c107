import { z } from "zod";
import { defineCall } from "../../call.ts";
import { MAX_SEASON_FILES_LENGTH, SEASON_FILES } from "../../constants.ts";
import { id } from "../../fields.ts";
import { reason } from "../operator.ts";

const files = z
	.array(z.strictObject({ name: z.enum(SEASON_FILES), text: z.string().max(MAX_SEASON_FILES_LENGTH) }))
	.min(1)
	.max(SEASON_FILES.length);
export type SeasonFile = z.output<typeof files>[number];

const options = {
	/** Whether to remove rows that are missing from the files, unless they are published or in use; false by default. */
	remove: z.boolean().optional(),
	/** Whether to overwrite changes that were made in this installation since the last import; false by default. */
	preferFiles: z.boolean().optional(),
	/** The keys of conflicts in which the files' value wins. */
	take: z.array(z.string().max(200)).max(5_000).optional(),
};

/** Whether to end a demo in which registered managers have teams; without it such an import is refused. */
const endDemo = z.boolean().optional();

const conflict = z.object({
	/** For `take`. */
	key: z.string(),
	table: z.string(),
	/** The name of the player, club, round or match. */
	name: z.string(),
	/** The change in this installation: a value was changed, or a row was added or removed. */
	kind: z.enum(["changed", "added", "removed"]),
	/** Whether the files' value differs from that of the last import, or the latter is unknown. */
	isChangedInFiles: z.boolean(),
	/**
	 * The columns of a changed row: the value at the last import (`last`), in this installation (`here`) and in the
	 * files (`file`). Null is an empty or unknown value.
	 */
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
	/** Whether the files have no problems; otherwise nothing is imported. */
	isValid: z.boolean(),
	/** Problems by file and line, and stat rows that are skipped. */
	problems: z.array(z.string()),
	/** Lines describing removals, changes, and values kept although the files differ. */
	summary: z.array(z.string()),
	/** Changes in this installation since the last import that differ from the files, kept unless `take` names them. */
	conflicts: z.array(conflict),
	/** The season that ends because the imported one becomes the current one. The summary says what that means. */
	ends: z
		.object({
			id,
			name: z.string(),
			isDemo: z.boolean(),
			/** The first round that is not complete; null if the season is over. */
			openRound: z.int().nullable(),
			teams: z.int(),
			/** How many managers have one of these teams, without the demo account and bots. */
			managers: z.int(),
			leagues: z.int(),
		})
		.nullable(),
});
export type SeasonImportReport = z.output<typeof report>;

const MAX_BYTES = 2 * MAX_SEASON_FILES_LENGTH;

export const previewSeason = defineCall("POST", "/operator/seasons/preview", {
	role: "owner",
	summary: "What importing a season's files would change; nothing is saved",
	body: z.strictObject({ files, ...options }),
	maxBytes: MAX_BYTES,
	success: report,
});

export const importSeasonFiles = defineCall("POST", "/operator/seasons/import", {
	role: "owner",
	summary:
		"Import or update a season from its files; with any problem, or if it would end a demo with registered managers, nothing is imported",
	body: z.strictObject({ files, reason, endDemo, ...options }),
	maxBytes: MAX_BYTES,
	success: report,
});
