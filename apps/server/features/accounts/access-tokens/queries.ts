import type { UserId } from "@first-bounce/rules/ids";
import type { Insertable } from "kysely";
import type { Pool } from "pg";
import { COMMIT_WITHOUT_STANDBY } from "../../../db/servers/unconfirmed-commits.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

export type TokenSessionRow = Row<"access_tokens", "user_id" | "scopes" | "last_used_at"> & Row<"users", "is_active">;

/** Finds an unexpired token by its hash, and the state of its account. */
export async function findTokenByHash(pool: Pool, hash: Buffer, now: Date): Promise<TokenSessionRow | undefined> {
	const { rows } = await pool.query<TokenSessionRow>({
		name: "find-access-token",
		text: `SELECT t.user_id, t.scopes, t.last_used_at, u.is_active
			FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1 AND t.expires_at > $2`,
		values: [hash, now],
	});
	return rows[0];
}

export const updateTokenLastUsed = (pool: Pool, hash: Buffer, at: Date) =>
	pool.query(`UPDATE access_tokens SET last_used_at = $2 WHERE token_hash = $1 AND ${COMMIT_WITHOUT_STANDBY}`, [
		hash,
		at,
	]);

/** Lists a user's tokens that have not expired, the newest first. */
export const listTokenRows = (db: Db, userId: UserId, now: Date) =>
	db
		.selectFrom("access_tokens")
		.where("user_id", "=", userId)
		.where("expires_at", ">", now)
		.select(["id", "name", "scopes", "created_at", "expires_at", "last_used_at"])
		.orderBy("created_at", "desc")
		.orderBy("id")
		.execute();

export async function insertToken(trx: Db, token: Insertable<Tables["access_tokens"]>): Promise<string> {
	const { id } = await trx.insertInto("access_tokens").values(token).returning("id").executeTakeFirstOrThrow();
	return id;
}

/** Deletes a user's token and returns its name and scopes; undefined if the user has no token with this id. */
export const deleteToken = (trx: Db, userId: UserId, id: string) =>
	trx
		.deleteFrom("access_tokens")
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.returning(["name", "scopes"])
		.executeTakeFirst();
