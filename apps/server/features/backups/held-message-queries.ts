import { sql } from "kysely";
import { DISCARDED, HELD_UNTIL_SQL } from "../../db/held-messages.ts";
import { findRow } from "../../db/rows.ts";
import type { Db } from "../../db/tables/tables.ts";

/** Ends every session, also at the built-in identity provider, and sign-ins in progress. Access tokens stay. */
export async function endAllSessions(trx: Db): Promise<void> {
	await trx.deleteFrom("sessions").execute();
	await trx.deleteFrom("oidc_payloads").execute();
}

/** Holds what was queued up to an instant, until an operator sends or discards it. */
export async function holdMessages(trx: Db, before: Date): Promise<void> {
	await trx
		.insertInto("held_messages")
		.values({ before })
		.onConflict((conflict) => conflict.column("only_row").doUpdateSet({ before }))
		.execute();
}

/** Ends the hold. Returns false if nothing was held. */
export async function releaseMessages(trx: Db): Promise<boolean> {
	const { numDeletedRows } = await trx.deleteFrom("held_messages").executeTakeFirst();
	return numDeletedRows > 0n;
}

export interface HeldCounts {
	/** Mails in the outbox, and those of results and notices that are not there yet. */
	readonly mails: number;
	readonly pushes: number;
	/** Cards for the webhooks of leagues, and alerts for that of the operators. */
	readonly webhooks: number;
}

const held = sql.raw(HELD_UNTIL_SQL);

/** Counts what is held; null if there is no hold. */
export async function countHeldMessages(db: Db): Promise<HeldCounts | null> {
	const row = await findRow(db)<HeldCounts>`
		SELECT (SELECT count(*) FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL AND created_at <= before)
				+ (SELECT count(*) FROM result_mails WHERE queued_at IS NULL AND created_at <= before)
				+ (SELECT count(*) FROM notices WHERE mail_state = 'waiting' AND created_at <= before) AS mails,
			(SELECT count(*) FROM notice_deliveries d JOIN notices n ON n.id = d.notice_id
				WHERE d.ended_at IS NULL AND n.created_at <= before) AS pushes,
			(SELECT count(*) FROM league_webhook_deliveries WHERE outcome IS NULL AND created_at <= before)
				+ (SELECT count(*) FROM operator_alert_messages
					WHERE sent_at IS NULL AND failed_at IS NULL AND created_at <= before) AS webhooks
		FROM held_messages`;
	return row ?? null;
}

/** Marks what is held as not sent, so that it never is. */
export async function discardHeldMessages(trx: Db, now: Date): Promise<void> {
	await sql`UPDATE outbox_mails SET failed_at = ${now}, last_error = ${DISCARDED}
		WHERE sent_at IS NULL AND failed_at IS NULL AND created_at <= ${held}`.execute(trx);
	await sql`UPDATE result_mails SET queued_at = ${now} WHERE queued_at IS NULL AND created_at <= ${held}`.execute(trx);
	await sql`UPDATE notices SET mail_state = 'queued' WHERE mail_state = 'waiting' AND created_at <= ${held}`.execute(
		trx,
	);
	await sql`UPDATE notice_deliveries d SET outcome = 'unwanted', ended_at = ${now} FROM notices n
		WHERE n.id = d.notice_id AND d.ended_at IS NULL AND n.created_at <= ${held}`.execute(trx);
	await sql`UPDATE league_webhook_deliveries SET outcome = 'unwanted', ended_at = ${now}
		WHERE outcome IS NULL AND created_at <= ${held}`.execute(trx);
	await sql`UPDATE operator_alert_messages SET failed_at = ${now}, last_error = ${DISCARDED}
		WHERE sent_at IS NULL AND failed_at IS NULL AND created_at <= ${held}`.execute(trx);
}
