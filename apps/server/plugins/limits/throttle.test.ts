import { requestPasswordReset } from "@first-bounce/contract/accounts/account";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getApiFailure, getRefusalCode } from "../../../../testing/server/failure.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { createThrottle } from "./throttle.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query("DELETE FROM attempts; DELETE FROM password_reset_requests"));

const countRows = async (table: string) =>
	(await app.database.pool.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;

test("attempts keep a bounded number of subjects, those limited longest", async () => {
	const { pool } = app.database;
	const throttle = createThrottle(pool, app.clocks.wallNow, { maxSubjects: 20, trimInterval: 10 });
	await throttle.attempt("sign-ups a day", { max: 1, windowMs: 86_400_000 });
	for (let network = 0; network < 95; network++) await throttle.attempt(`sign-in from ${network}`, { max: 1 });
	expect(await countRows("attempts")).toBeLessThanOrEqual(30);
	const last = throttle.attempt("sign-in from 94", { max: 1 });
	expect(await getRefusalCode(last)).toBe("too-many-requests");
	const longest = throttle.attempt("sign-ups a day", { max: 1, windowMs: 86_400_000 });
	expect(await getRefusalCode(longest)).toBe("too-many-requests");
});

test("requests for a password link are refused while ten thousand wait", async () => {
	const { pool } = app.database;
	await pool.query(`INSERT INTO password_reset_requests (email, language, requested_at)
		SELECT n || '@example.org', 'en', now() FROM generate_series(1, 9999) AS n`);
	const request = (email: string) => app.visitor(requestPasswordReset, { body: { email } });
	expect(await request("last@example.org")).toEqual({ sent: true });
	expect(await getApiFailure(request("late@example.org"))).toMatchObject({ status: 503, code: "busy" });
	expect(await countRows("password_reset_requests")).toBe(10_000);
});
