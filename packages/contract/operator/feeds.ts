import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_STATS_FILE_LENGTH } from "../constants.ts";
import { emptyObject, id, idInPath, instant } from "../fields.ts";
import { nextBefore, pageBelow, reason } from "./operator.ts";
import { operatorMatch } from "./season.ts";

export const PAYLOAD_VERDICTS = ["received", "applied", "unchanged", "quarantined", "dismissed", "superseded"] as const;
const verdict = z.enum(PAYLOAD_VERDICTS);

const payload = z.object({
	id,
	source: z.string(),
	kind: z.string(),
	subject: z.string(),
	receivedAt: instant,
	seasonAt: instant,
	verdict,
	/** What spoke against it; for an applied one, what was set aside. */
	faults: z.array(z.string()),
	/** What to know of it that is no fault, such as a stats file that does not say whether its match is over. */
	notices: z.array(z.string()),
	bytes: z.int(),
});
export type PayloadEntry = z.output<typeof payload>;

const inPath = z.strictObject({ id: idInPath });
const byOperator = { access: "operator", query: emptyObject } as const;

export const listPayloads = defineCall({
	method: "GET",
	path: "/operator/payloads",
	access: "operator",
	summary: "Feed payloads of the current season, newest first, all or of one verdict",
	params: emptyObject,
	query: z.strictObject({ ...pageBelow, verdict: verdict.optional(), source: z.string().max(40).optional() }),
	body: emptyObject,
	success: z.object({ payloads: z.array(payload), nextBefore }),
});

export const showPayload = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/payloads/:id",
	summary: "A payload with the beginning of its body as text, as it came",
	params: inPath,
	body: emptyObject,
	success: z.object({ payload, text: z.string(), isCut: z.boolean() }),
});

export const releasePayload = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/payloads/:id/release",
	summary: "Judge a quarantined payload again: applied if nothing speaks against it any more",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ payload }),
});

export const dismissPayload = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/payloads/:id/dismiss",
	summary: "Put a quarantined payload away: it scores nothing and waits for nobody",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ payload }),
});

export const listAnnouncedStarts = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/announced-starts",
	summary: "Matches still to be played that their feed announces for another time than the season has, soonest first",
	params: emptyObject,
	body: emptyObject,
	success: z.object({
		starts: z.array(
			z.object({
				/** With the time that counts: a feed moves no match. */
				match: operatorMatch,
				announced: instant,
				/** Season time at which the feed first said so. */
				since: instant,
			}),
		),
	}),
});

export const uploadStats = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/payloads/upload",
	mostBytes: 2 * MAX_STATS_FILE_LENGTH,
	summary: "Take a stats file (CSV) in as if a feed had sent it: kept, judged, and applied or quarantined",
	params: emptyObject,
	body: z.strictObject({
		/** Of the file: a later file of the same name takes its place. */
		name: z
			.string()
			.trim()
			.regex(/^[\w][\w .()-]{0,95}\.csv$/i, "csv-name"),
		text: z.string().min(1).max(MAX_STATS_FILE_LENGTH),
		reason,
	}),
	success: z.object({ payload }),
});
