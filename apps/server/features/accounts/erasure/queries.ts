import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

type Condition = RawBuilder<unknown>;

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

/** Selects the person's address in lower case if it is verified. */
const selectVerifiedAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND u.email_verified_at IS NOT NULL)`;

/** Selects the person's address in lower case if it is verified, or if no other account has the same one. */
const selectVerifiedOrUniqueAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND (u.email_verified_at IS NOT NULL
		OR NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(u.email) AND o.id <> u.id)))`;

const belongsToUser = (userId: UserId) => sql`t.user_id = ${userId}`;

/**
 * What is erased besides sessions and conversations. The order matters, because a condition may read tables further down.
 * docs/operating/privacy.md says for every table whether it holds personal data and what is erased.
 */
const ERASURES: readonly Erasure[] = [
	{
		// The texts of hidden messages. The log keeps their league, and who hid them and when.
		table: "audit",
		where: (userId) => sql`t.before ->> 'text' <> '' AND t.before ->> 'text' IN (
			SELECT text FROM league_messages WHERE user_id = ${userId}
			UNION SELECT data ->> 'text' FROM league_events WHERE user_id = ${userId})`,
		set: sql`before = before - 'text', reason = ''`,
	},
	{
		// Changes of the account, and of mails to it. The action, its time and its author stay.
		table: "audit",
		where: (userId) => sql`t.subject = 'user:' || ${userId}::int
			OR t.subject IN (SELECT 'mail:' || m.id FROM outbox_mails m WHERE lower(m.to_address) = ${selectVerifiedOrUniqueAddress(userId)})`,
		set: sql`before = NULL, after = NULL, reason = ''`,
	},
	{
		// Mails to the person, and the person's invitations and messages to the operators.
		table: "outbox_mails",
		where: (userId) => sql`lower(t.to_address) = ${selectVerifiedOrUniqueAddress(userId)}
			OR t.kind = 'change-email' AND lower(t.to_address) IN (
				SELECT lower(k.email) FROM mailed_tokens k WHERE k.user_id = ${userId})
			OR t.kind = 'league-invite' AND EXISTS (
				SELECT FROM league_invites i WHERE i.invited_by = ${userId} AND position(i.token IN t.body_text) > 0)
			OR t.kind = 'contact-message' AND lower(t.headers ->> 'Reply-To') IN (
				SELECT lower(c.email) FROM contact_messages c WHERE c.user_id = ${userId} UNION SELECT ${selectVerifiedAddress(userId)})`,
	},
	{
		table: "contact_messages",
		where: (userId) => sql`${belongsToUser(userId)} OR lower(t.email) = ${selectVerifiedAddress(userId)}`,
	},
	{
		table: "league_invites",
		where: (userId) =>
			sql`${belongsToUser(userId)} OR t.invited_by = ${userId} OR t.email = ${selectVerifiedAddress(userId)}`,
	},
	{ table: "league_events", where: (userId) => sql`${belongsToUser(userId)} AND t.kind = 'announcement'` },
	{ table: "league_event_reports", where: belongsToUser },
	{ table: "league_message_reports", where: belongsToUser },
	{ table: "league_conversation_members", where: belongsToUser },
	{ table: "league_recover_skips", where: belongsToUser },
	{ table: "official_league_members", where: belongsToUser },
	{
		table: "league_webhooks",
		where: (userId) => sql`t.league_id IN (SELECT id FROM leagues WHERE commissioner_id = ${userId})`,
	},
	{ table: "mail_stops", where: (userId) => sql`t.address = ${selectVerifiedAddress(userId)}` },
	{
		table: "mail_counts",
		where: (userId) => sql`substring(t.subject FROM ':(.*)$') = ${selectVerifiedOrUniqueAddress(userId)}
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
	{ table: "rejected_names", where: (userId) => sql`t.kind = 'team' AND t.owner_id = ${userId}` },
	{ table: "notices", where: belongsToUser },
	{ table: "result_mails", where: belongsToUser },
	{ table: "push_subscriptions", where: belongsToUser },
	{ table: "notification_preferences", where: belongsToUser },
	{ table: "share_snapshots", where: belongsToUser },
	{ table: "favourite_players", where: belongsToUser },
	{ table: "coach_players", where: belongsToUser },
	{ table: "coach_preferences", where: belongsToUser },
];

/** Rows that are erased when sessions are ended and conversations emptied. They are listed here only to be counted. */
const ERASED_ELSEWHERE: readonly RowSelection[] = [
	{ table: "sessions", where: belongsToUser },
	{ table: "access_tokens", where: belongsToUser },
	{ table: "oidc_payloads", where: (userId) => sql`t.payload ->> 'accountId' = ${userId}::int::text` },
	{ table: "league_messages", where: (userId) => sql`${belongsToUser(userId)} AND t.text <> ''` },
	{ table: "league_message_reactions", where: belongsToUser },
];

/** Leagues are handed over, not erased, but they are counted too. */
const HANDED_OVER_LEAGUES: RowSelection = { table: "leagues", where: (userId) => sql`t.commissioner_id = ${userId}` };

export interface ErasedRowCount {
	readonly table: string;
	readonly rows: number;
}

async function countRows(db: Kysely<Tables>, { table, where }: RowSelection, userId: UserId): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		SELECT count(*)::int AS count FROM ${sql.table(table)} AS t WHERE ${where(userId)}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Counts the rows with a person's data by table. Tables without any are left out. */
export async function countErasedRows(db: Kysely<Tables>, userId: UserId): Promise<readonly ErasedRowCount[]> {
	const counts = new Map<string, number>();
	for (const selection of [...ERASED_ELSEWHERE, ...ERASURES, HANDED_OVER_LEAGUES]) {
		const rows = await countRows(db, selection, userId);
		if (rows > 0) counts.set(selection.table, (counts.get(selection.table) ?? 0) + rows);
	}
	return [...counts].map(([table, rows]) => ({ table, rows })).sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** Deletes or empties the rows with a person's data, except the person's row in `users`. */
export async function eraseRows(transaction: Kysely<Tables>, userId: UserId): Promise<void> {
	for (const { table, where, set } of ERASURES) {
		const change = set ? sql`UPDATE ${sql.table(table)} AS t SET ${set}` : sql`DELETE FROM ${sql.table(table)} AS t`;
		await sql`${change} WHERE ${where(userId)}`.execute(transaction);
	}
}

/**
 * Removes the personal data from a person's row. It keeps club and state, because the rankings of clubs and states depend
 * on them, and the number of pictures, so that no picture's address is ever used twice.
 */
export async function eraseUser(transaction: Kysely<Tables>, userId: UserId, erasedAt: Date): Promise<void> {
	await transaction
		.updateTable("users")
		.set({
			first_name: "Former",
			last_name: "manager",
			email: "",
			email_verified_at: null,
			password_hash: null,
			is_active: false,
			is_operator: false,
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
}

/** Locks a person's row; returns undefined if there is none or it is already erased. */
export const lockUserToErase = (transaction: Kysely<Tables>, userId: UserId) =>
	transaction
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
export async function listErasedAccounts(db: Kysely<Tables>): Promise<readonly ErasedAccount[]> {
	const { rows } = await sql<ErasedAccount>`
		SELECT id, created_at AS "createdAt" FROM users AS u WHERE to_jsonb(u) ->> 'erased_at' IS NOT NULL ORDER BY id`.execute(
		db,
	);
	return rows;
}

/** Lists which of the given accounts exist in this database and are not erased. */
export async function listUnerasedIds(db: Kysely<Tables>, accounts: readonly ErasedAccount[]): Promise<UserId[]> {
	const { rows } = await sql<{ id: UserId }>`
		SELECT u.id FROM unnest(${accounts.map(({ id }) => id)}::int[],
			${accounts.map(({ createdAt }) => createdAt)}::timestamptz[]) AS e (id, created_at)
		JOIN users u ON u.id = e.id AND date_trunc('milliseconds', u.created_at) = date_trunc('milliseconds', e.created_at)
		WHERE u.erased_at IS NULL ORDER BY u.id`.execute(db);
	return rows.map(({ id }) => id);
}
