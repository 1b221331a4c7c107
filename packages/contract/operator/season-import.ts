import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_SEASON_FILES_LENGTH, SEASON_FILES } from "../constants.ts";
import { emptyObject } from "../fields.ts";
import { reason } from "./operator.ts";

const files = z
	.array(z.strictObject({ name: z.enum(SEASON_FILES), text: z.string().max(MAX_SEASON_FILES_LENGTH) }))
	.min(1)
	.max(SEASON_FILES.length);
export type SeasonFile = z.output<typeof files>[number];

/** Both are off where they are left out. */
const options = {
	/** Whether what the files leave out is removed; what was published, or is needed, never is. */
	remove: z.boolean().optional(),
	/** Whether the files win over what was changed here since the last import. */
	preferFiles: z.boolean().optional(),
};

const report = z.object({
	/** Whether it is free of faults; nothing of it is imported where it is not. */
	isSound: z.boolean(),
	/** Faults by file and line, and stat rows that are set aside. */
	problems: z.array(z.string()),
	/** What is removed, what changes, and what stays though the files have it otherwise, line by line. */
	summary: z.array(z.string()),
});
export type SeasonReport = z.output<typeof report>;

const byOperator = {
	access: "operator",
	query: emptyObject,
	method: "POST",
	params: emptyObject,
	success: report,
	mostBytes: 2 * MAX_SEASON_FILES_LENGTH,
} as const;

export const previewSeason = defineCall({
	...byOperator,
	path: "/operator/seasons/preview",
	summary: "What importing a season's files would change; nothing is written",
	body: z.strictObject({ files, ...options }),
});

export const importSeasonFiles = defineCall({
	...byOperator,
	path: "/operator/seasons/import",
	summary: "Bring a season in from its files, or one that is here up to date: all of it, or with any fault nothing",
	body: z.strictObject({ files, reason, ...options }),
});
