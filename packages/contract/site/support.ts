import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_CONTACT_MESSAGE_LENGTH } from "../constants.ts";
import { email, id, idParams, instant } from "../fields.ts";
import { cursorPaging, nextBefore } from "../operator/operator.ts";

export const sendContactMessage = defineCall("POST", "/support/contact", {
	access: "everyone",
	summary: "Extension: send a message to the operator, stored and mailed; rate-limited",
	body: z.strictObject({
		name: z.string().trim().min(1).max(100),
		email,
		message: z.string().trim().min(10).max(MAX_CONTACT_MESSAGE_LENGTH),
		/** The page it was written on. */
		page: z.string().max(200).optional(),
	}),
	success: z.object({ received: z.literal(true) }),
});

const contactMessage = z.object({
	id,
	name: z.string(),
	email: z.string(),
	message: z.string(),
	page: z.string(),
	createdAt: instant,
	/** The sender's account; null for visitors. */
	userId: id.nullable(),
	handledAt: instant.nullable(),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const listContactMessages = defineCall("GET", "/operator/messages", {
	role: "moderator",
	summary: "Messages to the operator, newest first",
	query: z.strictObject({ ...cursorPaging, state: z.enum(["open", "handled"]).optional() }),
	success: z.object({ messages: z.array(contactMessage), nextBefore }),
});

export const handleContactMessage = defineCall("POST", "/operator/messages/:id/handled", {
	role: "moderator",
	summary: "Mark a message as handled. Idempotent",
	params: idParams,
	success: z.object({ message: contactMessage }),
});
