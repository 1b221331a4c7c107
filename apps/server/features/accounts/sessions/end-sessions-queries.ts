import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Ends a user's sessions at the built-in provider except `except`, and with them the game's sessions. */
const endProviderSessions = (db: Kysely<Tables>, userId: UserId, except: string | null) =>
	sql`SELECT end_provider_session(uid) FROM oidc_payloads
		WHERE kind = 'Session' AND payload ->> 'accountId' = ${String(userId)} AND uid IS DISTINCT FROM ${except}`.execute(
		db,
	);

/** Signs a user out everywhere, also at the built-in provider; answers how many sessions she had. */
export async function endEverySession(db: Kysely<Tables>, userId: UserId): Promise<number> {
	const { rows } = await sql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${userId}`.execute(db);
	await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await endProviderSessions(db, userId, null);
	await db.deleteFrom("oidc_payloads").where(sql`payload ->> 'accountId'`, "=", String(userId)).execute();
	return rows.length;
}

/** Signs a user out everywhere but in the session of this hash, also at the built-in provider. */
export async function endOtherSessions(db: Kysely<Tables>, userId: UserId, own: Buffer | null): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const current = await transaction
			.selectFrom("sessions")
			.where("user_id", "=", userId)
			.where("token_hash", "=", own)
			.select("provider_session")
			.executeTakeFirst();
		const kept = current?.provider_session ?? null;
		const others = () => sql<boolean>`user_id = ${userId} AND token_hash IS DISTINCT FROM ${own}`;
		// Other sessions of this browser share its session at the provider, which must not end with them.
		await transaction
			.updateTable("sessions")
			.set({ provider_session: null })
			.where(others())
			.where("provider_session", "=", kept)
			.execute();
		await transaction.deleteFrom("sessions").where(others()).execute();
		await endProviderSessions(transaction, userId, kept);
	});
}
