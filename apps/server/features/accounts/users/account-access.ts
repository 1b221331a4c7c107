import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { getEndTime, hasEnded, liftEndedSuspension } from "./lift-suspensions.ts";
import { findSignInStatus, findSuspension, hasSuspendedUser, type Suspension } from "./suspension-queries.ts";
import { getPasswordHash, isDemoUser, lockOwners, lockUser } from "./user-queries.ts";

const buildSuspendedRefusal = ({ reason, ends_at }: Suspension): Refusal =>
	refuse(403, "account-suspended", { reason, until: getEndTime(ends_at) });

/**
 * Refuses if the account is suspended, was erased, or belongs to an ended demo. Lifts a suspension that has reached its end.
 * Locks the account's row until the transaction ends.
 */
export async function requireSignInAllowed(trx: Db, userId: UserId, now: number): Promise<void> {
	const account = await lockUser(trx, userId);
	if (account?.retired_at) throw refuse(403, "demo-over");
	if (account?.erased_at) throw refuse(401, "not-signed-in");
	const suspension = account && (await findSuspension(trx, userId));
	if (!suspension) return;
	if (!hasEnded(suspension, now)) throw buildSuspendedRefusal(suspension);
	await liftEndedSuspension(trx, userId, now);
}

/** Refuses if the password has changed since it was verified. Call it with the account's row locked. */
export async function requireSamePassword(trx: Db, userId: UserId, passwordHash: string | null): Promise<void> {
	if ((await getPasswordHash(trx, userId)) !== passwordHash) throw refuse(401, "wrong-credentials");
}

/** Refuses to reactivate an account that is suspended or belongs to an ended demo. */
export async function requireReactivationAllowed(trx: Db, userId: UserId): Promise<void> {
	const account = await lockUser(trx, userId);
	if (account?.retired_at) throw refuse(409, "demo-over");
	if (await findSuspension(trx, userId)) throw refuse(409, "user-suspended");
}

/** Refuses to change how a demo account signs in, because all visitors share it. */
export async function requireNonDemoAccount(db: Db, userId: UserId): Promise<void> {
	if (await isDemoUser(db, userId)) throw refuse(403, "demo-account");
}

/** Whether `requireSignInAllowed` would refuse the account. Changes and locks nothing. */
export async function isSignInBlocked(db: Db, userId: UserId, now: number): Promise<boolean> {
	const status = await findSignInStatus(db, userId);
	if (!status) return false;
	const { retired_at, erased_at, suspended_user_id, ends_at } = status;
	return (
		retired_at !== null ||
		erased_at !== null ||
		(suspended_user_id !== null && (ends_at === null || ends_at.getTime() > now))
	);
}

/** Whether an account with this address is suspended, so that its holder cannot register a new account with it. */
export async function isAddressSuspended(db: Db, email: string, now: number): Promise<boolean> {
	const address = email.trim().toLowerCase();
	return address !== "" && hasSuspendedUser(db, address, new Date(now));
}

/**
 * Refuses to close or demote the last active owner's account. Locks all owners' rows, so that two cannot suspend each other.
 * Call it before a user's row is locked.
 */
export async function requireAnotherOwner(trx: Db, userId: UserId): Promise<void> {
	const owners = await lockOwners(trx);
	const others = owners.filter(({ id, is_active, is_demo }) => id !== userId && is_active && !is_demo);
	if (owners.some(({ id }) => id === userId) && others.length === 0) throw refuse(409, "last-operator");
}
