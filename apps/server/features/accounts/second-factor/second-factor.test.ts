import {
	confirmOperator,
	endOperatorAccess,
	enrolOperator,
	renewRecoveryCodes,
	showOperatorAccess,
	verifyOperator,
} from "@first-bounce/contract/operator/access";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { findAccounts, grantOperatorRole, resetSecondFactor, revokeOperatorRole } from "../users/administer-users.ts";
import { generateCode } from "./one-time-code.ts";
import { getOperatorAccess } from "./service.ts";

let app: TestApp;
let wallTime: number;
beforeAll(async () => {
	app = await createTestApp();
	wallTime = app.clocks.wallNow();
});
afterAll(() => app.close());
beforeEach(() => app.clocks.setWall(wallTime));

const advance = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);

/** Creates a new operator with a set-up code and no second factor yet. */
async function createOperator() {
	const manager = await createManager(app);
	const [account] = await findAccounts(app.database.db, String(manager.user.id));
	if (!account) throw new Error("no account");
	const { setupCode } = await grantOperatorRole(app.database.db, account, {
		role: "owner",
		now: app.clocks.wallNow(),
	});
	return { ...manager, account: { ...account, operatorRole: "owner" as const }, setupCode };
}
type NewOperator = Awaited<ReturnType<typeof createOperator>>;

async function createEnrolledOperator() {
	const operator = await createOperator();
	const { client, setupCode } = operator;
	const { secret } = await client(enrolOperator, { body: { setupCode } });
	const code = generateCode(secret, app.clocks.wallNow());
	const { recoveryCodes } = await client(confirmOperator, { body: { code, setupCode } });
	advance(MINUTE_MS);
	return { ...operator, secret, recoveryCodes };
}

const enterCode = ({ client }: Pick<NewOperator, "client">, code: string) => client(verifyOperator, { body: { code } });
const findWrongCode = (secret: string) => {
	const near = [-60, -30, 0, 30, 60].map((seconds) => generateCode(secret, app.clocks.wallNow() + seconds * 1000));
	return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
};

describe("setting up the second factor", () => {
	test("needs the set-up code and returns ten recovery codes", async () => {
		const { client, setupCode } = await createOperator();
		expect(await client(showOperatorAccess, {})).toMatchObject({
			isEnrolled: false,
			needsSetupCode: true,
			demoCode: null,
		});
		expect((await getApiFailure(client(enrolOperator, { body: {} }))).code).toBe("setup-code-wrong");
		const { secret, uri } = await client(enrolOperator, { body: { setupCode: setupCode.toLowerCase() } });
		expect(uri).toMatch(/^otpauth:\/\/totp\/First%20Bounce:.*secret=/);
		const code = generateCode(secret, app.clocks.wallNow());
		const { recoveryCodes, access } = await client(confirmOperator, { body: { code, setupCode } });
		expect(new Set(recoveryCodes).size).toBe(10);
		expect(access).toMatchObject({ isEnrolled: true, recoveryCodesLeft: 10 });
		const { rows } = await app.database.pool.query("SELECT * FROM operator_recovery_codes");
		expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0]);
	});

	test("is refused a day after the set-up code was issued", async () => {
		const { client, setupCode } = await createOperator();
		advance(24 * 60 * MINUTE_MS + 1);
		expect((await getApiFailure(client(enrolOperator, { body: { setupCode } }))).code).toBe("setup-code-wrong");
	});

	test("is done once, and repeated only after a command-line reset", async () => {
		const { client, setupCode, account } = await createEnrolledOperator();
		expect((await getApiFailure(client(enrolOperator, { body: { setupCode } }))).code).toBe("already-enrolled");
		const reset = await resetSecondFactor(app.database.db, account, app.clocks.wallNow());
		expect((await getApiFailure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		expect((await client(enrolOperator, { body: { setupCode: reset.setupCode } })).secret).toHaveLength(32);
	});
});

describe("a code", () => {
	test("allows operators' calls for four hours in its session", async () => {
		const { client, user, secret } = await createEnrolledOperator();
		const otherSession = app.as(await app.getToken(user.id));
		await client(endOperatorAccess, {});
		expect((await getApiFailure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		await enterCode({ client }, generateCode(secret, app.clocks.wallNow()));
		expect((await client(renewRecoveryCodes, {})).recoveryCodes).toHaveLength(10);
		expect((await getApiFailure(otherSession(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		advance(4 * 60 * MINUTE_MS);
		expect((await getApiFailure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
	});

	test("works once, within half a minute of its period", async () => {
		const operator = await createEnrolledOperator();
		const code = generateCode(operator.secret, app.clocks.wallNow());
		await enterCode(operator, code);
		expect((await getApiFailure(enterCode(operator, code))).code).toBe("code-wrong");
		advance(MINUTE_MS);
		const recent = generateCode(operator.secret, app.clocks.wallNow());
		advance(MINUTE_MS / 2);
		await enterCode(operator, recent);
		advance(MINUTE_MS);
		const old = generateCode(operator.secret, app.clocks.wallNow());
		advance(2 * MINUTE_MS);
		expect((await getApiFailure(enterCode(operator, old))).code).toBe("code-wrong");
	});

	test("for recovery works once, in any spelling, with an audit entry", async () => {
		const operator = await createEnrolledOperator();
		const [first = ""] = operator.recoveryCodes;
		expect((await enterCode(operator, ` ${first.toLowerCase().replace("-", " ")}`)).recoveryCodesLeft).toBe(9);
		expect((await getApiFailure(enterCode(operator, first))).code).toBe("code-wrong");
		const { rows } = await app.database.pool.query("SELECT action FROM audit WHERE actor = $1 ORDER BY id", [
			`operator:${operator.user.id}`,
		]);
		expect(rows.map(({ action }) => action)).toEqual(["second-factor-set-up", "recovery-code-used"]);
	});

	test("that is wrong five times delays the next attempt", async () => {
		const operator = await createEnrolledOperator();
		for (let guess = 0; guess < 5; guess++)
			expect((await getApiFailure(enterCode(operator, findWrongCode(operator.secret)))).code).toBe("code-wrong");
		expect(await getApiFailure(enterCode(operator, generateCode(operator.secret, app.clocks.wallNow())))).toMatchObject(
			{
				status: 429,
				code: "code-wait",
			},
		);
		advance(MINUTE_MS);
		expect(
			(await enterCode(operator, generateCode(operator.secret, app.clocks.wallNow()))).verifiedUntil,
		).not.toBeNull();
	});
});

test("a former operator has no second factor and no access", async () => {
	const { client, account } = await createEnrolledOperator();
	await revokeOperatorRole(app.database.db, account);
	expect(await getApiFailure(client(showOperatorAccess, {}))).toMatchObject({ status: 403, code: "not-operator" });
	expect(await getApiFailure(client(renewRecoveryCodes, {}))).toMatchObject({ status: 403, code: "not-operator" });
});

test("only the demo's manager is shown an unused code", async () => {
	const { client, user, secret, account } = await createEnrolledOperator();
	const demo = { db: app.database.db, wallNow: app.clocks.wallNow, findDemoManagerId: async () => user.id };
	const first = await getOperatorAccess(demo, { userId: user.id, operatorRole: "owner" }, null);
	expect(first.demoCode).toBe(generateCode(secret, app.clocks.wallNow()));
	await enterCode({ client }, first.demoCode ?? "");
	const second = await getOperatorAccess(demo, { userId: user.id, operatorRole: "owner" }, null);
	expect(second.demoCode).not.toBe(first.demoCode);
	expect((await enterCode({ client }, second.demoCode ?? "")).demoCode).toBeNull();
	await resetSecondFactor(app.database.db, account, app.clocks.wallNow());
	expect(await getOperatorAccess(demo, { userId: user.id, operatorRole: "owner" }, null)).toMatchObject({
		needsSetupCode: false,
		demoCode: null,
	});
	expect((await client(showOperatorAccess, {})).needsSetupCode).toBe(true);
});
