import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { deleteUserTokens } from "../../notifications/mail/mailed-token-queries.ts";
import { deletePasskeysOfUser } from "../passkeys/queries.ts";
import { deleteSessionsOfUser } from "../sessions/queries.ts";
import { deletePendingIdentitiesOfUser } from "../sign-in/queries.ts";

/** How much was removed from an account. */
export interface EndedAccess {
	readonly sessions: number;
	readonly passkeys: number;
	readonly tokens: number;
}

/**
 * Ends every way into an account: sessions with their subscriptions to notifications, sign-ins in progress, passkeys, access
 * tokens and mailed links. What stays is the password, the account at another identity provider, and an operator's second
 * factor, which gives no access by itself. Call it with the account's row locked, so that no way in is added meanwhile.
 */
export async function endAccess(trx: Db, userId: UserId): Promise<EndedAccess> {
	const { sessions, tokens } = await deleteSessionsOfUser(trx, userId);
	const passkeys = await deletePasskeysOfUser(trx, userId);
	await deletePendingIdentitiesOfUser(trx, userId);
	await deleteUserTokens(trx, userId);
	return { sessions, passkeys, tokens };
}
