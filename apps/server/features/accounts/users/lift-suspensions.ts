import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { formatCount } from "../../../i18n/format-count.ts";
import { type AuditContext, COMMAND_LINE, writeAudit } from "../../../plugins/audit.ts";
import { takeOverLeagues } from "../../leagues/members/leadership.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { deleteSuspension, findSuspension, listEndedSuspensions, type Suspension } from "./suspension-queries.ts";
import { lockUser, updateUserRow } from "./user-queries.ts";

/** The audit context of a suspension that reached its end, without an operator. */
const SUSPENSION_EXPIRED: AuditContext = { actor: "server", reason: "The suspension has ended" };

/** Gets the end of a suspension in the form that messages and mails need: milliseconds since 1970, or 0 for no end. */
export const getEndTime = (endsAt: Date | null): number => endsAt?.getTime() ?? 0;

export const hasEnded = ({ ends_at }: Suspension, now: number): boolean => ends_at !== null && ends_at.getTime() <= now;

async function liftSuspensionWithAudit(trx: Db, userId: UserId, now: number, audit: AuditContext): Promise<void> {
	const account = await lockUser(trx, userId);
	const lifted = await deleteSuspension(trx, userId);
	if (!account || !lifted) return;
	await updateUserRow(trx, userId, { is_active: lifted.was_active });
	if (lifted.was_active) await takeOverLeagues(trx, userId);
	await writeAudit(trx, audit, {
		action: "suspension-lifted",
		subject: `user:${userId}`,
		before: { reason: lifted.reason, endsAt: lifted.ends_at },
		after: { isActive: lifted.was_active },
	});
	if (account.email === "") return;
	const data = { firstName: account.first_name };
	await queueMail(trx, { kind: "suspension-lifted", to: account.email, data, language: account.language, now });
}

export const liftEndedSuspension = (trx: Db, userId: UserId, now: number): Promise<void> =>
	liftSuspensionWithAudit(trx, userId, now, SUSPENSION_EXPIRED);

/** Lifts a suspension for an operator, before its end. Does nothing if there is none. */
export const liftSuspension = (db: Db, userId: UserId, now: number, audit: AuditContext = COMMAND_LINE) =>
	db.transaction().execute((trx) => liftSuspensionWithAudit(trx, userId, now, audit));

/**
 * Lifts every suspension that has reached its end. Idempotent.
 * @throws AggregateError after trying all, if some could not be lifted
 */
export async function liftEndedSuspensions(db: Db, now: number): Promise<number> {
	const ended = await listEndedSuspensions(db, new Date(now));
	const errors: unknown[] = [];
	for (const userId of ended)
		try {
			await db.transaction().execute(async (trx) => {
				await lockUser(trx, userId);
				const suspension = await findSuspension(trx, userId);
				if (suspension && hasEnded(suspension, now)) await liftEndedSuspension(trx, userId, now);
			});
		} catch (error) {
			errors.push(error);
		}
	if (errors.length > 0) {
		const suspensions = formatCount(errors.length, "ended suspension was", "ended suspensions were");
		throw new AggregateError(errors, `${suspensions} not lifted`);
	}
	return ended.length;
}

/**
 * Mails the reason and end of a suspension to the account holder again, unless today's limit of mails is reached. Returns
 * false if the account is not suspended.
 */
export async function remindOfSuspension(
	trx: Db,
	userId: UserId,
	{ now, language }: { readonly now: number; readonly language: Language },
): Promise<boolean> {
	const account = await lockUser(trx, userId);
	const suspension = account && (await findSuspension(trx, userId));
	if (!suspension || hasEnded(suspension, now)) return false;
	const data = { firstName: account.first_name, reason: suspension.reason, until: getEndTime(suspension.ends_at) };
	await queueLimitedMail(trx, { kind: "account-suspended", to: account.email, data, language, now });
	return true;
}
