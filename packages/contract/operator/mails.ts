import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idInPath, instant } from "../fields.ts";
import { cursorPaging, nextBefore, reason } from "./operator.ts";

export const mailState = z.enum(["due", "sent", "failed"]);

const mail = z.object({
	id,
	kind: z.string(),
	to: z.string(),
	subject: z.string(),
	state: mailState,
	createdAt: instant,
	dueAt: instant,
	sentAt: instant.nullable(),
	attempts: z.int(),
	lastError: z.string().nullable(),
});
export type MailEntry = z.output<typeof mail>;

const idParams = z.strictObject({ id: idInPath });
export const listMails = defineCall({
	method: "GET",
	path: "/operator/mails",
	access: "operator",
	role: "owner",
	summary: "The outbox, newest first",
	query: z.strictObject({ ...cursorPaging, state: mailState.optional() }),
	success: z.object({ mails: z.array(mail), nextBefore }),
});

export const showMail = defineCall({
	access: "operator",
	role: "owner",
	method: "GET",
	path: "/operator/mails/:id",
	summary: "A mail with its text. Without SMTP_URL, mails are not sent and can only be read here",
	params: idParams,
	success: z.object({ mail, text: z.string() }),
});

export const resendMail = defineCall({
	access: "operator",
	role: "owner",
	method: "POST",
	path: "/operator/mails/:id/resend",
	summary: "Send a mail again at the next opportunity",
	params: idParams,
	body: z.strictObject({ reason }),
	success: z.object({ mail }),
});
