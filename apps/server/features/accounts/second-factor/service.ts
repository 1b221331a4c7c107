import type { OperatorAccess } from "@first-bounce/contract/operator/access";
import { DAY_MS, HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { formatOperatorActor, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import type { Session } from "../../../plugins/session.ts";
import { revokeOperatorVerification } from "../sessions/queries.ts";
import {
	countRecoveryCodes,
	type FactorRow,
	findFactor,
	lockFactor,
	replaceRecoveryCodes,
	updateFactor,
	updateRecoveryCodeUsed,
} from "./factor-queries.ts";
import {
	buildSecretUri,
	createPrintedCode,
	createSecret,
	findPeriod,
	generateUnusedCode,
	hashPrintedCode,
} from "./one-time-code.ts";

export interface FactorServices {
	readonly db: Db;
	readonly wallNow: () => number;
	/** Gets the demo's manager, whom anybody can sign in as; null if the demo is off. */
	readonly findDemoManagerId: () => Promise<UserId | null>;
}

/** How long a session may make operator calls after a code was entered: long enough for a night of matches. */
export const VERIFICATION_MS = 4 * HOUR_MS;
const SETUP_CODE_LIFETIME_MS = DAY_MS;
export const RECOVERY_CODE_COUNT = 10;
/** The number of wrong codes in a row after which the first wait begins. */
const FAILURES_BEFORE_WAIT = 5;
const MIN_WAIT_MS = 60_000;
const MAX_WAIT_MS = HOUR_MS;

/** Writes to the audit log what an operator changed in her own account. */
const writeOwnAudit = (trx: Db, userId: UserId, action: string, after: object | null): Promise<void> => {
	const context = { actor: formatOperatorActor(userId), reason: "" };
	return writeAudit(trx, context, { action, subject: `user:${userId}`, before: null, after });
};

/** The wait is a minute after the fifth wrong code in a row, and doubles with each further one up to an hour. */
const getWaitMs = (failures: number): number =>
	failures < FAILURES_BEFORE_WAIT ? 0 : Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (failures - FAILURES_BEFORE_WAIT));

/** Gets the state of an operator's second factor, for the screen that asks for a code. */
export async function getOperatorAccess(
	{ db, wallNow, findDemoManagerId }: FactorServices,
	{ userId, operatorRole }: Pick<Session, "userId" | "operatorRole">,
	operatorUntil: number | null,
): Promise<OperatorAccess> {
	const factor = await findFactor(db, userId);
	const isDemo = (await findDemoManagerId()) === userId;
	const isEnrolled = (factor?.confirmed_at ?? null) !== null;
	return {
		...(operatorRole ? { role: operatorRole } : {}),
		isEnrolled,
		verifiedUntil: formatInstant(operatorUntil),
		needsSetupCode: !isEnrolled && !isDemo,
		recoveryCodesLeft: await countRecoveryCodes(db, userId),
		demoCode: isDemo && factor?.secret ? generateUnusedCode(factor.secret, factor.last_period, wallNow()) : null,
	};
}

/**
 * Runs `work` unless the account has to wait after wrong codes. A refusal that `work` returns counts as a wrong code. It is
 * thrown only after the transaction has committed, because a rollback would undo the count.
 */
async function runWithAttemptLimit<Result>(
	{ db, wallNow }: FactorServices,
	userId: UserId,
	work: (trx: Db, factor: FactorRow, now: number) => Promise<Result | Refusal>,
): Promise<Result> {
	const now = wallNow();
	const result = await db.transaction().execute(async (trx) => {
		const factor = await lockFactor(trx, userId);
		const wait = (factor.retry_at?.getTime() ?? 0) - now;
		if (wait > 0) return refuse(429, "code-wait", { seconds: Math.ceil(wait / 1000) });
		const outcome = await work(trx, factor, now);
		const failures = outcome instanceof Error ? factor.failures + 1 : 0;
		await updateFactor(trx, userId, { failures, retry_at: new Date(now + getWaitMs(failures)) });
		return outcome;
	});
	if (result instanceof Error) throw result;
	return result;
}

/** Checks the printed set-up code. The demo's manager needs none, because anybody can sign in as that user. */
async function findSetupProblem(
	services: FactorServices,
	factor: FactorRow,
	setupCode: string | undefined,
	now: number,
): Promise<Refusal | null> {
	if (factor.confirmed_at) return refuse(409, "already-enrolled");
	if ((await services.findDemoManagerId()) === factor.user_id) return null;
	const isCorrect = setupCode !== undefined && factor.setup_code_hash?.equals(hashPrintedCode(setupCode));
	const isUnexpired = (factor.setup_code_until?.getTime() ?? 0) > now;
	return isCorrect && isUnexpired ? null : refuse(422, "setup-code-wrong");
}

/** Creates a new secret, which takes effect once `finishSetup` has verified one of its codes. */
export const startSetup = (services: FactorServices, userId: UserId, setupCode: string | undefined) =>
	runWithAttemptLimit(services, userId, async (trx, factor, now) => {
		const problem = await findSetupProblem(services, factor, setupCode, now);
		if (problem) return problem;
		const secret = createSecret();
		await updateFactor(trx, userId, { secret });
		return { secret, uri: buildSecretUri(secret, factor.email) };
	});

async function createRecoveryCodes(trx: Db, userId: UserId): Promise<string[]> {
	const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createPrintedCode);
	await replaceRecoveryCodes(trx, userId, codes.map(hashPrintedCode));
	return codes;
}

/** Completes the set-up with a code and returns the recovery codes. Only their hashes are stored. */
export const finishSetup = (
	services: FactorServices,
	userId: UserId,
	{ code, setupCode }: { readonly code: string; readonly setupCode?: string | undefined },
): Promise<readonly string[]> =>
	runWithAttemptLimit(services, userId, async (trx, factor, now) => {
		const problem = await findSetupProblem(services, factor, setupCode, now);
		if (problem) return problem;
		if (!factor.secret) return refuse(409, "second-factor-missing");
		const period = findPeriod(factor.secret, code, now);
		if (period === null) return refuse(422, "code-wrong");
		const confirmed = { confirmed_at: new Date(now), last_period: period };
		await updateFactor(trx, userId, { ...confirmed, setup_code_hash: null, setup_code_until: null });
		await writeOwnAudit(trx, userId, "second-factor-set-up", { isEnrolled: true });
		return createRecoveryCodes(trx, userId);
	});

/** Verifies a code of the authenticator app or a recovery code. Each is valid once. Returns when the verification expires. */
export const verifyCode = (services: FactorServices, userId: UserId, code: string): Promise<number> =>
	runWithAttemptLimit(services, userId, async (trx, factor, now) => {
		if (!factor.secret || !factor.confirmed_at) return refuse(409, "second-factor-missing");
		const period = findPeriod(factor.secret, code, now);
		if (period !== null && period > factor.last_period) {
			await updateFactor(trx, userId, { last_period: period });
			return now + VERIFICATION_MS;
		}
		if (period !== null || !(await updateRecoveryCodeUsed(trx, userId, hashPrintedCode(code), new Date(now))))
			return refuse(422, "code-wrong");
		await writeOwnAudit(trx, userId, "recovery-code-used", null);
		return now + VERIFICATION_MS;
	});

/** Replaces all recovery codes with new ones. */
export const renewRecoveryCodes = ({ db }: FactorServices, userId: UserId): Promise<readonly string[]> =>
	db.transaction().execute(async (trx) => {
		await lockFactor(trx, userId);
		await writeOwnAudit(trx, userId, "recovery-codes-renewed", null);
		return createRecoveryCodes(trx, userId);
	});

/** Resets an operator's factor and returns the code for setting up a new one, which is valid for a day. */
export async function resetFactor(trx: Db, userId: UserId, now: number): Promise<string> {
	const code = createPrintedCode();
	await lockFactor(trx, userId);
	await updateFactor(trx, userId, {
		secret: null,
		confirmed_at: null,
		failures: 0,
		retry_at: null,
		setup_code_hash: hashPrintedCode(code),
		setup_code_until: new Date(now + SETUP_CODE_LIFETIME_MS),
	});
	await replaceRecoveryCodes(trx, userId, []);
	await revokeOperatorVerification(trx, userId);
	return code;
}
