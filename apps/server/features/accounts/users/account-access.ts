import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { type AuditContext, COMMAND_LINE, writeAudit } from "../../operator/audit/audit.ts";
import { isDemoUser, lockUser, updateUserRow } from "./queries.ts";
import {
	deleteSuspension,
	findSignInStatus,
	findSuspension,
	hasSuspendedUser,
	listEndedSuspensions,
	type Suspension,
} from "./suspension-queries.ts";

/** The actor in the audit log where a suspension ends by itself. */
const SUSPENSION_EXPIRED: AuditContext = { actor: "server", reason: "The suspension has ended" };

/** Gets the end of a suspension in messages and mails, in milliseconds; 0 for none. */
export const getEndTime = (endsAt: Date | null): number => endsAt?.getTime() ?? 0;

const hasEnded = ({ ends_at }: Suspension, now: number): boolean => ends_at !== null && ends_at.getTime() <= now;

const createSuspendedRefusal = ({ reason, ends_at }: Suspension): Refusal =>
	refuse(403, "account-suspended", { reason, until: getEndTime(ends_at) });

async function liftSuspensionWithAudit(
	transaction: Kysely<Tables>,
	userId: UserId,
	now: number,
	audit: AuditContext,
): Promise<void> {
	const account = await lockUser(transaction, userId);
	const lifted = await deleteSuspension(transaction, userId);
	if (!account || !lifted) return;
	await updateUserRow(transaction, userId, { is_active: lifted.was_active });
	await writeAudit(transaction, audit, {
		action: "suspension-lifted",
		subject: `user:${userId}`,
		before: { reason: lifted.reason, endsAt: lifted.ends_at },
		after: { isActive: lifted.was_active },
	});
	if (account.email === "") return;
	const data = { firstName: account.first_name };
	await queueMail(transaction, { kind: "suspension-lifted", to: account.email, data, language: account.language, now });
}

/** Lifts a suspension before its end. Does nothing if there is none. */
export const liftSuspension = (db: Kysely<Tables>, userId: UserId, now: number, audit: AuditContext = COMMAND_LINE) =>
	db.transaction().execute((transaction) => liftSuspensionWithAudit(transaction, userId, now, audit));

/**
 * Lifts every suspension that has reached its end, unless a sign-in has lifted it before. Idempotent.
 * @throws AggregateError if some could not be lifted; the others are
 */
export async function liftEndedSuspensions(db: Kysely<Tables>, now: number): Promise<number> {
	const ended = await listEndedSuspensions(db, new Date(now));
	const errors: unknown[] = [];
	for (const userId of ended)
		try {
			await db.transaction().execute(async (transaction) => {
				await lockUser(transaction, userId);
				const suspension = await findSuspension(transaction, userId);
				if (suspension && hasEnded(suspension, now))
					await liftSuspensionWithAudit(transaction, userId, now, SUSPENSION_EXPIRED);
			});
		} catch (error) {
			errors.push(error);
		}
	if (errors.length > 0) throw new AggregateError(errors, `${errors.length} ended suspensions were not lifted`);
	return ended.length;
}

/**
 * Refuses if the account is suspended, was erased, or belongs to an ended demo. Lifts a suspension that has reached its end. Locks the
 * account's row until the transaction ends.
 */
export async function requireSignInAllowed(transaction: Kysely<Tables>, userId: UserId, now: number): Promise<void> {
	const account = await lockUser(transaction, userId);
	if (account?.retired_at) throw refuse(403, "demo-over");
	if (account?.erased_at) throw refuse(401, "not-signed-in");
	const suspension = account && (await findSuspension(transaction, userId));
	if (!suspension) return;
	if (!hasEnded(suspension, now)) throw createSuspendedRefusal(suspension);
	await liftSuspensionWithAudit(transaction, userId, now, SUSPENSION_EXPIRED);
}

/** Refuses to reopen an account that is suspended or belongs to an ended demo. */
export async function requireNotSuspended(transaction: Kysely<Tables>, userId: UserId): Promise<void> {
	const account = await lockUser(transaction, userId);
	if (account?.retired_at) throw refuse(409, "demo-over");
	if (await findSuspension(transaction, userId)) throw refuse(409, "user-suspended");
}

/** Refuses to change how a demo account signs in, because all visitors share it. */
export async function requireNonDemoAccount(db: Kysely<Tables>, userId: UserId): Promise<void> {
	if (await isDemoUser(db, userId)) throw refuse(403, "demo-account");
}

/**
 * Mails the reason and end of a suspension to the account's owner once more, up to a daily limit. Returns false if the
 * account is not suspended.
 */
export async function remindOfSuspension(
	transaction: Kysely<Tables>,
	userId: UserId,
	{ now, language }: { readonly now: number; readonly language: Language },
): Promise<boolean> {
	const account = await lockUser(transaction, userId);
	const suspension = account && (await findSuspension(transaction, userId));
	if (!suspension || hasEnded(suspension, now)) return false;
	const data = { firstName: account.first_name, reason: suspension.reason, until: getEndTime(suspension.ends_at) };
	await queueLimitedMail(transaction, { kind: "account-suspended", to: account.email, data, language, now });
	return true;
}

/** Whether the account is suspended, was erased, or belongs to an ended demo. Unlike `requireSignInAllowed`, changes nothing. */
export async function isSignInBlocked(db: Kysely<Tables>, userId: UserId, now: number): Promise<boolean> {
	const status = await findSignInStatus(db, userId);
	if (!status) return false;
	const { retired_at, erased_at, suspended_user_id, ends_at } = status;
	return (
		retired_at !== null ||
		erased_at !== null ||
		(suspended_user_id !== null && (ends_at === null || ends_at.getTime() > now))
	);
}

/** Whether an account with this address is suspended, so that its owner cannot register a new one with it. */
export async function isAddressSuspended(db: Kysely<Tables>, email: string, now: number): Promise<boolean> {
	const address = email.trim().toLowerCase();
	return address !== "" && hasSuspendedUser(db, address, new Date(now));
}
