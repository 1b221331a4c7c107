import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, instant } from "../fields.ts";
import { nextBefore, pageBelow } from "./operator.ts";

const entry = z.object({
	id,
	at: instant,
	/** Who: an operator's name with her id, or the command line. */
	actor: z.string(),
	action: z.string(),
	/** What it was done to, such as `user:7` or `match:1:301`. */
	subject: z.string(),
	reason: z.string(),
	before: z.unknown(),
	after: z.unknown(),
});
export type AuditEntry = z.output<typeof entry>;

export const listAudit = defineCall({
	method: "GET",
	path: "/operator/audit",
	access: "operator",
	summary: "Who did what, why, and what was before and after; the newest first, by action, subject or actor",
	params: emptyObject,
	query: z.strictObject({
		...pageBelow,
		/** Part of the action, the subject, the actor or the reason. */
		search: z.string().max(80).optional(),
	}),
	body: emptyObject,
	success: z.object({ entries: z.array(entry), nextBefore }),
});
