import { randomBytes } from "node:crypto";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import { hashToken } from "../../../db/hash-token.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { createToken, deleteValidToken, findTokenRow, type TokenKind } from "./mail-queries.ts";

/** How long a mailed link works. */
const LIFETIMES_MS = {
	"reset-password": HOUR_MS,
	"change-email": HOUR_MS,
	"verify-email": 72 * HOUR_MS,
} as const satisfies Record<TokenKind, number>;

export interface TokenOwner {
	readonly userId: UserId;
	/** The address the mail went to. */
	readonly email: string;
}

/** Creates a single-use token for a mail. Only its hash is stored. */
export async function createMailedToken(
	db: Kysely<Tables>,
	{ kind, userId, email, now }: TokenOwner & { readonly kind: TokenKind; readonly now: number },
): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	await createToken(db, { hash: hashToken(token), kind, userId, email, expiresAt: now + LIFETIMES_MS[kind] });
	return token;
}

/** Finds the user of a valid token without using it up. */
export async function findTokenUserId(
	db: Kysely<Tables>,
	token: string,
	kind: TokenKind,
	now: number,
): Promise<UserId | null> {
	const row = await findTokenRow(db, hashToken(token), kind, now);
	return row?.user_id ?? null;
}

/** Deletes a token and returns it; null if it is unknown, expired or of another kind. */
export async function consumeToken(
	db: Kysely<Tables>,
	token: string,
	{ kinds, now }: { readonly kinds: readonly TokenKind[]; readonly now: number },
): Promise<(TokenOwner & { readonly kind: TokenKind }) | null> {
	const row = await deleteValidToken(db, hashToken(token), kinds, now);
	return row ? { userId: row.user_id, email: row.email, kind: row.kind } : null;
}
