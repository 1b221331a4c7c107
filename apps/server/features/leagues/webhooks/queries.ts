import type { RoundId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import { HELD_UNTIL_SQL } from "../../../db/held-messages.ts";
import { prepared } from "../../../db/prepared.ts";
import { findRow, hasRow, listRows } from "../../../db/rows.ts";
import type { LeagueCardKind } from "../../../db/tables/conversations.ts";
import type { Db, OptionalRow, Row, Tables } from "../../../db/tables/tables.ts";

export const listWebhooks = (db: Db, leagueId: number) =>
	db.selectFrom("league_webhooks").where("league_id", "=", leagueId).orderBy("id").selectAll().execute();

export const findWebhook = (db: Db, leagueId: number, id: number) =>
	db
		.selectFrom("league_webhooks")
		.where("league_id", "=", leagueId)
		.where("id", "=", id)
		.selectAll()
		.executeTakeFirst();

/** Adds a webhook to a locked conversation; false if the league already has one with this address. */
export async function insertWebhook(trx: Db, webhook: Insertable<Tables["league_webhooks"]>) {
	const { numInsertedOrUpdatedRows = 0n } = await trx
		.insertInto("league_webhooks")
		.values(webhook)
		.onConflict((conflict) => conflict.columns(["league_id", "address"]).doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** Sets which cards a webhook sends; false if there is no such webhook. */
export async function updateWebhookContent(
	trx: Db,
	leagueId: number,
	id: number,
	{ sendsCards, sendsRecap }: { readonly sendsCards: boolean; readonly sendsRecap: boolean },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("league_webhooks")
		.set({ sends_cards: sendsCards, sends_recap: sendsRecap })
		.where("league_id", "=", leagueId)
		.where("id", "=", id)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export const deleteWebhook = (trx: Db, leagueId: number, id: number) =>
	trx.deleteFrom("league_webhooks").where("league_id", "=", leagueId).where("id", "=", id).execute();

/**
 * Switches a webhook on after a successful test. Waiting deliveries are due at `retryAt` at the latest. That is no earlier
 * than the end of any lease, so a delivery that is being sent is not sent twice.
 */
export const enableWebhook = (db: Db, id: number, retryAt: Date) =>
	sql`UPDATE league_webhooks SET failures = 0, retry_at = least(retry_at, ${retryAt}::timestamptz), disabled_at = NULL
		WHERE id = ${id}`.execute(db);

/** Records that a webhook works, so that its next delivery is due at once. */
export const markWebhookWorking = (db: Db, id: number, now: Date) =>
	sql`UPDATE league_webhooks SET failures = 0, retry_at = ${now}, disabled_at = NULL WHERE id = ${id}`.execute(db);

/** Queues a round's cards of one kind, each once, for the webhooks that send them and are no younger than the cards. */
export const queueDeliveries = (
	trx: Db,
	{ kind, roundId, at }: { readonly kind: LeagueCardKind; readonly roundId: RoundId; readonly at: Date },
	leagueIds: readonly number[],
) =>
	sql`${prepared("queue-card-deliveries")}
		INSERT INTO league_webhook_deliveries (webhook_id, message_id, created_at)
		SELECT w.id, m.id, ${at}::timestamptz FROM league_messages m JOIN league_webhooks w ON w.league_id = m.league_id
		WHERE m.league_id = ANY (${leagueIds}::int[]) AND m.round_id = ${roundId} AND m.kind = ${kind}
			AND m.hidden_at IS NULL AND w.disabled_at IS NULL AND w.created_at <= m.at
			AND CASE WHEN m.kind = 'recap' THEN w.sends_recap ELSE w.sends_cards END
		ON CONFLICT DO NOTHING`.execute(trx);

/** Whether the webhook `w` has a delivery that has not ended. */
const HAS_WAITING_DELIVERY = sql`EXISTS (
	SELECT FROM league_webhook_deliveries d WHERE d.webhook_id = w.id AND d.outcome IS NULL AND d.created_at > ${sql.raw(HELD_UNTIL_SQL)})`;

export const hasDueDelivery = (db: Db, now: Date): Promise<boolean> =>
	hasRow(db)`SELECT FROM league_webhooks w
		WHERE w.disabled_at IS NULL AND w.retry_at <= ${now} AND ${HAS_WAITING_DELIVERY}`;

export interface DueDelivery {
	readonly webhookId: number;
	readonly leagueId: number;
	readonly messageId: number;
	readonly address: string;
	readonly service: "discord" | "slack";
	readonly language: string;
	readonly createdAt: Date;
	/** Failed attempts since the last successful one. */
	readonly failures: number;
	/** Whether the webhook still sends messages of this kind. */
	readonly isWanted: boolean;
}

/**
 * Claims the oldest waiting delivery of each due webhook, for at most `limit` webhooks. Until the lease ends, no other job
 * gets a delivery of these webhooks, so that no card is sent twice and the cards of a webhook stay in order.
 */
export const claimDeliveries = (
	db: Db,
	{ now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<readonly DueDelivery[]> =>
	listRows(db)<DueDelivery>`
		WITH leased AS (
			UPDATE league_webhooks SET retry_at = ${leaseUntil} WHERE id IN (
				SELECT w.id FROM league_webhooks w WHERE w.disabled_at IS NULL AND w.retry_at <= ${now} AND ${HAS_WAITING_DELIVERY}
				ORDER BY w.retry_at, w.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
			RETURNING *),
		next AS (
			SELECT w.*, (SELECT min(d.message_id) FROM league_webhook_deliveries d
				WHERE d.webhook_id = w.id AND d.outcome IS NULL AND d.created_at > ${sql.raw(HELD_UNTIL_SQL)}) AS message_id FROM leased w)
		UPDATE league_webhook_deliveries d SET attempts = d.attempts + 1
		FROM next w JOIN league_messages m ON m.id = w.message_id
		WHERE d.webhook_id = w.id AND d.message_id = w.message_id
		RETURNING w.id AS "webhookId", w.league_id AS "leagueId", d.message_id AS "messageId", w.address, w.service,
			w.language, d.created_at AS "createdAt", w.failures,
			CASE WHEN m.kind = 'recap' THEN w.sends_recap ELSE w.sends_cards END AND m.hidden_at IS NULL AS "isWanted"
		`;

type DeliveryKey = Pick<DueDelivery, "webhookId" | "messageId">;

/** Records the outcome of a delivery, which is not attempted again. */
export const endDelivery = (
	db: Db,
	{ webhookId, messageId }: DeliveryKey,
	end: { readonly outcome: "sent" | "failed" | "unwanted"; readonly at: Date; readonly reason?: string },
) =>
	sql`UPDATE league_webhook_deliveries SET outcome = ${end.outcome}, ended_at = ${end.at}, reason = ${end.reason ?? null}
		WHERE webhook_id = ${webhookId} AND message_id = ${messageId}`.execute(db);

/** Records why a delivery was not made, and lets the webhook send nothing until `retryAt`. */
export async function postponeWebhook(
	db: Db,
	{ webhookId, messageId }: DeliveryKey,
	{ failures, retryAt, reason }: { readonly failures: number; readonly retryAt: Date; readonly reason: string },
): Promise<void> {
	await db.updateTable("league_webhooks").set({ failures, retry_at: retryAt }).where("id", "=", webhookId).execute();
	await sql`UPDATE league_webhook_deliveries SET reason = ${reason.slice(0, 300)}
		WHERE webhook_id = ${webhookId} AND message_id = ${messageId}`.execute(db);
}

/** Switches a webhook off and ends its waiting deliveries; false if it was off already. */
export async function disableWebhook(trx: Db, id: number, at: Date, reason: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("league_webhooks")
		.set({ disabled_at: at })
		.where("id", "=", id)
		.where("disabled_at", "is", null)
		.executeTakeFirst();
	await sql`UPDATE league_webhook_deliveries SET outcome = 'failed', ended_at = ${at}, reason = ${reason.slice(0, 300)}
		WHERE webhook_id = ${id} AND outcome IS NULL`.execute(trx);
	return numUpdatedRows > 0n;
}

/** Finds a league with its commissioner's email address, name and language. */
export const findLeagueWithCommissioner = (db: Db, leagueId: number) =>
	findRow(db)<
		Row<"leagues", "id" | "season_id" | "name" | "finals"> & OptionalRow<"users", "email" | "first_name" | "language">
	>`
		SELECT l.id, l.season_id, l.name, l.finals, u.email, u.first_name, u.language
		FROM leagues l LEFT JOIN users u ON u.id = l.commissioner_id WHERE l.id = ${leagueId}`;

export const deleteWebhooksOfLeague = (trx: Db, leagueId: number) =>
	trx.deleteFrom("league_webhooks").where("league_id", "=", leagueId).execute();
