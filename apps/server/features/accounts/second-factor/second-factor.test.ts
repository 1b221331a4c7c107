import {
	confirmOperator,
	endOperatorAccess,
	enrolOperator,
	renewRecoveryCodes,
	showOperatorAccess,
	verifyOperator,
} from "@first-bounce/contract/operator/access";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { newManager, type TestApp, testApp } from "../../../testing/test-app.ts";
import { findAccounts, grantOperatorRole, removeOperator, resetSecondFactor } from "../users/administer-users.ts";
import { generateCode } from "./one-time-code.ts";
import { getOperatorAccess } from "./service.ts";

let app: TestApp;
let wall: number;
beforeAll(async () => {
	app = await testApp();
	wall = app.clocks.wallNow();
});
afterAll(() => app.close());
beforeEach(() => app.clocks.setWall(wall));

const later = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const MINUTE = 60_000;

/** A new operator who has her set-up code and nothing else. */
async function appointed() {
	const manager = await newManager(app);
	const [account] = await findAccounts(app.database.db, String(manager.user.id));
	if (!account) throw new Error("no account");
	const { setupCode } = await grantOperatorRole(app.database.db, account, app.clocks.wallNow());
	return { ...manager, account: { ...account, isOperator: true }, setupCode };
}
type Appointed = Awaited<ReturnType<typeof appointed>>;

async function enrolled() {
	const operator = await appointed();
	const { client, setupCode } = operator;
	const { secret } = await client(enrolOperator, { body: { setupCode } });
	const code = generateCode(secret, app.clocks.wallNow());
	const { recoveryCodes } = await client(confirmOperator, { body: { code, setupCode } });
	later(MINUTE);
	return { ...operator, secret, recoveryCodes };
}

const give = ({ client }: Pick<Appointed, "client">, code: string) => client(verifyOperator, { body: { code } });
const wrongFor = (secret: string) => {
	const near = [-60, -30, 0, 30, 60].map((seconds) => generateCode(secret, app.clocks.wallNow() + seconds * 1000));
	return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
};

describe("setting the second factor up", () => {
	test("takes the printed code, and gives ten recovery codes once", async () => {
		const { client, setupCode } = await appointed();
		expect(await client(showOperatorAccess, {})).toMatchObject({
			isEnrolled: false,
			needsSetupCode: true,
			demoCode: null,
		});
		expect((await failure(client(enrolOperator, { body: {} }))).code).toBe("setup-code-wrong");
		const { secret, uri } = await client(enrolOperator, { body: { setupCode: setupCode.toLowerCase() } });
		expect(uri).toMatch(/^otpauth:\/\/totp\/First%20Bounce:.*secret=/);
		const code = generateCode(secret, app.clocks.wallNow());
		const { recoveryCodes, access } = await client(confirmOperator, { body: { code, setupCode } });
		expect(new Set(recoveryCodes).size).toBe(10);
		expect(access).toMatchObject({ isEnrolled: true, recoveryCodesLeft: 10 });
		const { rows } = await app.database.pool.query("SELECT * FROM operator_recovery_codes");
		expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0]);
	});

	test("is too late a day after the code was printed", async () => {
		const { client, setupCode } = await appointed();
		later(24 * 60 * MINUTE + 1);
		expect((await failure(client(enrolOperator, { body: { setupCode } }))).code).toBe("setup-code-wrong");
	});

	test("is done once: another secret takes a reset on the machine", async () => {
		const { client, setupCode, account } = await enrolled();
		expect((await failure(client(enrolOperator, { body: { setupCode } }))).code).toBe("second-factor-there");
		const reset = await resetSecondFactor(app.database.db, account, app.clocks.wallNow());
		expect((await failure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		expect((await client(enrolOperator, { body: { setupCode: reset.setupCode } })).secret).toHaveLength(32);
	});
});

describe("a code", () => {
	test("opens operators' calls to its session for four hours, and to no other session of hers", async () => {
		const { client, user, secret } = await enrolled();
		const elsewhere = app.as(await app.tokenOf(user.id));
		await client(endOperatorAccess, {});
		expect((await failure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		await give({ client }, generateCode(secret, app.clocks.wallNow()));
		expect((await client(renewRecoveryCodes, {})).recoveryCodes).toHaveLength(10);
		expect((await failure(elsewhere(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
		later(4 * 60 * MINUTE);
		expect((await failure(client(renewRecoveryCodes, {}))).code).toBe("second-factor-needed");
	});

	test("counts once, within half a minute of its time", async () => {
		const operator = await enrolled();
		const code = generateCode(operator.secret, app.clocks.wallNow());
		await give(operator, code);
		expect((await failure(give(operator, code))).code).toBe("code-wrong");
		const old = generateCode(operator.secret, app.clocks.wallNow());
		later(2 * MINUTE);
		expect((await failure(give(operator, old))).code).toBe("code-wrong");
	});

	test("of recovery counts once, however it is typed, and is written down", async () => {
		const operator = await enrolled();
		const [first = ""] = operator.recoveryCodes;
		expect((await give(operator, ` ${first.toLowerCase().replace("-", " ")}`)).recoveryCodesLeft).toBe(9);
		expect((await failure(give(operator, first))).code).toBe("code-wrong");
		const { rows } = await app.database.pool.query("SELECT action FROM audit WHERE actor = $1 ORDER BY id", [
			`operator:${operator.user.id}`,
		]);
		expect(rows.map(({ action }) => action)).toEqual(["second-factor-set-up", "recovery-code-used"]);
	});

	test("that is wrong five times makes the next wait, the right one too", async () => {
		const operator = await enrolled();
		for (let guess = 0; guess < 5; guess++)
			expect((await failure(give(operator, wrongFor(operator.secret)))).code).toBe("code-wrong");
		expect(await failure(give(operator, generateCode(operator.secret, app.clocks.wallNow())))).toMatchObject({
			status: 429,
			code: "code-wait",
		});
		later(MINUTE);
		expect((await give(operator, generateCode(operator.secret, app.clocks.wallNow()))).verifiedUntil).not.toBeNull();
	});
});

test("who is no operator any more has no factor and no access", async () => {
	const { client, account } = await enrolled();
	await removeOperator(app.database.db, account);
	expect(await failure(client(showOperatorAccess, {}))).toMatchObject({ status: 403, code: "not-operator" });
	expect(await failure(client(renewRecoveryCodes, {}))).toMatchObject({ status: 403, code: "not-operator" });
});

test("the demo's manager is told a code that has not been used; nobody else is ever told one", async () => {
	const { client, user, secret, account } = await enrolled();
	const demo = { db: app.database.db, wallNow: app.clocks.wallNow, demoManagerId: async () => user.id };
	const first = await getOperatorAccess(demo, user.id, null);
	expect(first.demoCode).toBe(generateCode(secret, app.clocks.wallNow()));
	await give({ client }, first.demoCode ?? "");
	const second = await getOperatorAccess(demo, user.id, null);
	expect(second.demoCode).not.toBe(first.demoCode);
	expect((await give({ client }, second.demoCode ?? "")).demoCode).toBeNull();
	await resetSecondFactor(app.database.db, account, app.clocks.wallNow());
	expect(await getOperatorAccess(demo, user.id, null)).toMatchObject({ needsSetupCode: false, demoCode: null });
	expect((await client(showOperatorAccess, {})).needsSetupCode).toBe(true);
});
