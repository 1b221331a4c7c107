import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, instant } from "../fields.ts";
import { cursorPaging, nextBefore, withIdAndReason } from "./operator.ts";

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

export const listMails = defineCall("GET", "/operator/mails", {
	role: "owner",
	summary: "The outbox, newest first",
	query: z.strictObject({ ...cursorPaging, state: mailState.optional() }),
	success: z.object({ mails: z.array(mail), nextBefore }),
});

export const showMail = defineCall("GET", "/operator/mails/:id", {
	role: "owner",
	summary: "A mail with its text. Without SMTP_URL, mails are not sent and can only be read here",
	params: idParams,
	success: z.object({ mail, text: z.string() }),
});

export const resendMail = defineCall("POST", "/operator/mails/:id/resend", {
	...withIdAndReason,
	role: "owner",
	summary: "Send a mail again at the next opportunity",
	success: z.object({ mail }),
});
