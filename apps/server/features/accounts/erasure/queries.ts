import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

type Condition = RawBuilder<unknown>;

/** The rows of a table that hold a person's data, and what happens to them. SQL refers to the table as `t`. */
interface Erasure {
	readonly table: string;
	readonly where: (userId: UserId) => Condition;
	/** The new values of the columns; without them, the rows are deleted. */
	readonly set?: Condition;
}

/** The person's address, once it is verified. */
const ownAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND u.email_verified_at IS NOT NULL)`;

/** The person's address, verified or not, unless another account has it too. */
const selectAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND (u.email_verified_at IS NOT NULL
		OR NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(u.email) AND o.id <> u.id)))`;

const isHers = (userId: UserId) => sql`t.user_id = ${userId}`;

/**
 * What is erased besides sessions and conversations, in this order: a condition may read tables further down. Tables that are
 * not here keep no personal data; docs/operating/privacy.md lists all of them.
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
		// What was changed about the account, or about a mail to it. The action, its time and its author stay.
		table: "audit",
		where: (userId) => sql`t.subject = 'user:' || ${userId}::int
			OR t.subject IN (SELECT 'mail:' || m.id FROM outbox_mails m WHERE lower(m.to_address) = ${selectAddress(userId)})`,
		set: sql`before = NULL, after = NULL, reason = ''`,
	},
	{
		// Mails to the person, her invitations, and her messages to the operators.
		table: "outbox_mails",
		where: (userId) => sql`lower(t.to_address) = ${selectAddress(userId)}
			OR t.kind = 'change-email' AND lower(t.to_address) IN (
				SELECT lower(k.email) FROM mailed_tokens k WHERE k.user_id = ${userId})
			OR t.kind = 'league-invite' AND EXISTS (
				SELECT FROM league_invites i WHERE i.invited_by = ${userId} AND position(i.token IN t.body_text) > 0)
			OR t.kind = 'contact-message' AND lower(t.headers ->> 'Reply-To') IN (
				SELECT lower(c.email) FROM contact_messages c WHERE c.user_id = ${userId} UNION SELECT ${ownAddress(userId)})`,
	},
	{
		table: "contact_messages",
		where: (userId) => sql`${isHers(userId)} OR lower(t.email) = ${ownAddress(userId)}`,
	},
	{
		table: "league_invites",
		where: (userId) => sql`${isHers(userId)} OR t.invited_by = ${userId} OR t.email = ${ownAddress(userId)}`,
	},
	{ table: "league_events", where: (userId) => sql`${isHers(userId)} AND t.kind = 'announcement'` },
	{ table: "league_event_reports", where: isHers },
	{ table: "league_message_reports", where: isHers },
	{ table: "league_conversation_members", where: isHers },
	{ table: "league_recover_skips", where: isHers },
	{ table: "official_league_members", where: isHers },
	{
		table: "league_webhooks",
		where: (userId) => sql`t.league_id IN (SELECT id FROM leagues WHERE commissioner_id = ${userId})`,
	},
	{ table: "mail_stops", where: (userId) => sql`t.address = ${ownAddress(userId)}` },
	{
		table: "mail_counts",
		where: (userId) => sql`substring(t.subject FROM ':(.*)$') = ${selectAddress(userId)}
			OR t.subject = 'person:' || ${userId}::int`,
	},
	{ table: "password_reset_requests", where: (userId) => sql`lower(t.email) = ${selectAddress(userId)}` },
	{ table: "mailed_tokens", where: isHers },
	{
		table: "pending_identities",
		where: (userId) => sql`t.profile ->> 'localUserId' = ${userId}::int::text
			OR (t.issuer, t.sub) IN (SELECT issuer, sub FROM identities WHERE user_id = ${userId})`,
	},
	{ table: "identities", where: isHers },
	{ table: "passkeys", where: isHers },
	{ table: "operator_factors", where: isHers },
	{ table: "operator_recovery_codes", where: isHers },
	{ table: "suspensions", where: isHers },
	{ table: "rejected_names", where: (userId) => sql`t.kind = 'team' AND t.owner_id = ${userId}` },
	{ table: "notices", where: isHers },
	{ table: "result_mails", where: isHers },
	{ table: "push_subscriptions", where: isHers },
	{ table: "notification_preferences", where: isHers },
	{ table: "share_snapshots", where: isHers },
	{ table: "favourite_players", where: isHers },
	{ table: "coach_players", where: isHers },
	{ table: "coach_preferences", where: isHers },
];

/** Rows that other use cases erase when they end sessions and empty conversations. They are counted too. */
const ERASED_ELSEWHERE: readonly Erasure[] = [
	{ table: "sessions", where: isHers },
	{ table: "access_tokens", where: isHers },
	{ table: "oidc_payloads", where: (userId) => sql`t.payload ->> 'accountId' = ${userId}::int::text` },
	{ table: "league_messages", where: (userId) => sql`${isHers(userId)} AND t.text <> ''` },
	{ table: "league_message_reactions", where: isHers },
];

const LEAGUES: Erasure = { table: "leagues", where: (userId) => sql`t.commissioner_id = ${userId}` };

export interface ErasedRows {
	readonly table: string;
	readonly rows: number;
}

async function countRows(db: Kysely<Tables>, { table, where }: Erasure, userId: UserId): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		SELECT count(*)::int AS count FROM ${sql.table(table)} AS t WHERE ${where(userId)}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Counts what would be erased of a person, by table, without tables that hold nothing. */
export async function countErasedRows(db: Kysely<Tables>, userId: UserId): Promise<readonly ErasedRows[]> {
	const counts = new Map<string, number>();
	for (const erasure of [...ERASED_ELSEWHERE, ...ERASURES, LEAGUES]) {
		const rows = await countRows(db, erasure, userId);
		if (rows > 0) counts.set(erasure.table, (counts.get(erasure.table) ?? 0) + rows);
	}
	return [...counts].map(([table, rows]) => ({ table, rows })).sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** Deletes or empties the rows that hold a person's data, but not her own row in `users`. */
export async function eraseRows(transaction: Kysely<Tables>, userId: UserId): Promise<void> {
	for (const { table, where, set } of ERASURES) {
		const change = set ? sql`UPDATE ${sql.table(table)} AS t SET ${set}` : sql`DELETE FROM ${sql.table(table)} AS t`;
		await sql`${change} WHERE ${where(userId)}`.execute(transaction);
	}
}

/**
 * Empties a person's row. Club and state stay, because rankings of clubs and states would change, and so does the number of
 * pictures, whose addresses are never used twice.
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

/** Locks a person's row; undefined if there is none, or it is erased already. */
export const lockUserToErase = (transaction: Kysely<Tables>, userId: UserId) =>
	transaction
		.selectFrom("users")
		.where("id", "=", userId)
		.where("erased_at", "is", null)
		.select(["id", "pictures"])
		.forNoKeyUpdate()
		.executeTakeFirst();

/** An erased account. Ids are used again after the restoration of an older backup, but not with the same time. */
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

/** Lists the given accounts that are not erased in this database. */
export async function listUnerasedIds(db: Kysely<Tables>, accounts: readonly ErasedAccount[]): Promise<UserId[]> {
	const { rows } = await sql<{ id: UserId }>`
		SELECT u.id FROM unnest(${accounts.map(({ id }) => id)}::int[],
			${accounts.map(({ createdAt }) => createdAt)}::timestamptz[]) AS e (id, created_at)
		JOIN users u ON u.id = e.id AND date_trunc('milliseconds', u.created_at) = date_trunc('milliseconds', e.created_at)
		WHERE u.erased_at IS NULL ORDER BY u.id`.execute(db);
	return rows.map(({ id }) => id);
}
