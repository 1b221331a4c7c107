import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { eraseMessagesOfUser } from "../../leagues/conversation/remove-messages.ts";
import { leaveErasedDrafts } from "../../leagues/draft/teams.ts";
import { insertErasedDepartures } from "../../leagues/elimination/elimination-queries.ts";
import { getPictureKey, type MediaStore } from "../../media/media-store.ts";
import { deactivateUser } from "../my-account/deactivate-account.ts";
import { confirmPassword } from "../my-account/password.ts";
import type { AccountServices } from "../my-account/services.ts";
import { deleteSessionsOfUser } from "../sessions/queries.ts";
import { requireAnotherOwner, requireNonDemoAccount } from "../users/account-access.ts";
import { getPasswordHash } from "../users/user-queries.ts";
import {
	countErasedRows,
	type ErasedAccount,
	type ErasedRowCount,
	eraseRows,
	eraseUser,
	listUnerasedIds,
	lockUserToErase,
} from "./erasure-queries.ts";

export interface ErasureServices {
	readonly db: Db;
	readonly media: Pick<MediaStore, "remove">;
}

async function eraseInTransaction(
	trx: Transaction<Tables>,
	userId: UserId,
	now: number,
): Promise<{ readonly erased: readonly ErasedRowCount[]; readonly pictures: number } | null> {
	await requireAnotherOwner(trx, userId);
	const user = await lockUserToErase(trx, userId);
	if (!user) return null;
	await requireNonDemoAccount(trx, userId);
	const erased = await countErasedRows(trx, userId);
	await deleteSessionsOfUser(trx, userId);
	await eraseRows(trx, userId);
	// It locks leagues, and moderators lock a league before its conversation.
	await deactivateUser(trx, userId);
	await leaveErasedDrafts(trx, userId, now);
	await eraseMessagesOfUser(trx, userId, now);
	await insertErasedDepartures(trx, userId);
	await eraseUser(trx, userId, new Date(now));
	return { erased, pictures: user.pictures };
}

/**
 * Erases an account's personal data in one transaction, and hands over its leagues. The team keeps its line-ups, points and
 * ranks, but not its name, so that published rankings, ladders and prizes stay. Returns how many rows held personal data, by
 * table; none if the account is already erased.
 */
export const eraseAccount = (
	{ db, media }: ErasureServices,
	userId: UserId,
	{ now, audit }: { readonly now: number; readonly audit: AuditContext },
): Promise<readonly ErasedRowCount[]> =>
	db.transaction().execute(async (trx) => {
		const result = await eraseInTransaction(trx, userId, now);
		if (!result) return [];
		await writeAudit(trx, audit, { action: "user-erased", subject: `user:${userId}`, before: null, after: null });
		// Before the commit, so that the erasure can be repeated if a picture cannot be deleted.
		for (let version = 1; version <= result.pictures; version++)
			await media.remove(getPictureKey("user", userId, version));
		return result.erased;
	});

/** Erases accounts again that an older backup has restored. Returns how many. */
export async function eraseAccountsAgain(
	services: ErasureServices,
	accounts: readonly ErasedAccount[],
	context: { readonly now: number; readonly audit: AuditContext },
): Promise<number> {
	const ids = await listUnerasedIds(services.db, accounts);
	for (const id of ids) await eraseAccount(services, id, context);
	return ids.length;
}

/** Erases an account for its holder, who confirms with the password, if the account has one and local login is enabled. */
export async function eraseOwnAccount(
	services: AccountServices,
	userId: UserId,
	password: string | undefined,
): Promise<void> {
	await requireNonDemoAccount(services.db, userId);
	if (services.localLogin.isEnabled && (await getPasswordHash(services.db, userId)) !== null) {
		if (password === undefined) throw refuse(422, "wrong-password");
		await confirmPassword(services, userId, password);
	}
	const audit = { actor: `user:${userId}`, reason: "" };
	await eraseAccount(services, userId, { now: services.clocks.wallNow(), audit });
}
