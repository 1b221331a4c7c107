import type { MailEntry } from "@first-bounce/contract/operator/mails";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { buildPage } from "../pagination.ts";
import { findMail, listMailRows, type MailRow, updateMailToDue } from "./queries.ts";

const PAGE_SIZE = 50;

function getState({ sent_at, failed_at }: MailRow): MailEntry["state"] {
	if (sent_at) return "sent";
	return failed_at ? "failed" : "due";
}

const buildEntry = (row: MailRow): MailEntry => ({
	id: row.id,
	kind: row.kind,
	to: row.to_address,
	subject: row.subject,
	state: getState(row),
	createdAt: row.created_at.toISOString(),
	dueAt: row.due_at.toISOString(),
	sentAt: formatInstant(row.sent_at),
	attempts: row.attempts,
	lastError: row.last_error,
});

/** Lists a page of the outbox, the newest first. */
export async function listMails(
	db: Db,
	{ before, state }: { before?: number | undefined; state?: MailEntry["state"] | undefined },
) {
	const rows = await listMailRows(db, { before, state }, PAGE_SIZE + 1);
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { mails: page.map(buildEntry), nextBefore };
}

/** Removes the tokens of mailed links, 43 characters after `#`, which give access to accounts. */
const redactSecrets = (text: string): string => text.replaceAll(/#[\w-]{43}/g, "#…");

async function getMailRow(db: Db, id: number) {
	const row = await findMail(db, id);
	if (!row) throw refuse(404, "mail-unknown");
	return row;
}

/** Returns a mail with its text. Without a mail server, operators pass mails on by hand, so tokens are not removed. */
export async function getMail(db: Db, id: number, hasMailServer: boolean): Promise<{ mail: MailEntry; text: string }> {
	const row = await getMailRow(db, id);
	return { mail: buildEntry(row), text: hasMailServer ? redactSecrets(row.body_text) : row.body_text };
}

/** Resets a mail so that the next delivery sends it again. */
export const resendMail = (db: Db, id: number, audit: AuditContext, now: number): Promise<MailEntry> =>
	db.transaction().execute(async (trx) => {
		const before = buildEntry(await getMailRow(trx, id));
		await updateMailToDue(trx, id, now);
		const after = buildEntry(await getMailRow(trx, id));
		// The log keeps longer than the mail, so it gets neither address nor subject.
		const getAuditValues = ({ kind, state, attempts }: MailEntry) => ({ kind, state, attempts });
		const entry = { action: "mail-resent", subject: `mail:${id}` };
		await writeAudit(trx, audit, { ...entry, before: getAuditValues(before), after: getAuditValues(after) });
		return after;
	});
