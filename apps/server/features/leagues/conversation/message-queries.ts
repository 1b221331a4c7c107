import type { CardTeam } from "@first-bounce/contract/leagues/league-cards";
import type { UserId } from "@first-bounce/rules/ids";
import { type RawBuilder, sql, type Updateable } from "kysely";
import { insertMissing, listRows, listValues } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import type { NamedMemberRow } from "./member-queries.ts";

/** A message as read for certain viewers. Of the users who reported it or reacted to it, it names only these viewers. */
export type MessageRow = Row<
	"league_messages",
	"id" | "league_id" | "version" | "kind" | "text" | "at" | "round_id" | "client_key" | "is_pinned" | "pinned_at"
> & {
	/** A card's content, and the teams that it names; null for a text. */
	readonly card: unknown;
	readonly teams: readonly CardTeam[] | null;
	readonly is_hidden: boolean;
	readonly author: NamedMemberRow | null;
	/** Who pinned it last. */
	readonly pinner: NamedMemberRow | null;
	readonly mentions: readonly NamedMemberRow[] | null;
	/** The viewers who have reported it. */
	readonly reporters: readonly UserId[];
	readonly reactions:
		| readonly {
				readonly emoji: string;
				readonly count: number;
				/** The viewers who have reacted with it. */
				readonly userIds: readonly UserId[];
		  }[]
		| null;
	readonly parent:
		| (Row<"league_messages", "id" | "text"> & {
				readonly author: NamedMemberRow;
				readonly is_hidden: boolean;
				readonly reporters: readonly UserId[];
		  })
		| null;
};

/** How many characters of a message its replies quote. */
const MAX_QUOTE_LENGTH = 140;

const buildUserJson = (alias: string) =>
	sql`json_build_object('user_id', ${sql.ref(`${alias}.id`)}, 'team_name', ${sql.ref(`${alias}.team_name`)},
		'is_active', ${sql.ref(`${alias}.is_active`)})`;

/** Selects messages as read for these viewers. The filter calls the table `m`. */
export const selectMessages = async (db: Db, viewers: readonly UserId[], filter: RawBuilder<unknown>) => {
	const buildReporters = (messageIdColumn: string) => sql`ARRAY(SELECT user_id FROM league_message_reports
		WHERE message_id = ${sql.ref(messageIdColumn)} AND user_id = ANY (${viewers}::int[]))`;
	return listRows(db)<MessageRow>`
		SELECT m.id, m.league_id, m.version, m.kind, m.text, m.at, m.client_key, m.hidden_at IS NOT NULL AS is_hidden,
			m.round_id, m.data->'card' AS card, m.is_pinned, m.pinned_at,
			CASE WHEN m.kind <> 'text' THEN (
				SELECT json_agg(json_build_object('teamId', ct.id, 'userId', coalesce(cu.id, 0),
					'teamName', CASE WHEN coalesce(cu.is_active, true) THEN coalesce(ct.name, cu.team_name, '') ELSE '' END))
				FROM teams ct LEFT JOIN league_members cm ON cm.league_id = ct.league_id AND cm.team_id = ct.id
					LEFT JOIN users cu ON cu.id = coalesce(ct.user_id, cm.user_id)
				WHERE ct.id IN (SELECT jsonb_array_elements_text(m.data->'teamIds')::int)) END AS teams,
			CASE WHEN u.id IS NOT NULL THEN ${buildUserJson("u")} END AS author,
			CASE WHEN q.id IS NOT NULL THEN ${buildUserJson("q")} END AS pinner,
			CASE WHEN m.mentions <> '{}' THEN (SELECT json_agg(${buildUserJson("n")} ORDER BY n.id) FROM users n
				WHERE n.id = ANY (m.mentions)) END AS mentions,
			${buildReporters("m.id")} AS reporters,
			(SELECT json_agg(json_build_object('emoji', r.emoji, 'count', r.count, 'userIds', r.user_ids) ORDER BY r.first,
				r.emoji COLLATE "C")
				FROM (SELECT emoji, count(*) AS count, min(at) AS first,
					coalesce(array_agg(user_id) FILTER (WHERE user_id = ANY (${viewers}::int[])), '{}') AS user_ids
					FROM league_message_reactions WHERE message_id = m.id GROUP BY emoji) AS r) AS reactions,
			CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'author', ${buildUserJson("pu")},
				'text', left(p.text, ${MAX_QUOTE_LENGTH}), 'is_hidden', p.hidden_at IS NOT NULL,
				'reporters', ${buildReporters("p.id")}) END AS parent
		FROM league_messages m LEFT JOIN users u ON u.id = m.user_id LEFT JOIN users q ON q.id = m.pinned_by
			LEFT JOIN league_messages p ON p.id = m.reply_to LEFT JOIN users pu ON pu.id = p.user_id
		${filter}`;
};

/**
 * Lists messages of a league, newest first, from before the id `before` if it is given. Hidden messages, those that the
 * viewer has reported and announcements of earlier versions are left out.
 */
export const listMessagesBefore = (
	db: Db,
	leagueId: number,
	viewer: UserId,
	{ before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<MessageRow[]> =>
	selectMessages(
		db,
		[viewer],
		sql`WHERE m.league_id = ${leagueId} AND m.hidden_at IS NULL AND m.kind <> 'announcement' ${before === null ? sql`` : sql`AND m.id < ${before}`}
			AND NOT EXISTS (SELECT FROM league_message_reports x WHERE x.message_id = m.id AND x.user_id = ${viewer})
			ORDER BY m.id DESC LIMIT ${limit}`,
	);

/** Lists messages that changed after a version, hidden ones included, the earliest change first. */
export const listChangedMessages = (
	db: Db,
	leagueId: number,
	viewers: readonly UserId[],
	{ after, limit }: { readonly after: number; readonly limit: number },
): Promise<MessageRow[]> =>
	selectMessages(
		db,
		viewers,
		sql`WHERE m.league_id = ${leagueId} AND m.version > ${after} ORDER BY m.version, m.id LIMIT ${limit}`,
	);

export async function findMessage(
	db: Db,
	leagueId: number,
	viewer: UserId,
	id: number,
): Promise<MessageRow | undefined> {
	const [row] = await selectMessages(db, [viewer], sql`WHERE m.league_id = ${leagueId} AND m.id = ${id}`);
	return row;
}

export const listMessagesByIds = (db: Db, leagueId: number, viewers: readonly UserId[], ids: readonly number[]) =>
	selectMessages(db, viewers, sql`WHERE m.league_id = ${leagueId} AND m.id = ANY (${ids}::int[])`);

/** Finds the messages that are already stored, by their senders and idempotency keys. */
export const findMessagesByKey = (
	trx: Db,
	leagueId: number,
	keys: readonly { readonly userId: UserId; readonly key: string }[],
): Promise<readonly { readonly id: number; readonly user_id: UserId; readonly client_key: string }[]> =>
	listRows(trx)<{ id: number; user_id: UserId; client_key: string }>`
		SELECT m.id, m.user_id, m.client_key FROM league_messages m
			JOIN unnest(${keys.map(({ userId }) => userId)}::int[], ${keys.map(({ key }) => key)}::uuid[]) AS k (user_id, key)
				ON k.user_id = m.user_id AND k.key = m.client_key
		WHERE m.league_id = ${leagueId}`;

/** Lists which of `ids` can be replied to: messages of members of this league, no cards and nothing hidden. */
export const listReplyTargets = (trx: Db, leagueId: number, ids: readonly number[]): Promise<number[]> =>
	listValues(trx)<number>`
		SELECT id FROM league_messages WHERE id = ANY (${ids}::int[]) AND league_id = ${leagueId} AND hidden_at IS NULL
			AND kind IN ('text', 'announcement')`;

/** A new message of a member. */
export type NewMessage = Row<
	"league_messages",
	"league_id" | "version" | "user_id" | "text" | "reply_to" | "mentions" | "at"
> & { readonly client_key: string };

/** Inserts messages in the order of their versions, and returns their ids in this order. */
export async function insertMessages(trx: Db, messages: readonly NewMessage[]) {
	if (messages.length === 0) return [];
	const rows = await trx.insertInto("league_messages").values(messages).returning(["id", "version"]).execute();
	return rows.toSorted((one, other) => one.version - other.version).map(({ id }) => id);
}

interface Reaction {
	readonly messageId: number;
	readonly userId: UserId;
	readonly emoji: string;
}

export const insertReaction = (trx: Db, { messageId, userId, emoji }: Reaction, at: Date) =>
	insertMissing(trx, "league_message_reactions", { message_id: messageId, user_id: userId, emoji, at });

export const deleteReaction = (trx: Db, { messageId, userId, emoji }: Reaction) =>
	sql`DELETE FROM league_message_reactions
		WHERE message_id = ${messageId} AND user_id = ${userId} AND emoji = ${emoji}`.execute(trx);

/** Changes a message. Its new version makes clients receive it again. */
export const updateMessage = (
	trx: Db,
	id: number,
	changes: Pick<Updateable<Tables["league_messages"]>, "is_pinned"> & { readonly version: number },
) => trx.updateTable("league_messages").set(changes).where("id", "=", id).execute();

/** Marks another member's message as reported; false if there is no such message, or if it has no text to report. */
export async function markMessageReported(
	trx: Db,
	leagueId: number,
	id: number,
	{ reporter, at }: { readonly reporter: UserId; readonly at: Date },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("league_messages")
		.set((expression) => ({ reported_at: expression.fn.coalesce("reported_at", expression.val(at)) }))
		.where("id", "=", id)
		.where("league_id", "=", leagueId)
		.where("text", "<>", "")
		.where("hidden_at", "is", null)
		.where("user_id", "<>", reporter)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export const insertMessageReport = (trx: Db, id: number, reporter: UserId, at: Date) =>
	insertMissing(trx, "league_message_reports", { message_id: id, user_id: reporter, at });
