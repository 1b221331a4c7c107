import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { HELD_UNTIL } from "../../../db/held-messages.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { buildUnsubscribeHeaders, buildUnsubscribeUrl } from "../mail/unsubscribe.ts";
import type { Notice } from "../notices/notice.ts";
import { createNameLookup } from "../notices/notification-content.ts";
import { findSquadNews } from "./find-squad-news.ts";

interface WaitingSquadMail extends Pick<Notice, "id" | "userId" | "kind" | "roundId" | "subject"> {
	readonly email: string;
	readonly firstName: string;
	readonly language: string;
	/** The token of the link that turns these mails off. */
	readonly token: string;
}

/**
 * Claims waiting mails about squads of a season until the transaction ends. Skips users who turned these mails off, are deactivated or
 * have no verified address.
 */
async function claimSquadMails(
	trx: Kysely<Tables>,
	seasonId: number,
	limit: number,
): Promise<readonly WaitingSquadMail[]> {
	const { rows } = await sql<WaitingSquadMail>`
		SELECT n.id, n.user_id AS "userId", n.kind, n.round_id AS "roundId", n.subject, u.email, u.first_name AS "firstName",
			u.language, np.mail_token AS token
		FROM notices n JOIN users u ON u.id = n.user_id JOIN notification_preferences np ON np.user_id = n.user_id
		WHERE n.season_id = ${seasonId} AND n.mail_state = 'waiting' AND n.kind <> 'correction' AND np.draft_mails
			AND u.is_active AND u.email_verified_at IS NOT NULL AND n.created_at > ${sql.raw(HELD_UNTIL)}
		ORDER BY n.created_at, n.id LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED`.execute(trx);
	return rows;
}

/** Puts waiting mails about squads into the outbox, unless they are out of date; returns how many it has looked at. */
export async function queueSquadMails(
	trx: Kysely<Tables>,
	sources: { readonly pool: Pool; readonly season: SeasonSnapshot; readonly wallNow: number },
	{ publicUrl, limit }: { readonly publicUrl: string; readonly limit: number },
): Promise<number> {
	const waitingMails = await claimSquadMails(trx, sources.season.seasonId, limit);
	for (const { id, email, firstName, language, token, ...notice } of waitingMails) {
		const found = await findSquadNews(sources.pool, notice, sources.wallNow);
		if (found)
			await queueMail(trx, {
				kind: "draft-moves",
				to: email,
				data: {
					firstName,
					news: found.news,
					getPlayerName: createNameLookup(sources.season),
					url: `${publicUrl}${found.url}`,
					unsubscribe: buildUnsubscribeUrl(publicUrl, token, "draft"),
				},
				now: sources.wallNow,
				language,
				headers: buildUnsubscribeHeaders(publicUrl, token, "draft"),
			});
		await sql`UPDATE notices SET mail_state = 'queued' WHERE id = ${id}`.execute(trx);
	}
	return waitingMails.length;
}
