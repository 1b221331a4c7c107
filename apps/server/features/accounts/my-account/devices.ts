import type { Device } from "@first-bounce/contract/accounts/devices";
import type { UserId } from "@first-bounce/rules/ids";
import { hashToken } from "../../../db/hash-token.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { deleteOtherSessions, deleteSessionById, listSessionsOfUser } from "../sessions/queries.ts";
import { requireNonDemoAccount } from "../users/account-access.ts";
import { isDemoUser } from "../users/user-queries.ts";

/** Lists the devices on which a user is signed in: the current one first, then by last use. In the demo, only the current one. */
export async function listDevices(
	db: Db,
	userId: UserId,
	{ token, now }: { readonly token: string | null; readonly now: number },
): Promise<Device[]> {
	const rows = await listSessionsOfUser(db, userId, new Date(now));
	const isShared = await isDemoUser(db, userId);
	const currentHash = token === null ? null : hashToken(token);
	const devices = rows.map((row) => ({
		id: row.id,
		userAgent: row.user_agent,
		address: row.address,
		signedInAt: row.created_at.toISOString(),
		lastSeenAt: row.last_seen_at.toISOString(),
		expiresAt: row.expires_at.toISOString(),
		isCurrent: currentHash?.equals(row.token_hash) ?? false,
	}));
	return devices
		.filter(({ isCurrent }) => isCurrent || !isShared)
		.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Signs one of a user's devices out, also at the built-in provider. Refuses if the user has no device with this id. */
export async function endDevice(db: Db, userId: UserId, id: string): Promise<void> {
	await requireNonDemoAccount(db, userId);
	if (!(await deleteSessionById(db, userId, id))) throw refuse(404, "device-unknown");
}

/** Signs a user out on all devices except the one with this session token, also at the built-in provider. */
export const endOtherDevices = (db: Db, userId: UserId, token: string | null): Promise<void> =>
	db.transaction().execute(async (trx) => {
		await requireNonDemoAccount(trx, userId);
		await deleteOtherSessions(trx, userId, token === null ? null : hashToken(token));
	});
