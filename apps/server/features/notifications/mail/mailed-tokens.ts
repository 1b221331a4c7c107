import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

const HOUR = 60 * 60 * 1000;
/** How long a mailed link works. */
const LIFETIMES = { "reset-password": HOUR, "change-email": HOUR, "verify-email": 72 * HOUR } as const;
export type TokenKind = keyof typeof LIFETIMES;

export interface TokenOwner {
	readonly userId: UserId;
	/** The address the mail went to. */
	readonly email: string;
}

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A new single-use token for a mail; kept as a hash only. */
export async function createMailedToken(
	db: Kysely<Tables>,
	{ kind, userId, email, now }: TokenOwner & { readonly kind: TokenKind; readonly now: number },
): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const row = {
		token_hash: hashToken(token),
		kind,
		user_id: userId,
		email,
		expires_at: new Date(now + LIFETIMES[kind]),
	};
	await db.insertInto("mailed_tokens").values(row).execute();
	return token;
}

/** Whose token it is, without using it up; null as useToken's. */
export async function findTokenOwner(
	db: Kysely<Tables>,
	token: string,
	kind: TokenKind,
	now: number,
): Promise<UserId | null> {
	const row = await db
		.selectFrom("mailed_tokens")
		.where("token_hash", "=", hashToken(token))
		.where("kind", "=", kind)
		.where("expires_at", ">", new Date(now))
		.select("user_id")
		.executeTakeFirst();
	return row?.user_id ?? null;
}

/** Uses a token up; null when there is none of these kinds, or its time is over. */
export async function consumeToken(
	db: Kysely<Tables>,
	token: string,
	{ kinds, now }: { readonly kinds: readonly TokenKind[]; readonly now: number },
): Promise<(TokenOwner & { readonly kind: TokenKind }) | null> {
	const row = await db
		.deleteFrom("mailed_tokens")
		.where("token_hash", "=", hashToken(token))
		.where("kind", "in", kinds)
		.where("expires_at", ">", new Date(now))
		.returning(["user_id", "email", "kind"])
		.executeTakeFirst();
	return row ? { userId: row.user_id, email: row.email, kind: row.kind } : null;
}

/** Takes back every link that was mailed to a user, of all kinds or of one. */
export async function deleteTokens(db: Kysely<Tables>, userId: UserId, kind?: TokenKind): Promise<void> {
	await db
		.deleteFrom("mailed_tokens")
		.where("user_id", "=", userId)
		.$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "reset-password"))
		.execute();
}
