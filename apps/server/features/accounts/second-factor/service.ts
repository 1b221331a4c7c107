import type { OperatorAccess } from "@first-bounce/contract/operator/access";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, formatOperatorActor, writeAudit } from "../../operator/audit/audit.ts";
import { revokeOperatorAccess } from "../sessions/queries.ts";
import {
	buildSecretUri,
	createRecoveryCode,
	createSecret,
	findPeriod,
	generateUnusedCode,
	hashRecoveryCode,
} from "./one-time-code.ts";
import {
	countRecoveryCodes,
	deleteFactor,
	type FactorRow,
	findFactor,
	lockFactor,
	replaceRecoveryCodes,
	updateFactor,
	updateRecoveryCodeUsed,
} from "./queries.ts";

export interface FactorServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
	/** The demo's manager, whose sign-in is public; null if the demo is off. */
	readonly demoManagerId: () => Promise<UserId | null>;
}

const HOUR = 3_600_000;
/** How long a session may use operators' calls after a code: long enough for a night of matches. */
export const VERIFICATION_MS = 4 * HOUR;
const SETUP_CODE_LIFETIME_MS = 24 * HOUR;
const RECOVERY_CODE_COUNT = 10;
const MAX_FREE_FAILURES = 5;
const MAX_WAIT_MS = HOUR;

const buildOwnAuditContext = (userId: UserId): AuditContext => ({ actor: formatOperatorActor(userId), reason: "" });
const formatSubject = (userId: UserId): string => `user:${userId}`;

/** The wait doubles from the fifth wrong code in a row, up to an hour, so that codes cannot be guessed. */
const getWaitMs = (failures: number): number =>
	failures < MAX_FREE_FAILURES ? 0 : Math.min(MAX_WAIT_MS, 60_000 * 2 ** (failures - MAX_FREE_FAILURES));

/** Gets the state of an operator's second factor, for the screen that asks for a code. */
export async function getOperatorAccess(
	{ db, wallNow, demoManagerId }: FactorServices,
	userId: UserId,
	operatorUntil: number | null,
): Promise<OperatorAccess> {
	const factor = await findFactor(db, userId);
	const isDemo = (await demoManagerId()) === userId;
	const isEnrolled = (factor?.confirmed_at ?? null) !== null;
	return {
		isEnrolled,
		verifiedUntil: operatorUntil === null ? null : new Date(operatorUntil).toISOString(),
		needsSetupCode: !isEnrolled && !isDemo,
		recoveryCodesLeft: await countRecoveryCodes(db, userId),
		demoCode: isDemo && factor?.secret ? generateUnusedCode(factor.secret, factor.last_period, wallNow()) : null,
	};
}

/**
 * Runs `work` under the limit on wrong codes. A refusal is thrown after the transaction has committed, so that the wrong
 * code is counted.
 */
async function runGuarded<Result>(
	{ db, wallNow }: FactorServices,
	userId: UserId,
	work: (transaction: Kysely<Tables>, factor: FactorRow, now: number) => Promise<Result | Refusal>,
): Promise<Result> {
	const now = wallNow();
	const result = await db.transaction().execute(async (transaction) => {
		const factor = await lockFactor(transaction, userId);
		const wait = (factor.retry_at?.getTime() ?? 0) - now;
		if (wait > 0) return refuse(429, "code-wait", { seconds: Math.ceil(wait / 1000) });
		const outcome = await work(transaction, factor, now);
		const failures = outcome instanceof Error ? factor.failures + 1 : 0;
		await updateFactor(transaction, userId, { failures, retry_at: new Date(now + getWaitMs(failures)) });
		return outcome;
	});
	if (result instanceof Error) throw result;
	return result;
}

/** Setting up needs the printed set-up code, except for the demo's manager, whose sign-in is public. */
async function findSetupProblem(
	services: FactorServices,
	factor: FactorRow,
	setupCode: string | undefined,
	now: number,
): Promise<Refusal | null> {
	if (factor.confirmed_at) return refuse(409, "already-enrolled");
	if ((await services.demoManagerId()) === factor.user_id) return null;
	const isCorrect = setupCode !== undefined && factor.setup_code_hash?.equals(hashRecoveryCode(setupCode));
	const isInTime = (factor.setup_code_until?.getTime() ?? 0) > now;
	return isCorrect && isInTime ? null : refuse(422, "setup-code-wrong");
}

/** Creates a new secret, which takes effect once `finishSetup` has verified one of its codes. */
export const startSetup = (services: FactorServices, userId: UserId, setupCode: string | undefined) =>
	runGuarded(services, userId, async (transaction, factor, now) => {
		const problem = await findSetupProblem(services, factor, setupCode, now);
		if (problem) return problem;
		const secret = createSecret();
		await updateFactor(transaction, userId, { secret });
		return { secret, uri: buildSecretUri(secret, factor.email) };
	});

async function createRecoveryCodes(transaction: Kysely<Tables>, userId: UserId): Promise<string[]> {
	const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
	await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode));
	return codes;
}

/** Completes the set-up with a code and returns the recovery codes, of which only hashes are stored. */
export const finishSetup = (
	services: FactorServices,
	userId: UserId,
	{ code, setupCode }: { readonly code: string; readonly setupCode?: string | undefined },
): Promise<readonly string[]> =>
	runGuarded(services, userId, async (transaction, factor, now) => {
		const problem = await findSetupProblem(services, factor, setupCode, now);
		if (problem) return problem;
		if (!factor.secret) return refuse(409, "second-factor-missing");
		const period = findPeriod(factor.secret, code, now);
		if (period === null) return refuse(422, "code-wrong");
		const confirmed = { confirmed_at: new Date(now), last_period: period };
		await updateFactor(transaction, userId, { ...confirmed, setup_code_hash: null, setup_code_until: null });
		const entry = {
			action: "second-factor-set-up",
			subject: formatSubject(userId),
			before: null,
			after: { isEnrolled: true },
		};
		await writeAudit(transaction, buildOwnAuditContext(userId), entry);
		return createRecoveryCodes(transaction, userId);
	});

/** Verifies an authenticator or recovery code, each valid once. Returns until when the session is verified. */
export const verifyCode = (services: FactorServices, userId: UserId, code: string): Promise<number> =>
	runGuarded(services, userId, async (transaction, factor, now) => {
		if (!factor.secret || !factor.confirmed_at) return refuse(409, "second-factor-missing");
		const period = findPeriod(factor.secret, code, now);
		if (period !== null && period > factor.last_period) {
			await updateFactor(transaction, userId, { last_period: period });
			return now + VERIFICATION_MS;
		}
		if (period !== null || !(await updateRecoveryCodeUsed(transaction, userId, hashRecoveryCode(code), new Date(now))))
			return refuse(422, "code-wrong");
		const entry = { action: "recovery-code-used", subject: formatSubject(userId), before: null, after: null };
		await writeAudit(transaction, buildOwnAuditContext(userId), entry);
		return now + VERIFICATION_MS;
	});

/** Replaces all recovery codes with new ones. */
export const renewRecoveryCodes = ({ db }: FactorServices, userId: UserId): Promise<readonly string[]> =>
	db.transaction().execute(async (transaction) => {
		await lockFactor(transaction, userId);
		const entry = { action: "recovery-codes-renewed", subject: formatSubject(userId), before: null, after: null };
		await writeAudit(transaction, buildOwnAuditContext(userId), entry);
		return createRecoveryCodes(transaction, userId);
	});

/** Resets an operator's factor and returns the code for setting up a new one, which is valid for a day. */
export async function resetFactor(transaction: Kysely<Tables>, userId: UserId, now: number): Promise<string> {
	const code = createRecoveryCode();
	await lockFactor(transaction, userId);
	await updateFactor(transaction, userId, {
		secret: null,
		confirmed_at: null,
		failures: 0,
		retry_at: null,
		setup_code_hash: hashRecoveryCode(code),
		setup_code_until: new Date(now + SETUP_CODE_LIFETIME_MS),
	});
	await replaceRecoveryCodes(transaction, userId, []);
	await revokeOperatorAccess(transaction, userId);
	return code;
}

/** Removes an operator's factor, as when the role is taken away. */
export const removeFactor = (transaction: Kysely<Tables>, userId: UserId): Promise<void> =>
	deleteFactor(transaction, userId);
