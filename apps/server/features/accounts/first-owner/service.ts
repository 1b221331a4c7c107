import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Language } from "@first-bounce/contract/languages";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { lockFactor, replaceRecoveryCodes, updateFactor } from "../second-factor/factor-queries.ts";
import { createPrintedCode, createSecret, findPeriod, hashPrintedCode } from "../second-factor/one-time-code.ts";
import { RECOVERY_CODE_COUNT } from "../second-factor/service.ts";
import { hashPassword } from "../sign-in/passwords.ts";
import { createUnverifiedAccount, findCredentialProblems, type NewCredentials } from "../users/register-user.ts";
import { refuseProblems } from "../users/registration-problems.ts";
import { refuseConflicts, type UserServices } from "../users/service.ts";
import { updateUserRow } from "../users/user-queries.ts";
import {
	findSetup,
	isSetupNeeded,
	lockAccounts,
	lockSetup,
	type SetupRow,
	saveSetupCode,
	updateSetup,
} from "./setup-queries.ts";

/** 128 bits, so that the code cannot be guessed. */
const CODE_BYTES = 16;
const CODE_LIFETIME_MS = DAY_MS;

/** Creates a code for the set-up page, in eight groups of four characters. Null if the site is set up. */
export async function issueSetupCode(db: Db, now: number): Promise<string | null> {
	if (!(await isSetupNeeded(db))) return null;
	const code = randomBytes(CODE_BYTES).toString("hex").match(/.{4}/g)?.join("-") ?? "";
	await saveSetupCode(db, hashPrintedCode(code), new Date(now + CODE_LIFETIME_MS));
	return code;
}

/** Whether a code is the one that was printed last, and has not expired. */
const isCurrentCode = (row: SetupRow | undefined, code: string, now: number): boolean =>
	row !== undefined &&
	row.code_hash !== null &&
	row.finished_at === null &&
	(row.code_until?.getTime() ?? 0) > now &&
	timingSafeEqual(row.code_hash, hashPrintedCode(code));

export type FirstOwnerServices = Pick<UserServices, "db" | "clocks" | "publicUrl">;

/** Whether the set-up page accepts a code. A browser may still have one after the site was set up from the command line. */
export const isSetupCode = async ({ db, clocks }: FirstOwnerServices, code: string): Promise<boolean> =>
	isCurrentCode(await findSetup(db), code, clocks.wallNow()) && (await isSetupNeeded(db));

/** Gets the secret of the second factor, and whether a code of it was entered. The secret is created when it is first shown. */
export const getOrCreateFactor = ({ db }: FirstOwnerServices): Promise<{ secret: string; isConfirmed: boolean }> =>
	db.transaction().execute(async (trx) => {
		const row = await lockSetup(trx);
		if (row?.factor_secret) return { secret: row.factor_secret, isConfirmed: row.factor_period !== null };
		const secret = createSecret();
		await updateSetup(trx, { factor_secret: secret });
		return { secret, isConfirmed: false };
	});

/** Confirms the second factor by a code of the authenticator app, and returns the recovery codes. Only hashes are stored. */
export const confirmFactor = ({ db, clocks }: FirstOwnerServices, code: string): Promise<readonly string[]> =>
	db.transaction().execute(async (trx) => {
		const row = await lockSetup(trx);
		const period = row?.factor_secret ? findPeriod(row.factor_secret, code, clocks.wallNow()) : null;
		if (period === null) throw refuse(422, "code-wrong");
		const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createPrintedCode);
		await updateSetup(trx, { factor_period: period, recovery_hashes: codes.map(hashPrintedCode) });
		return codes;
	});

/**
 * Makes the account that `getAccount` creates or finds the first owner, with the confirmed second factor, and closes the set-up
 * page for ever.
 *
 * @throws Refusal if the code is no longer right, the second factor is missing, or there is an operator already
 */
async function makeFirstOwner(
	trx: Transaction<Tables>,
	{ clocks }: FirstOwnerServices,
	code: string,
	getAccount: () => Promise<UserId>,
): Promise<UserId> {
	const now = clocks.wallNow();
	const row = await lockSetup(trx);
	if (!row || !isCurrentCode(row, code, now)) throw refuse(403, "setup-closed");
	await lockAccounts(trx);
	if (!(await isSetupNeeded(trx))) throw refuse(403, "setup-closed");
	if (row.factor_secret === null || row.factor_period === null) throw refuse(409, "second-factor-missing");
	const userId = await getAccount();
	await updateUserRow(trx, userId, { operator_role: "owner" });
	await lockFactor(trx, userId);
	const confirmed = { confirmed_at: new Date(now), last_period: row.factor_period };
	await updateFactor(trx, userId, { ...confirmed, secret: row.factor_secret });
	await replaceRecoveryCodes(trx, userId, row.recovery_hashes ?? []);
	await updateSetup(trx, {
		code_hash: null,
		code_until: null,
		factor_secret: null,
		factor_period: null,
		recovery_hashes: null,
		finished_at: new Date(now),
	});
	const entry = { action: "operator-added", subject: `user:${userId}`, before: null, after: { role: "owner" } };
	await writeAudit(trx, { actor: "set-up page", reason: "" }, entry);
	return userId;
}

/** Creates the first owner with a password. */
export async function createFirstOwner(
	services: FirstOwnerServices,
	code: string,
	person: NewCredentials,
	language: Language,
): Promise<UserId> {
	const passwordHash = await hashPassword(person.password);
	refuseProblems(await findCredentialProblems(services, person));
	return refuseConflicts(
		services.db.transaction().execute((trx) => {
			const getAccount = () => createUnverifiedAccount(trx, { ...services, language }, person, passwordHash);
			return makeFirstOwner(trx, services, code, getAccount);
		}),
	);
}

/** Makes an account that has signed in at an identity provider the first owner, if the code is right. */
export const makeIdentityFirstOwner = (
	services: FirstOwnerServices,
	code: string,
	getAccount: (trx: Transaction<Tables>) => Promise<UserId>,
): Promise<UserId> =>
	services.db.transaction().execute((trx) => makeFirstOwner(trx, services, code, () => getAccount(trx)));
