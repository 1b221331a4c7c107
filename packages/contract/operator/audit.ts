import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, instant } from "../fields.ts";
import { cursorPaging, nextBefore } from "./operator.ts";

const entry = z.object({
	id,
	at: instant,
	/** An operator's name and id, or the command line. */
	actor: z.string(),
	action: z.string(),
	/** The affected object, such as `user:7` or `match:1:301`. */
	subject: z.string(),
	reason: z.string(),
	before: z.unknown(),
	after: z.unknown(),
});
export type AuditEntry = z.output<typeof entry>;

export const listAudit = defineCall("GET", "/operator/audit", {
	role: "viewer",
	summary: "The audit log, newest first: who did what, why, with the values before and after",
	query: z.strictObject({
		...cursorPaging,
		/** Part of the action, subject, actor or reason. */
		search: z.string().max(80).optional(),
	}),
	success: z.object({ entries: z.array(entry), nextBefore }),
});
