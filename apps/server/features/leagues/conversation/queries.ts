import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Updateable } from "kysely";
import type { Pool } from "pg";
import { findRow, listRows, listValues } from "../../../db/rows.ts";
import type { HiddenBy } from "../../../db/tables/conversations.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import { deleteWebhooksOfLeague } from "../webhooks/queries.ts";

export type ConversationRow = Row<"league_conversations", "version" | "locked_at">;

/** Finds a league's conversation; undefined before its first change. */
export const findConversation = (db: Db, leagueId: number): Promise<ConversationRow | undefined> =>
	findRow(db)<ConversationRow>`SELECT version, locked_at FROM league_conversations WHERE league_id = ${leagueId}`;

/** Locks a conversation and increments its version. Undefined for a league that does not exist or was deleted. */
export const lockConversation = (trx: Db, seasonId: number, leagueId: number) =>
	findRow(trx)<ConversationRow>`
		INSERT INTO league_conversations AS c (league_id, version)
		SELECT id, 1 FROM leagues WHERE id = ${leagueId} AND season_id = ${seasonId} AND deleted_at IS NULL
		ON CONFLICT (league_id) DO UPDATE SET version = c.version + 1 RETURNING version, locked_at`;

/** Like `lockConversation`, but does not increment the version: the caller does, by `updateConversation`. */
export async function lockConversationToWrite(
	trx: Db,
	seasonId: number,
	leagueId: number,
): Promise<ConversationRow | undefined> {
	const row = await findRow(trx)<ConversationRow>`
		SELECT c.version, c.locked_at FROM league_conversations c JOIN leagues l ON l.id = c.league_id
		WHERE c.league_id = ${leagueId} AND l.season_id = ${seasonId} AND l.deleted_at IS NULL FOR UPDATE OF c`;
	if (row) return row;
	const created = await lockConversation(trx, seasonId, leagueId);
	return created && { ...created, version: created.version - 1 };
}

export const updateConversation = (trx: Db, leagueId: number, changes: Updateable<Tables["league_conversations"]>) =>
	trx.updateTable("league_conversations").set(changes).where("league_id", "=", leagueId).execute();

/** Sets the last message that a member has read, unless a later one is stored. */
export const saveReadId = (db: Db, leagueId: number, userId: UserId, id: number) =>
	sql`
		INSERT INTO league_conversation_members AS s (league_id, user_id, read_id)
		SELECT ${leagueId}, ${userId}, m.id FROM league_messages m WHERE m.league_id = ${leagueId} AND m.id <= ${id}
		ORDER BY m.id DESC LIMIT 1
		ON CONFLICT (league_id, user_id) DO UPDATE SET read_id = excluded.read_id WHERE s.read_id < excluded.read_id
		`.execute(db);

const MAX_UNREAD = 100;

/** Counts each league's unread messages since the user joined, up to `MAX_UNREAD`. Of the cards, only recaps count. */
export const countUnread = (
	db: Db,
	{ seasonId, userId, leagueId = null }: { seasonId: number; userId: UserId; leagueId?: number | null },
): Promise<{ leagueId: number; unread: number }[]> =>
	listRows(db)<{ leagueId: number; unread: number }>`
		SELECT m.league_id AS "leagueId", unread.count AS unread
		FROM league_members m JOIN leagues l ON l.id = m.league_id AND l.season_id = ${seasonId}
			JOIN league_conversations c ON c.league_id = m.league_id
			LEFT JOIN league_conversation_members s ON s.league_id = m.league_id AND s.user_id = m.user_id
			CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
				SELECT FROM league_messages t
				WHERE t.league_id = m.league_id AND t.id > coalesce(s.read_id, 0) AND t.at >= m.joined_at
					AND t.hidden_at IS NULL AND t.user_id IS DISTINCT FROM m.user_id AND t.kind IN ('text', 'recap')
					AND NOT EXISTS (SELECT FROM league_message_reports r WHERE r.message_id = t.id AND r.user_id = m.user_id)
				LIMIT ${MAX_UNREAD}) AS each) AS unread
		WHERE m.user_id = ${userId} AND unread.count > 0 ${leagueId === null ? sql`` : sql`AND m.league_id = ${leagueId}`}
		ORDER BY m.league_id`;

/** Hides messages of a league. Replies to them get the new version too, because they quote them. */
export async function hideMessages(
	trx: Db,
	{ leagueId, version }: { readonly leagueId: number; readonly version: number },
	{ ids, by, at }: { readonly ids: readonly number[]; readonly by: HiddenBy; readonly at: Date },
): Promise<number> {
	// Texts that their author removes are erased; those that others hide are kept for an operator to review.
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_messages SET hidden_at = ${at}, hidden_by = ${by}, version = ${version},
			text = CASE WHEN ${by} = 'author' THEN '' ELSE text END,
			mentions = CASE WHEN ${by} = 'author' THEN '{}' ELSE mentions END
		WHERE league_id = ${leagueId} AND id = ANY (${ids}::int[]) AND hidden_at IS NULL`.execute(trx);
	await sql`UPDATE league_messages SET version = ${version} WHERE reply_to = ANY (${ids}::int[])`.execute(trx);
	return Number(numAffectedRows);
}

/** Deletes a league's conversation with its messages, mutes, read states and webhooks. */
export async function deleteConversation(trx: Db, leagueId: number): Promise<void> {
	await deleteWebhooksOfLeague(trx, leagueId);
	await trx.deleteFrom("league_conversations").where("league_id", "=", leagueId).execute();
	await trx.deleteFrom("league_conversation_members").where("league_id", "=", leagueId).execute();
}

/** Locks the conversations that a user has written or reacted in, and increments their versions. */
export const lockConversationsOfUser = (trx: Db, userId: UserId) =>
	listRows(trx)<Row<"league_conversations", "league_id" | "version">>`
		UPDATE league_conversations SET version = version + 1 WHERE league_id IN (
			SELECT league_id FROM league_conversations WHERE league_id IN (
				SELECT league_id FROM league_messages WHERE user_id = ${userId}
				UNION SELECT t.league_id FROM league_messages t
					JOIN league_message_reactions r ON r.message_id = t.id WHERE r.user_id = ${userId})
			ORDER BY league_id FOR UPDATE)
		RETURNING league_id, version`;

export const listMessageIdsOfUser = (trx: Db, leagueId: number, userId: UserId): Promise<number[]> =>
	listValues(trx)<number>`SELECT id FROM league_messages WHERE league_id = ${leagueId} AND user_id = ${userId}`;

/** Erases the texts of a user's messages, even of those that others have hidden. */
export const eraseTextsOfUser = (trx: Db, userId: UserId) =>
	trx.updateTable("league_messages").set({ text: "", mentions: [] }).where("user_id", "=", userId).execute();

/** Deletes a user's reactions in a league. The messages get the new version. */
export const deleteReactionsOfUser = (
	trx: Db,
	{ league_id: leagueId, version }: Row<"league_conversations", "league_id" | "version">,
	userId: UserId,
) =>
	sql`
		WITH deleted AS (DELETE FROM league_message_reactions r USING league_messages m
			WHERE m.id = r.message_id AND m.league_id = ${leagueId} AND r.user_id = ${userId} RETURNING r.message_id)
		UPDATE league_messages SET version = ${version} WHERE id IN (SELECT message_id FROM deleted)`.execute(trx);

/** Deletes a user's reports and read states. Mutes stay, so that reactivating the account does not lift them. */
export async function deleteReportsAndReadStatesOfUser(trx: Db, userId: UserId): Promise<void> {
	await trx.deleteFrom("league_message_reports").where("user_id", "=", userId).execute();
	await trx.updateTable("league_conversation_members").set({ read_id: 0 }).where("user_id", "=", userId).execute();
}

/**
 * Deletes messages written before `writtenBefore` (none if it is null) except pinned ones, and members' messages hidden before
 * `hiddenBefore`. Hidden cards stay as long as other messages, so that a correction does not post them again. Returns how many
 * were deleted.
 */
export async function deleteMessagesBefore(
	pool: Pool,
	{ writtenBefore, hiddenBefore }: { readonly writtenBefore: Date | null; readonly hiddenBefore: Date },
): Promise<number> {
	const { rowCount } = await pool.query(
		"DELETE FROM league_messages WHERE (at < $1 AND NOT is_pinned) OR (hidden_at < $2 AND user_id IS NOT NULL)",
		[writtenBefore, hiddenBefore],
	);
	return rowCount ?? 0;
}
