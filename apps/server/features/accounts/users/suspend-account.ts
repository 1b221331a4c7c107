import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { deactivateUser } from "../my-account/deactivate-account.ts";
import { requireAnotherOwner } from "./account-access.ts";
import { getEndTime } from "./lift-suspensions.ts";
import { findSuspension, upsertSuspension } from "./suspension-queries.ts";
import { lockUser } from "./user-queries.ts";

export interface NewSuspension {
	/** Null if it lasts until an operator lifts it. */
	readonly endsAt: Date | null;
	/** The operator who suspends the account; null from the command line. */
	readonly by: UserId | null;
	/** Wall time. */
	readonly now: number;
}

/**
 * Suspends an account, or changes the reason and end of its suspension. The account is closed as in a deactivation, but its
 * holder cannot reactivate it. She gets the reason by mail.
 */
export const suspendAccount = (
	db: Db,
	userId: UserId,
	{ endsAt, by, now }: NewSuspension,
	audit: AuditContext,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		if (userId === by) throw refuse(422, "not-yourself");
		await requireAnotherOwner(trx, userId);
		const account = await lockUser(trx, userId);
		if (!account) throw refuse(404, "user-unknown");
		if (account.is_demo) throw refuse(409, "demo-account-kept");
		if (endsAt && endsAt.getTime() <= now) throw refuse(422, "suspension-past");
		const before = await findSuspension(trx, userId);
		const terms = { reason: audit.reason, ends_at: endsAt, suspended_by: by, suspended_at: new Date(now) };
		await upsertSuspension(trx, { user_id: userId, was_active: account.is_active, ...terms });
		await deactivateUser(trx, userId);
		await writeAudit(trx, audit, {
			action: "user-suspended",
			subject: `user:${userId}`,
			before: before ? { reason: before.reason, endsAt: before.ends_at } : null,
			after: { endsAt },
		});
		if (account.email === "") return;
		const data = { firstName: account.first_name, reason: audit.reason, until: getEndTime(endsAt) };
		const { email: to, language } = account;
		await queueMail(trx, { kind: "account-suspended", to, data, language, now });
	});
