import type { UserId } from "@first-bounce/rules/ids";
import { CompiledQuery } from "kysely";
import type { Db, RoundKey } from "../../../../db/tables/tables.ts";
import type { SquadNoticeKind } from "../notice.ts";
import { HAS_SUBSCRIPTION } from "../queries.ts";

export interface SquadNotice {
	readonly userId: UserId;
	readonly kind: SquadNoticeKind;
	/** As `Notice.subject`. */
	readonly subject: string;
}

/**
 * Creates notices of changes of draft leagues' squads. Call it in the transaction of the changes. Of each manager's preferences,
 * `draft_moves` turns on their push messages, and `draft_mails` their mails.
 */
export async function createSquadNotices(
	trx: Db,
	{ seasonId, roundId, wallNow }: RoundKey & { readonly wallNow: number },
	notices: readonly SquadNotice[],
): Promise<void> {
	if (notices.length === 0) return;
	const query = `WITH wanted AS (SELECT * FROM unnest($4::int[], $5::text[], $6::text[]) AS w (user_id, kind, subject)),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, mail_state, created_at)
			SELECT w.user_id, w.kind, $2, $3, w.subject, CASE WHEN np.draft_mails THEN 'waiting' END, $1::timestamptz
			FROM wanted w JOIN notification_preferences np ON np.user_id = w.user_id
			WHERE np.draft_mails OR (np.draft_moves AND ${HAS_SUBSCRIPTION})
			ON CONFLICT DO NOTHING RETURNING id, user_id)
		INSERT INTO notice_deliveries (notice_id, subscription_id, due_at) SELECT created.id, p.id, $1
		FROM created JOIN notification_preferences np ON np.user_id = created.user_id AND np.draft_moves
			JOIN push_subscriptions p ON p.user_id = created.user_id AND p.ended_at IS NULL`;
	await trx.executeQuery(
		CompiledQuery.raw(query, [
			new Date(wallNow),
			seasonId,
			roundId,
			notices.map(({ userId }) => userId),
			notices.map(({ kind }) => kind),
			notices.map(({ subject }) => subject),
		]),
	);
}
