import { authLogin } from "@first-bounce/contract/accounts/auth";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, NO_LIMITS, type TestApp } from "../../../../../testing/server/test-app.ts";
import { getNetwork } from "../../../plugins/http/client-address.ts";

const PASSWORD = "a long enough secret";
let app: TestApp;
let limited: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	limited = await createTestApp({ limits: { ...NO_LIMITS, signInsPerMinute: 5 } });
});
afterAll(async () => {
	await app.close();
	await limited.close();
});
beforeEach(() => app.clocks.setWall(app.clocks.wallNow() + 2 * MINUTE_MS));

async function login(email: string, password: string, { at = app, cookie = "", address = "127.0.0.1" } = {}) {
	const answer = await at.app.inject({
		method: "POST",
		url: "/api/en/auth/login",
		headers: { host: "localhost:3000", cookie },
		remoteAddress: address,
		payload: { email, password },
	});
	const device = answer.cookies.find(({ name }) => name === "X-DEVICE");
	const error: string | undefined = answer.json().errors[0]?.code;
	return { status: answer.statusCode, error, answer, device: device ? `X-DEVICE=${device.value}` : "" };
}

const guessPassword = async (email: string, times: number, from = {}) => {
	for (let guesses = 0; guesses < times; guesses++) expect((await login(email, "no, not this", from)).status).toBe(401);
};

test("a sign-in returns the user, or why it is refused (D1.7.08, D1.7.09)", async () => {
	const { user } = await createManager(app);
	const accepted = (await login(user.email, PASSWORD)).answer.json();
	expect(accepted).toMatchObject({ success: { user: { id: user.id, email: user.email } }, errors: [] });
	const refused = await login(user.email, "no, not this");
	expect(refused.status).toBe(401);
	expect(refused.answer.json()).toMatchObject({
		success: null,
		errors: [{ code: "wrong-credentials", message: expect.stringMatching(/password/) }],
	});
});

describe("guessing a password", () => {
	test("is refused from the eleventh attempt in a minute on", async () => {
		const { user } = await createManager(app);
		await guessPassword(user.email, 10);
		const eleventh = await login(user.email, PASSWORD);
		expect([eleventh.status, eleventh.error, eleventh.answer.headers["retry-after"]]).toEqual([
			429,
			"too-many-requests",
			"60",
		]);
		expect(eleventh.answer.json().errors[0].message).toBe("Too many attempts. Try again in 60 seconds");
		app.clocks.setWall(app.clocks.wallNow() + MINUTE_MS);
		expect((await login(user.email, PASSWORD)).status).toBe(200);
	});

	test("is limited across all processes", async () => {
		const { user } = await createManager(app);
		const second = await app.startSecondServer();
		const [here, there] = [app.visitor, second.as("")];
		const attempts = Array.from({ length: 30 }, (_, index) =>
			getApiFailure((index % 2 ? here : there)(authLogin, { body: { email: user.email, password: "no, not this" } })),
		);
		const statuses = (await Promise.all(attempts)).map(({ status }) => status);
		await second.close();
		expect(statuses.filter((status) => status === 401)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(20);
	});

	test("from elsewhere does not lock the owner out on a known device", async () => {
		const { user } = await createManager(app);
		const { device } = await login(user.email, PASSWORD);
		await guessPassword(user.email, 10, { address: "203.0.113.9" });
		expect((await login(user.email, PASSWORD)).status).toBe(429);
		expect((await login(user.email, PASSWORD, { cookie: device })).status).toBe(200);
	});

	test("on a known device has its own limit, for one account", async () => {
		const { user } = await createManager(app);
		const { user: other } = await createManager(app);
		const { device } = await login(user.email, PASSWORD);
		await guessPassword(user.email, 10, { cookie: device });
		expect((await login(user.email, PASSWORD, { cookie: device })).status).toBe(429);
		await guessPassword(other.email, 10, { address: "203.0.113.9" });
		for (const cookie of [device, `${device}x`, "X-DEVICE=made.up"])
			expect((await login(other.email, PASSWORD, { cookie })).status).toBe(429);
	});

	test("of many accounts is limited per network", async () => {
		const { user } = await createManager(limited);
		const loginFrom = (address: string) => login(user.email, PASSWORD, { at: limited, address });
		for (let account = 0; account < 5; account++)
			await login(`nobody${account}@example.test`, "no, not this", { at: limited, address: "2001:db8:1:2::1" });
		expect((await loginFrom("2001:db8:1:2:aaaa::7")).status).toBe(429);
		expect((await loginFrom("2001:db8:1:3::1")).status).toBe(200);
		expect((await loginFrom("198.51.100.7")).status).toBe(200);
	});

	test("is counted from zero again after the right password", async () => {
		const { user } = await createManager(app);
		for (let times = 0; times < 2; times++) {
			await guessPassword(user.email, 9);
			expect((await login(user.email, PASSWORD)).status).toBe(200);
		}
	});
});

test("only an IPv6 address is reduced to its network", () => {
	expect(["203.0.113.9", "2001:db8:1:2:3:4:5:6", "2001:db8::1", "::1", "::ffff:203.0.113.9"].map(getNetwork)).toEqual([
		"203.0.113.9",
		"2001:db8:1:2",
		"2001:db8:0:0",
		"0:0:0:0",
		"203.0.113.9",
	]);
});
