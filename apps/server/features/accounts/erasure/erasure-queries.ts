import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import {
	belongsToUser,
	type Condition,
	isContactMessageOfUser,
	isLeagueNamedAfterUser,
	isLeagueOfUser,
	isMailOfUser,
	isReportOfUser,
	mentionsUser,
	selectVerifiedAddress,
	selectVerifiedOrUniqueAddress,
} from "./condition-queries.ts";

/** The rows of a table that concern a person. The SQL refers to the table as `t`. */
interface RowSelection {
	readonly table: string;
	readonly where: (userId: UserId) => Condition;
}

/** How the selected rows are erased. */
interface Erasure extends RowSelection {
	/** The new values of columns. If left out, the rows are deleted. */
	readonly set?: Condition;
}

/**
 * What is erased besides sessions and conversations. The order matters, because a condition may read tables further down.
 * docs/operating/privacy.md says for every table whether it holds personal data and what is erased.
 */
const ERASURES: readonly Erasure[] = [
	{
		// The texts of reported messages. The log keeps their league, and who settled the report and when.
		table: "audit",
		where: isReportOfUser,
		set: sql`before = before - 'text', reason = ''`,
	},
	{
		// What operators changed in the account and in what belongs to it. The action, its time and its author stay.
		table: "audit",
		where: (userId) => sql`t.subject = 'user:' || ${userId}::int
			OR t.subject IN (SELECT 'contact-message:' || m.id FROM contact_messages m WHERE ${isContactMessageOfUser(userId, "m")})
			OR t.subject IN (SELECT 'mail:' || m.id FROM outbox_mails m WHERE ${isMailOfUser(userId, "m")})
			OR t.action = 'mail-resent' AND lower(t.before ->> 'to') = ${selectVerifiedOrUniqueAddress(userId)}`,
		set: sql`before = NULL, after = NULL, reason = ''`,
	},
	{
		// What she changed herself, such as her access tokens with their names.
		table: "audit",
		where: (userId) => sql`t.actor = 'user:' || ${userId}::int`,
		set: sql`before = NULL, after = NULL, reason = ''`,
	},
	{
		// Why operators changed her prizes. Which prize it was stays.
		table: "audit",
		where: (userId) =>
			sql`t.subject IN (SELECT 'team:' || w.season_id || ':' || w.id FROM teams w WHERE w.user_id = ${userId})`,
		set: sql`reason = ''`,
	},
	{
		// Former names of her leagues that mention her.
		table: "audit",
		where: (userId) => sql`t.action = 'league-name-moderated'
			AND t.subject IN (SELECT 'league:' || l.id FROM leagues l WHERE ${isLeagueOfUser(userId, "l")})
			AND (${mentionsUser(userId, sql`t.before ->> 'name'`)} OR ${mentionsUser(userId, sql`t.after ->> 'name'`)})`,
		set: sql`before = before - 'name', after = after - 'name', reason = ''`,
	},
	{
		// Keys of names have no spaces, so her first and last name may be anywhere in the key of a league's name.
		table: "rejected_names",
		where: (userId) => sql`CASE t.kind WHEN 'team' THEN t.owner_id = ${userId} ELSE
			t.owner_id IN (SELECT l.id FROM leagues l WHERE ${isLeagueOfUser(userId, "l")})
			AND EXISTS (SELECT FROM users u, unnest(ARRAY[u.email, u.team_name, u.first_name, u.last_name]) AS n
				WHERE u.id = ${userId} AND length(n) > 2 AND position(name_key(n) IN t.name_key) > 0) END`,
	},
	{ table: "leagues", where: isLeagueNamedAfterUser, set: sql`name = 'League ' || t.id` },
	// Rehearsals have no other members.
	{ table: "leagues", where: (userId) => sql`t.is_mock AND t.commissioner_id = ${userId}` },
	// Mails to the person, and the person's invitations and messages to the operators.
	{ table: "outbox_mails", where: (userId) => isMailOfUser(userId) },
	{ table: "contact_messages", where: (userId) => isContactMessageOfUser(userId) },
	{
		// An invitation that she accepted by its link may have gone to an address that her account never had.
		table: "league_invites",
		where: (userId) => sql`${belongsToUser(userId)} OR t.invited_by = ${userId} OR t.answered_by = ${userId}
			OR t.email = ${selectVerifiedOrUniqueAddress(userId)}`,
	},
	// Copies of announcements of the previous release.
	{ table: "league_events", where: (userId) => sql`${belongsToUser(userId)} AND t.kind = 'announcement'` },
	{ table: "league_event_reports", where: belongsToUser },
	{ table: "league_message_reports", where: belongsToUser },
	{ table: "league_conversation_members", where: belongsToUser },
	{ table: "league_recover_skips", where: belongsToUser },
	{ table: "league_hand_overs", where: belongsToUser },
	{ table: "official_league_members", where: belongsToUser },
	{
		table: "league_webhooks",
		where: (userId) => sql`t.league_id IN (SELECT id FROM leagues WHERE commissioner_id = ${userId})`,
	},
	{ table: "mail_stops", where: (userId) => sql`t.address = ${selectVerifiedAddress(userId)}` },
	{
		table: "mail_counts",
		where: (
			userId,
		) => sql`substring(t.subject FROM ':(.*)$') IN (SELECT unnest(ARRAY[a, encode(sha256(convert_to(a, 'UTF8')), 'hex')])
			FROM (SELECT ${selectVerifiedOrUniqueAddress(userId)} AS a) AS address)
			OR t.subject = 'person:' || ${userId}::int`,
	},
	{
		table: "password_reset_requests",
		where: (userId) => sql`lower(t.email) = ${selectVerifiedOrUniqueAddress(userId)}`,
	},
	{ table: "mailed_tokens", where: belongsToUser },
	{
		table: "pending_identities",
		where: (userId) => sql`t.profile ->> 'localUserId' = ${userId}::int::text
			OR (t.issuer, t.sub) IN (SELECT issuer, sub FROM identities WHERE user_id = ${userId})`,
	},
	{ table: "identities", where: belongsToUser },
	{ table: "passkeys", where: belongsToUser },
	{ table: "operator_factors", where: belongsToUser },
	{ table: "operator_recovery_codes", where: belongsToUser },
	{ table: "suspensions", where: belongsToUser },
	{ table: "notices", where: belongsToUser },
	{ table: "result_mails", where: belongsToUser },
	{ table: "push_subscriptions", where: belongsToUser },
	{ table: "notification_preferences", where: belongsToUser },
	{ table: "share_snapshots", where: belongsToUser },
	{ table: "favourite_players", where: belongsToUser },
	{ table: "coach_players", where: belongsToUser },
	{ table: "coach_preferences", where: belongsToUser },
];

/** Rows that are erased when sessions are ended, drafts left and conversations emptied; listed here only to be counted. */
const ERASED_ELSEWHERE: readonly RowSelection[] = [
	{
		table: "draft_trades",
		where: (userId) => sql`t.message <> '' AND t.from_team_id IN (
			SELECT team_id FROM league_members WHERE user_id = ${userId})`,
	},
	{
		table: "draft_seats",
		where: (userId) => sql`t.team_id IN (SELECT team_id FROM league_members WHERE user_id = ${userId})`,
	},
	{
		table: "teams",
		where: (userId) => sql`t.league_id IS NOT NULL AND EXISTS (
			SELECT FROM league_members m WHERE m.league_id = t.league_id AND m.team_id = t.id AND m.user_id = ${userId})`,
	},
	{
		table: "league_members",
		where: (userId) => sql`t.user_id = ${userId} AND EXISTS (
			SELECT FROM leagues l WHERE l.id = t.league_id AND l.class = 'draft' AND NOT l.is_mock)`,
	},
	{ table: "sessions", where: belongsToUser },
	{ table: "access_tokens", where: belongsToUser },
	{ table: "oidc_payloads", where: (userId) => sql`t.payload ->> 'accountId' = ${userId}::int::text` },
	{ table: "league_messages", where: (userId) => sql`${belongsToUser(userId)} AND t.text <> ''` },
	{ table: "league_message_reactions", where: belongsToUser },
];

/** Leagues are handed over, not erased, but they are counted too. Those that are renamed are counted already. */
const HANDED_OVER_LEAGUES: RowSelection = {
	table: "leagues",
	where: (userId) => sql`t.commissioner_id = ${userId} AND NOT coalesce(${isLeagueNamedAfterUser(userId)}, false)`,
};

export interface ErasedRowCount {
	readonly table: string;
	readonly rows: number;
}

async function countRows(db: Db, { table, where }: RowSelection, userId: UserId): Promise<number> {
	const row = await findRow(db)<{ count: number }>`
		SELECT count(*)::int AS count FROM ${sql.table(table)} AS t WHERE ${where(userId)}`;
	return row?.count ?? 0;
}

/** Counts the rows with a person's data by table. Tables without any are left out. */
export async function countErasedRows(db: Db, userId: UserId): Promise<readonly ErasedRowCount[]> {
	const counts = new Map<string, number>();
	for (const selection of [...ERASED_ELSEWHERE, ...ERASURES, HANDED_OVER_LEAGUES]) {
		const rows = await countRows(db, selection, userId);
		if (rows > 0) counts.set(selection.table, (counts.get(selection.table) ?? 0) + rows);
	}
	return [...counts].map(([table, rows]) => ({ table, rows })).sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** Deletes or empties the rows with a person's data, except the person's row in `users`. */
export async function eraseRows(trx: Db, userId: UserId): Promise<void> {
	for (const { table, where, set } of ERASURES) {
		const change = set ? sql`UPDATE ${sql.table(table)} AS t SET ${set}` : sql`DELETE FROM ${sql.table(table)} AS t`;
		await sql`${change} WHERE ${where(userId)}`.execute(trx);
	}
}

/**
 * Removes the personal data from a person's row. It keeps club and state, because the rankings of clubs and states depend
 * on them, and the number of pictures, so that no picture's address is ever used twice.
 */
export const eraseUser = (trx: Db, userId: UserId, erasedAt: Date) =>
	trx
		.updateTable("users")
		.set({
			first_name: "Former",
			last_name: "manager",
			email: "",
			email_verified_at: null,
			password_hash: null,
			is_active: false,
			operator_role: null,
			language: "en",
			team_name: null,
			birthday: null,
			gender: null,
			country: null,
			avatar_version: 0,
			sponsor_opt_in: false,
			terms_accepted_at: null,
			erased_at: erasedAt,
		})
		.where("id", "=", userId)
		.execute();

/** Locks a person's row; returns undefined if there is none or it is already erased. */
export const lockUserToErase = (trx: Db, userId: UserId) =>
	trx
		.selectFrom("users")
		.where("id", "=", userId)
		.where("erased_at", "is", null)
		.select(["id", "pictures"])
		.forNoKeyUpdate()
		.executeTakeFirst();

/** An erased account. After an older backup is restored, its id may be given to a new account, with another creation time. */
export interface ErasedAccount {
	readonly id: UserId;
	readonly createdAt: Date;
}

/** Lists the erased accounts. A database of an earlier version lacks the column and has none. */
export const listErasedAccounts = (db: Db) =>
	listRows(db)<ErasedAccount>`
		SELECT id, created_at AS "createdAt" FROM users AS u WHERE to_jsonb(u) ->> 'erased_at' IS NOT NULL ORDER BY id`;

/** Lists which of the given accounts exist in this database and are not erased. */
export async function listUnerasedIds(db: Db, accounts: readonly ErasedAccount[]): Promise<UserId[]> {
	const rows = await listRows(db)<{ id: UserId }>`
		SELECT u.id FROM unnest(${accounts.map(({ id }) => id)}::int[],
			${accounts.map(({ createdAt }) => createdAt)}::timestamptz[]) AS e (id, created_at)
		JOIN users u ON u.id = e.id AND date_trunc('milliseconds', u.created_at) = date_trunc('milliseconds', e.created_at)
		WHERE u.erased_at IS NULL ORDER BY u.id`;
	return rows.map(({ id }) => id);
}
