import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	buildRegistrationForm,
	createTestApp,
	NO_LIMITS,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

const LIMITS = { ...NO_LIMITS, signUpsPerHour: 3, signUpsPerDay: 4 };
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp({ limits: LIMITS });
});
afterAll(() => app.close());

let signUpCount = 0;
async function signUpFrom(remoteAddress: string, change: object = {}): Promise<number> {
	const number = ++signUpCount;
	const { statusCode } = await app.app.inject({
		method: "POST",
		url: "/api/en/user/register",
		remoteAddress,
		payload: {
			firstName: "Mo",
			lastName: "Manager",
			email: `signup${number}@example.test`,
			password: "a long enough secret",
			...buildRegistrationForm(`Newcomers ${number}`),
			...change,
		},
	});
	return statusCode;
}
const signUpFromEach = async (addresses: readonly string[]) => {
	const answers: number[] = [];
	for (const address of addresses) answers.push(await signUpFrom(address));
	return answers;
};

test("sign-ups are limited per network, and refused forms do not count", async () => {
	const address = "203.0.113.7";
	expect(await signUpFrom(address, { email: "no address" })).toBe(422);
	expect(await signUpFrom(address, { password: "short" })).toBe(422);
	expect(await signUpFromEach([address, address, address, address])).toEqual([200, 200, 200, 429]);
	expect(await signUpFrom("203.0.113.8")).toBe(200);
	app.clocks.setWall(app.clocks.wallNow() + HOUR_MS + 1);
	expect(await signUpFromEach([address, address])).toEqual([200, 429]);
	app.clocks.setWall(app.clocks.wallNow() + 24 * HOUR_MS);
	expect(await signUpFrom(address)).toBe(200);
});

test("all IPv6 addresses of a household count as one network", async () => {
	const household = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:a:b:c:d", "2001:db8:1:2::3"];
	expect(await signUpFromEach(household)).toEqual([200, 200, 200, 429]);
	expect(await signUpFrom("2001:db8:1:3::1")).toBe(200);
});

test("sign-ups from loopback are not limited", async () => {
	expect(await signUpFromEach(["127.0.0.1", "127.0.0.1", "::1", "127.0.0.1", "127.0.0.1"])).toEqual([
		200, 200, 200, 200, 200,
	]);
});
