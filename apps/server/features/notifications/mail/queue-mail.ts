import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type MailData, type MailKind, mailWords } from "../../../wording/mails.ts";
import { renderMail } from "./render-mail.ts";

/** A mail to write; `data` is what its words name. */
export interface NewMail<Kind extends MailKind> {
	readonly kind: Kind;
	readonly to: string;
	readonly data: MailData<Kind>;
	/** Wall time. */
	readonly now: number;
	readonly language?: string;
	/** Such as List-Unsubscribe. */
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Puts a mail into the outbox, within the caller's transaction. Does nothing without an address, which accounts of an
 * external identity provider may lack.
 */
export async function queueMail<Kind extends MailKind>(db: Kysely<Tables>, mail: NewMail<Kind>): Promise<void> {
	if (mail.to === "") return;
	const language = mail.language ?? "en";
	const { subject, text, html } = renderMail(mailWords(language, mail.kind, mail.data), language);
	await db
		.insertInto("outbox_mails")
		.values({
			kind: mail.kind,
			to_address: mail.to,
			subject,
			body_text: text,
			body_html: html,
			headers: JSON.stringify(mail.headers ?? {}),
			created_at: new Date(mail.now),
			due_at: new Date(mail.now),
		})
		.execute();
}
