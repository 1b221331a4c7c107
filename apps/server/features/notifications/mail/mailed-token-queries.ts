import { randomBytes } from "node:crypto";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { hashToken } from "../../../db/hash-token.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** How long a mailed link works, by what it is for. */
const LIFETIMES_MS = { "reset-password": HOUR_MS, "change-email": HOUR_MS, "verify-email": 72 * HOUR_MS };

type TokenKind = keyof typeof LIFETIMES_MS;

export interface TokenOwner {
	readonly userId: UserId;
	/** The address the mail went to. */
	readonly email: string;
}

/** Creates a single-use token for a mail. Only its hash is stored. */
export async function createMailedToken(
	db: Db,
	{ kind, userId, email, now }: TokenOwner & { readonly kind: TokenKind; readonly now: number },
): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const expiresAt = new Date(now + LIFETIMES_MS[kind]);
	const row = { token_hash: hashToken(token), kind, user_id: userId, email, expires_at: expiresAt };
	await db.insertInto("mailed_tokens").values(row).execute();
	return token;
}

/** Finds the user of a valid token without using it up. */
export async function findTokenUserId(db: Db, token: string, kind: TokenKind, now: number): Promise<UserId | null> {
	const row = await db
		.selectFrom("mailed_tokens")
		.where("token_hash", "=", hashToken(token))
		.where("kind", "=", kind)
		.where("expires_at", ">", new Date(now))
		.select("user_id")
		.executeTakeFirst();
	return row?.user_id ?? null;
}

/** Deletes a token and returns it; null if it is unknown, expired or of another kind. */
export const consumeToken = async (
	db: Db,
	token: string,
	{ kinds, now }: { readonly kinds: readonly TokenKind[]; readonly now: number },
): Promise<(TokenOwner & { readonly kind: TokenKind }) | null> =>
	(await db
		.deleteFrom("mailed_tokens")
		.where("token_hash", "=", hashToken(token))
		.where("kind", "in", kinds)
		.where("expires_at", ">", new Date(now))
		.returning(["user_id as userId", "email", "kind"])
		.executeTakeFirst()) ?? null;

export async function deleteUserTokens(db: Db, userId: UserId, kind?: TokenKind): Promise<void> {
	const tokens = db.deleteFrom("mailed_tokens").where("user_id", "=", userId);
	await (kind ? tokens.where("kind", "=", kind) : tokens).execute();
}
