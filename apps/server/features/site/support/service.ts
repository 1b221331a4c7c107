import type { BodyOf } from "@first-bounce/contract/call";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { ContactMessage, sendContactMessage } from "@first-bounce/contract/site/support";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import {
	type ContactMessageRow,
	findContactMessage,
	insertContactMessage,
	listContactMessageRows,
	listOperatorInboxes,
	markContactMessageHandled,
	type OperatorInbox,
} from "./queries.ts";

export interface SupportServices {
	readonly db: Db;
	readonly wallNow: () => number;
	/** The address that receives the messages; if null, the operators' own addresses. */
	readonly inbox: string | null;
}

const PAGE_SIZE = 50;
/** The maximum number of operators who get a copy if there is no inbox. */
const MAX_COPIES = 5;

/** Finds the addresses for mail to owners and operators with a role: the configured inbox, else their own. */
export async function findOperatorInboxes(
	{ db, inbox }: Pick<SupportServices, "db" | "inbox">,
	role: OperatorRole,
): Promise<readonly OperatorInbox[]> {
	if (inbox !== null) return [{ to: inbox, language: DEFAULT_LANGUAGE }];
	return listOperatorInboxes(db, role, MAX_COPIES);
}

/** Stores a message and queues its mails in one transaction. Replies go to the sender. */
export async function createContactMessage(
	services: SupportServices,
	{ name, email, message, page = "" }: BodyOf<typeof sendContactMessage>,
	userId: UserId | null,
): Promise<void> {
	const now = services.wallNow();
	const inboxes = await findOperatorInboxes(services, "moderator");
	await services.db.transaction().execute(async (trx) => {
		const id = await insertContactMessage(trx, { name, email, message, page, userId, createdAt: now });
		const data = { id, name, email, message, page };
		const headers = { "Reply-To": email };
		for (const inbox of inboxes) await queueLimitedMail(trx, { kind: "contact-message", data, now, headers, ...inbox });
	});
}

const buildContactMessage = ({ user_id, created_at, handled_at, ...row }: ContactMessageRow): ContactMessage => ({
	...row,
	userId: user_id,
	createdAt: created_at.toISOString(),
	handledAt: formatInstant(handled_at),
});

/** Lists a page of messages, the newest first. */
export async function listContactMessages(
	db: Db,
	{ before, state }: { readonly before?: number | undefined; readonly state?: "open" | "handled" | undefined },
) {
	const rows = await listContactMessageRows(db, { before, state }, PAGE_SIZE + 1);
	const messages = rows.slice(0, PAGE_SIZE).map(buildContactMessage);
	return { messages, nextBefore: rows.length > PAGE_SIZE ? (messages.at(-1)?.id ?? null) : null };
}

/** Marks a message as handled. Idempotent; the time of the first call is kept. */
export const handleContactMessage = (db: Db, id: number, audit: AuditContext, now: number): Promise<ContactMessage> =>
	db.transaction().execute(async (trx) => {
		const isFirst = await markContactMessageHandled(trx, id, now);
		const row = await findContactMessage(trx, id);
		if (!row) throw refuse(404, "contact-message-unknown");
		const entry = {
			action: "contact-message-answered",
			subject: `contact-message:${id}`,
			before: { isOpen: true },
			after: { isOpen: false },
		};
		if (isFirst) await writeAudit(trx, audit, entry);
		return buildContactMessage(row);
	});
