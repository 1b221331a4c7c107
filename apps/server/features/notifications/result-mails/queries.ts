import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import type { Pool } from "pg";
import { z } from "zod";
import { HELD_UNTIL_SQL } from "../../../db/held-messages.ts";
import { listRows } from "../../../db/rows.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import type { Recipient } from "../mail/unsubscribe.ts";
import type { Notice } from "../notices/notice.ts";

/** The mail of a result to put into the outbox. */
export interface WaitingMail extends Recipient {
	readonly userId: UserId;
	readonly roundId: RoundId;
}

/**
 * Claims waiting mails of a season until the transaction ends. Skips users who turned these mails off, are deactivated or
 * have no verified address.
 */
export const claimWaitingMails = (trx: Db, seasonId: number, limit: number): Promise<readonly WaitingMail[]> =>
	listRows(trx)<WaitingMail>`
		SELECT m.user_id AS "userId", m.round_id AS "roundId", u.email, u.first_name AS "firstName", u.language,
			np.mail_token AS token
		FROM result_mails m JOIN users u ON u.id = m.user_id JOIN notification_preferences np ON np.user_id = m.user_id
		WHERE m.season_id = ${seasonId} AND m.queued_at IS NULL AND np.result_mails AND u.is_active
			AND u.email_verified_at IS NOT NULL AND m.created_at > ${sql.raw(HELD_UNTIL_SQL)}
		ORDER BY m.created_at, m.user_id LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED`;

export const markMailQueued = (
	trx: Db,
	{ userId, seasonId, roundId }: RoundKey & { readonly userId: UserId },
	at: number,
) =>
	sql`UPDATE result_mails SET queued_at = ${new Date(at)}
		WHERE user_id = ${userId} AND season_id = ${seasonId} AND round_id = ${roundId}`.execute(trx);

/** A mail about a correction or about squads of draft leagues to put into the outbox. */
export type WaitingNoticeMail = WaitingMail &
	Pick<Notice, "id" | "kind" | "subject"> & {
		/** The classic team; null without one. */
		readonly teamId: TeamId | null;
	};

/** Claims waiting mails about notices of a season, as `claimWaitingMails` does. */
export const claimNoticeMails = (
	trx: Db,
	seasonId: number,
	areCorrections: boolean,
	limit: number,
): Promise<readonly WaitingNoticeMail[]> =>
	listRows(trx)<WaitingNoticeMail>`
		SELECT n.id, n.kind, n.round_id AS "roundId", n.subject, t.id AS "teamId", n.user_id AS "userId", u.email,
			u.first_name AS "firstName", u.language, np.mail_token AS token
		FROM notices n JOIN users u ON u.id = n.user_id JOIN notification_preferences np ON np.user_id = n.user_id
		LEFT JOIN teams t ON t.season_id = n.season_id AND t.user_id = n.user_id
		WHERE n.season_id = ${seasonId} AND n.mail_state = 'waiting' AND (n.kind = 'correction') = ${areCorrections}
			AND CASE n.kind WHEN 'correction' THEN np.result_mails ELSE np.draft_mails END
			AND u.is_active AND u.email_verified_at IS NOT NULL AND n.created_at > ${sql.raw(HELD_UNTIL_SQL)}
		ORDER BY n.created_at, n.id LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED`;

export const markNoticeMailQueued = (trx: Db, noticeId: string) =>
	sql`UPDATE notices SET mail_state = 'queued' WHERE id = ${noticeId}`.execute(trx);

/** Whether any mail of a result or a notice waits. The query is cheap, because it runs every few seconds and rarely finds one. */
export async function hasWaitingMail(pool: Pool): Promise<boolean> {
	const { rows } = await pool.query<{ isWaiting: boolean }>(
		`SELECT EXISTS (SELECT FROM result_mails WHERE queued_at IS NULL AND created_at > ${HELD_UNTIL_SQL})
			OR EXISTS (SELECT FROM notices WHERE mail_state = 'waiting' AND created_at > ${HELD_UNTIL_SQL}) AS "isWaiting"`,
	);
	return rows[0]?.isWaiting ?? false;
}

/** Drops mails that have waited too long, such as those of users who turned them off. */
export async function dropStaleMails(pool: Pool, before: number): Promise<void> {
	await pool.query("DELETE FROM result_mails WHERE queued_at IS NULL AND created_at < $1", [new Date(before)]);
	await pool.query("UPDATE notices SET mail_state = NULL WHERE mail_state = 'waiting' AND created_at < $1", [
		new Date(before),
	]);
}

/** Turns mails of results, or about draft leagues, off for the user with this token; an unknown token changes nothing. */
export async function turnOffMails(db: Db, token: string, mails: "results" | "draft"): Promise<void> {
	if (!z.uuid().safeParse(token).success) return;
	const change = mails === "results" ? { result_mails: false } : { draft_mails: false };
	await db.updateTable("notification_preferences").set(change).where("mail_token", "=", token).execute();
}
