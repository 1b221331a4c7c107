import { DEFAULT_LANGUAGE, isLanguage } from "@first-bounce/contract/languages";
import type { Db } from "../../../db/tables/tables.ts";
import { buildMailTexts, type MailData, type MailKind } from "../../../i18n/mail-texts.ts";
import { createOutboxMail, type OutboxMail } from "./mail-queries.ts";
import { renderMail } from "./render-mail.ts";

/** A mail to send; `data` has the values for its text. */
export interface NewMail<Kind extends MailKind> {
	readonly kind: Kind;
	readonly to: string;
	readonly data: MailData<Kind>;
	/** Wall time. */
	readonly now: number;
	/** The recipient's language; an unknown one counts as English. */
	readonly language: string;
	/** Further headers, such as List-Unsubscribe. */
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Adds a mail to the outbox in the caller's transaction. Does nothing without an address, since accounts of an external
 * identity provider may have none.
 */
export async function queueMail<Kind extends MailKind>(db: Db, mail: NewMail<Kind>): Promise<void> {
	if (mail.to === "") return;
	const language = isLanguage(mail.language) ? mail.language : DEFAULT_LANGUAGE;
	const { subject, text, html } = renderMail(buildMailTexts(language, mail.kind, mail.data), language);
	const { kind, to, headers = {}, now } = mail;
	await createOutboxMail(db, { kind, to, subject, text, html, headers, createdAt: now });
}

/** Adds a mail of plain text, whose subject and text are ready, to the outbox in the caller's transaction. */
export const queueTextMail = (db: Db, mail: Omit<OutboxMail, "html">) => createOutboxMail(db, { ...mail, html: null });
