import { randomBytes } from "node:crypto";
import type { AccessToken } from "@first-bounce/contract/accounts/tokens";
import type { TokenScope } from "@first-bounce/contract/constants";
import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { hashToken } from "../../../db/hash-token.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { ACCESS_TOKEN_PREFIX, type Session } from "../../../plugins/session.ts";
import { isSessionOpen } from "../sessions/queries.ts";
import type { UserServices } from "../users/service.ts";
import { lockUser } from "../users/user-queries.ts";
import { deleteToken, findTokenByHash, insertToken, listTokenRows, updateTokenLastUsed } from "./queries.ts";

const MAX_TOKENS = 10;
/** The last use is saved at most this often, so that most requests only read. */
const LAST_USE_INTERVAL_MS = 5 * MINUTE_MS;

type TokenServices = Pick<UserServices, "db" | "clocks">;

const buildAuditContext = (userId: UserId) => ({ actor: `user:${userId}`, reason: "" });

export async function listTokens(db: Db, userId: UserId, now: number): Promise<AccessToken[]> {
	const rows = await listTokenRows(db, userId, new Date(now));
	return rows.map(({ id, name, scopes, created_at, expires_at, last_used_at }) => ({
		id,
		name,
		scopes,
		createdAt: created_at.toISOString(),
		expiresAt: expires_at.toISOString(),
		lastUsedAt: formatInstant(last_used_at),
	}));
}

/** Creates a token and returns it. It cannot be shown again, because only its hash is stored. */
export function createToken(
	{ db, clocks }: TokenServices,
	userId: UserId,
	form: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly days: number },
	/** The session in which the user creates it. */
	sessionToken: string | null = null,
): Promise<string> {
	const token = ACCESS_TOKEN_PREFIX + randomBytes(32).toString("base64url");
	const scopes = [...new Set(form.scopes)];
	return db.transaction().execute(async (trx) => {
		const account = await lockUser(trx, userId);
		// A suspension or a new password may have ended the session after this request found it.
		if (!account?.is_active) throw refuse(403, "not-active");
		if (sessionToken !== null && !(await isSessionOpen(trx, hashToken(sessionToken))))
			throw refuse(401, "not-signed-in");
		if (account.is_demo) throw refuse(403, "demo-account");
		const now = clocks.wallNow();
		if ((await listTokenRows(trx, userId, new Date(now))).length >= MAX_TOKENS)
			throw refuse(409, "too-many-tokens", { max: MAX_TOKENS });
		const expires_at = new Date(now + form.days * DAY_MS);
		const id = await insertToken(trx, {
			user_id: userId,
			name: form.name,
			scopes,
			token_hash: hashToken(token),
			created_at: new Date(now),
			expires_at,
		});
		const after = { name: form.name, scopes, expiresAt: expires_at.toISOString() };
		const entry = { action: "token-created", subject: `token:${id}`, before: null, after };
		await writeAudit(trx, buildAuditContext(userId), entry);
		return token;
	});
}

export const revokeToken = ({ db }: TokenServices, userId: UserId, id: string): Promise<void> =>
	db.transaction().execute(async (trx) => {
		const before = await deleteToken(trx, userId, id);
		if (!before) throw refuse(404, "token-unknown");
		const entry = { action: "token-revoked", subject: `token:${id}`, before, after: null };
		await writeAudit(trx, buildAuditContext(userId), entry);
	});

/** Finds the account that a token belongs to. Returns a session that is limited to the token's scopes. */
export async function findTokenSession(pool: Pool, token: string, now: number): Promise<Session | null> {
	const hash = hashToken(token);
	const row = await findTokenByHash(pool, hash, new Date(now));
	if (!row) return null;
	if (now - (row.last_used_at?.getTime() ?? 0) > LAST_USE_INTERVAL_MS)
		await updateTokenLastUsed(pool, hash, new Date(now));
	const { user_id: userId, is_active: isActive, scopes } = row;
	// A token gives no operator access, even if its account is an operator's.
	return { userId, isActive, operatorRole: null, operatorUntil: null, scopes };
}
