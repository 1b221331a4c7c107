import type { MailEntry } from "@first-bounce/contract/operator/mails";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import { buildPage, formatInstant } from "../pagination.ts";

const PAGE_SIZE = 50;

const mailsOf = (db: Kysely<Tables>) =>
	db
		.selectFrom("outbox_mails")
		.select(["id", "kind", "to_address", "subject", "created_at", "due_at", "sent_at", "failed_at", "attempts"])
		.select("last_error");
type Row = Awaited<ReturnType<ReturnType<typeof mailsOf>["execute"]>>[number];

const buildEntry = (row: Row): MailEntry => ({
	id: row.id,
	kind: row.kind,
	to: row.to_address,
	subject: row.subject,
	state: row.sent_at ? "sent" : row.failed_at ? "failed" : "due",
	createdAt: row.created_at.toISOString(),
	dueAt: row.due_at.toISOString(),
	sentAt: formatInstant(row.sent_at),
	attempts: row.attempts,
	lastError: row.last_error,
});

/** The outbox, the newest first. */
export async function listMails(
	db: Kysely<Tables>,
	{ before, state }: { before?: number | undefined; state?: MailEntry["state"] | undefined },
) {
	const rows = await mailsOf(db)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(state === "sent", (query) => query.where("sent_at", "is not", null))
		.$if(state === "failed", (query) => query.where("failed_at", "is not", null))
		.$if(state === "due", (query) => query.where("sent_at", "is", null).where("failed_at", "is", null))
		.orderBy("id", "desc")
		.limit(PAGE_SIZE + 1)
		.execute();
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { mails: page.map(buildEntry), nextBefore };
}

/** The secret of a mailed link opens an account: it is read only where mails are not sent but read here. */
const redactSecrets = (text: string): string => text.replaceAll(/#[\w-]{43}/g, "#…");

/** A mail with its text; `hasTransport` where mails go out by SMTP. */
export async function getMail(
	db: Kysely<Tables>,
	id: number,
	hasTransport: boolean,
): Promise<{ mail: MailEntry; text: string }> {
	const row = await mailsOf(db).select("body_text").where("id", "=", id).executeTakeFirst();
	if (!row) throw refuse(404, "mail-unknown");
	return { mail: buildEntry(row), text: hasTransport ? redactSecrets(row.body_text) : row.body_text };
}

/** Has a mail sent at the next opportunity, as if it had never been tried. */
export const resendMail = (db: Kysely<Tables>, id: number, audit: AuditContext, now: number): Promise<MailEntry> =>
	db.transaction().execute(async (transaction) => {
		const { mail: before } = await getMail(transaction, id, true);
		await transaction
			.updateTable("outbox_mails")
			.set({ due_at: new Date(now), attempts: 0, last_error: null, sent_at: null, failed_at: null })
			.where("id", "=", id)
			.execute();
		const { mail: after } = await getMail(transaction, id, true);
		await writeAudit(transaction, audit, { action: "mail-resent", subject: `mail:${id}`, before, after });
		return after;
	});
