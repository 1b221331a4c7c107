import type { UserId } from "@first-bounce/rules/ids";
import type { LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import { sql } from "kysely";
import { escapeLikePattern } from "../../../db/like-pattern.ts";
import { findRow, listRows, listValues } from "../../../db/rows.ts";
import type { Db, OptionalRow, Row } from "../../../db/tables/tables.ts";
import { MEMBER_ROLE } from "../members/queries.ts";

export type ConversationMemberRow = OptionalRow<
	"league_conversation_members",
	"muted_until" | "operator_muted_until"
> & {
	readonly role: LeagueRole;
};

/** Lists which of `userIds` are members of a league, and keeps them from leaving until the transaction ends. */
export const listMembersForShare = (trx: Db, leagueId: number, userIds: readonly UserId[]) =>
	listRows(trx)<ConversationMemberRow & Row<"league_members", "user_id">>`
		SELECT m.user_id, ${MEMBER_ROLE} AS role, s.muted_until, s.operator_muted_until
		FROM league_members m JOIN leagues l ON l.id = m.league_id
			LEFT JOIN league_conversation_members s ON s.league_id = m.league_id AND s.user_id = m.user_id
		WHERE m.league_id = ${leagueId} AND m.user_id = ANY (${userIds}::int[]) ORDER BY m.user_id FOR SHARE OF m
		`;

/** Like `listMembersForShare`; undefined for a user who is not a member. */
export const findMemberForShare = async (trx: Db, leagueId: number, userId: UserId) =>
	(await listMembersForShare(trx, leagueId, [userId]))[0];

/** Finds a member's last read message, and when the member's mute ends. */
export const findConversationMember = (db: Db, leagueId: number, userId: UserId) =>
	findRow(db)<Row<"league_conversation_members", "read_id" | "muted_until">>`
		SELECT read_id, muted_until FROM league_conversation_members
		WHERE league_id = ${leagueId} AND user_id = ${userId}`;

/** Whether a member may not write in a league's conversation at a time. */
export async function isMuted(db: Db, leagueId: number, userId: UserId, now: number): Promise<boolean> {
	const member = await findConversationMember(db, leagueId, userId);
	return (member?.muted_until?.getTime() ?? 0) > now;
}

/** Lists which of `userIds` are active members of a league. */
export const listMemberIds = (db: Db, leagueId: number, userIds: readonly UserId[]): Promise<readonly UserId[]> =>
	listValues(db)<UserId>`
		SELECT m.user_id FROM league_members m JOIN users u ON u.id = m.user_id AND u.is_active
		WHERE m.league_id = ${leagueId} AND m.user_id = ANY (${userIds}::int[])`;

export type ViewerRow = Row<"league_members", "user_id"> & OptionalRow<"league_conversation_members", "muted_until">;

/** Like `listMemberIds`, with the time at which each member's last mute ends or ended; null without one. */
export const listViewers = (db: Db, leagueId: number, userIds: readonly UserId[]): Promise<readonly ViewerRow[]> =>
	listRows(db)<ViewerRow>`
		SELECT m.user_id, s.muted_until
		FROM league_members m JOIN users u ON u.id = m.user_id AND u.is_active
			LEFT JOIN league_conversation_members s ON s.league_id = m.league_id AND s.user_id = m.user_id
		WHERE m.league_id = ${leagueId} AND m.user_id = ANY (${userIds}::int[])`;

/** Mutes a member until a time; null unmutes. The caller checks that this does not end an operator's mute early. */
export const upsertMute = (trx: Db, leagueId: number, userId: UserId, mutedUntil: Date | null) =>
	trx
		.insertInto("league_conversation_members")
		.values({ league_id: leagueId, user_id: userId, muted_until: mutedUntil })
		.onConflict((conflict) => conflict.columns(["league_id", "user_id"]).doUpdateSet({ muted_until: mutedUntil }))
		.execute();

/** Mutes a user for an operator. A mute that ends later stays. */
export const upsertOperatorMute = (trx: Db, leagueId: number, userId: UserId, mutedUntil: Date) =>
	sql`INSERT INTO league_conversation_members AS s (league_id, user_id, muted_until, operator_muted_until)
		VALUES (${leagueId}, ${userId}, ${mutedUntil}, ${mutedUntil})
		ON CONFLICT (league_id, user_id) DO UPDATE SET muted_until = greatest(s.muted_until, ${mutedUntil}),
			operator_muted_until = greatest(s.operator_muted_until, ${mutedUntil})`.execute(trx);

/** Unmutes a user, whoever has muted her. */
export const deleteMutes = (trx: Db, leagueId: number, userId: UserId) =>
	trx
		.updateTable("league_conversation_members")
		.set({ muted_until: null, operator_muted_until: null })
		.where("league_id", "=", leagueId)
		.where("user_id", "=", userId)
		.execute();

export type NamedMemberRow = Row<"league_members", "user_id"> & Row<"users", "team_name" | "is_active">;

export const listMutedRows = (db: Db, leagueId: number, now: Date) =>
	listRows(db)<NamedMemberRow & { readonly muted_until: Date; readonly is_by_operator: boolean }>`
		SELECT s.user_id, u.team_name, u.is_active, s.muted_until,
			coalesce(s.operator_muted_until > ${now}, false) AS is_by_operator
		FROM league_conversation_members s JOIN users u ON u.id = s.user_id
			JOIN league_members m ON m.league_id = s.league_id AND m.user_id = s.user_id
		WHERE s.league_id = ${leagueId} AND s.muted_until > ${now} ORDER BY s.muted_until, s.user_id`;

const MAX_MENTION_CHOICES = 8;

/** Lists members whose team name contains the searched text, beginning with those whose name starts with it. */
export async function listMentionChoices(db: Db, leagueId: number, viewer: UserId, search: string) {
	const pattern = escapeLikePattern(search);
	return listRows(db)<NamedMemberRow>`
		SELECT u.id AS user_id, u.team_name, u.is_active
		FROM league_members m JOIN users u ON u.id = m.user_id AND u.is_active AND u.team_name IS NOT NULL
		WHERE m.league_id = ${leagueId} AND u.id <> ${viewer} AND u.team_name ILIKE ${`%${pattern}%`}
		ORDER BY NOT u.team_name ILIKE ${`${pattern}%`}, m.joined_no LIMIT ${MAX_MENTION_CHOICES}`;
}
