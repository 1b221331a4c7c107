import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_STATS_FILE_LENGTH } from "../constants.ts";
import { id, idParams, instant } from "../fields.ts";
import { cursorPaging, nextBefore, reason, withIdAndReason } from "./operator.ts";
import { operatorMatch } from "./season.ts";

/** `received`: stored, and not checked yet. `superseded`: never applied, because later payloads have replaced everything in it. */
const PAYLOAD_VERDICTS = ["received", "applied", "unchanged", "quarantined", "dismissed", "superseded"] as const;
const verdict = z.enum(PAYLOAD_VERDICTS);

const payload = z.object({
	id,
	source: z.string(),
	kind: z.string(),
	subject: z.string(),
	/** Wall time at which it was received. */
	receivedAt: instant,
	/** Season time at which it was received. */
	seasonAt: instant,
	verdict,
	/** Why it was quarantined, or which lines of an applied payload were left out. */
	problems: z.array(z.string()),
	/** How many further problems are left out here, because an earlier payload about the same subject lists them. */
	repeatedProblems: z.int(),
	/** What an operator should know although nothing was left out, such as a stats file without the match's status. */
	warnings: z.array(z.string()),
	bytes: z.int(),
});
export type PayloadEntry = z.output<typeof payload>;

export const listPayloads = defineCall("GET", "/operator/payloads", {
	role: "viewer",
	summary: "Feed payloads of the current season, newest first, optionally by verdict",
	query: z.strictObject({ ...cursorPaging, verdict: verdict.optional(), source: z.string().max(40).optional() }),
	success: z.object({ payloads: z.array(payload), nextBefore }),
});

export const showPayload = defineCall("GET", "/operator/payloads/:id", {
	role: "viewer",
	summary: "A payload with the beginning of its original body as text",
	params: idParams,
	success: z.object({ payload, text: z.string(), isCut: z.boolean() }),
});

export const releasePayload = defineCall("POST", "/operator/payloads/:id/release", {
	...withIdAndReason,
	role: "match-day",
	summary: "Check a quarantined payload again, and apply it if it has no problems",
	success: z.object({ payload }),
});

export const dismissPayload = defineCall("POST", "/operator/payloads/:id/dismiss", {
	...withIdAndReason,
	role: "match-day",
	summary: "Dismiss a quarantined payload without applying it",
	success: z.object({ payload }),
});

export const listAnnouncedStarts = defineCall("GET", "/operator/announced-starts", {
	role: "viewer",
	summary: "Upcoming matches whose feed announces a different start from the season's, soonest first",
	success: z.object({
		starts: z.array(
			z.object({
				/** With the season's `startsAt`, because feeds do not move matches. */
				match: operatorMatch,
				/** The start that the feed announces. */
				announced: instant,
				/** Season time of the first announcement. */
				since: instant,
			}),
		),
	}),
});

export const uploadStats = defineCall("POST", "/operator/payloads/upload", {
	role: "match-day",
	/** A character may be two bytes in UTF-8, or as an escape in JSON. */
	maxBytes: 2 * MAX_STATS_FILE_LENGTH,
	summary: "Upload a stats file (CSV), which is stored, checked, and applied or quarantined like a feed payload",
	body: z.strictObject({
		/** The file's name. A later file of the same name replaces it. */
		name: z
			.string()
			.trim()
			.regex(/^[\w][\w .()-]{0,95}\.csv$/i, "csv-name"),
		text: z.string().min(1).max(MAX_STATS_FILE_LENGTH),
		reason,
	}),
	success: z.object({ payload }),
});
