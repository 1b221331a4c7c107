import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
	verifyOperator,
} from "../../../../../testing/server/test-app.ts";
import { readNewestRelease } from "./read-releases.ts";
import { createReleaseRunner } from "./release-runner.ts";

const HOUR = 3_600_000;
let reply: { status: number; body: string };
let requests: number;
const provider = createServer((_, response) => {
	requests++;
	response.writeHead(reply.status, reply.status === 302 ? { location: "/elsewhere" } : {}).end(reply.body);
});
let feed: string;
let app: TestApp;
let operator: Awaited<ReturnType<typeof createTestOperator>>;
let isLeader: boolean;
let runner: ReturnType<typeof createReleaseRunner>;
beforeAll(async () => {
	await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
	feed = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/releases`;
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, releaseFeed: feed } });
	operator = await createTestOperator(app);
	const services = { db: app.database.db, wallNow: app.clocks.wallNow, isLeader: () => isLeader, feed };
	runner = createReleaseRunner(services, (error) => {
		throw error;
	});
});
afterAll(async () => {
	provider.close();
	await app.close();
});
beforeEach(async () => {
	requests = 0;
	isLeader = true;
	await app.database.pool.query("DELETE FROM release_check");
});

const describeRelease = (tag: string, more: object = {}) => ({
	tag_name: tag,
	html_url: `https://code.example.org/releases/${tag}`,
	draft: false,
	prerelease: false,
	...more,
});
const answer = (body: unknown, status = 200) => {
	reply = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
};
async function findNotice() {
	await verifyOperator(app, operator.user.id);
	return (await operator.client(showOverview, {})).newerRelease;
}
const passHours = (hours: number) => app.clocks.setWall(app.clocks.wallNow() + hours * HOUR);

test("operators of every role see a newer release, with its link [D2.9.805]", async () => {
	expect(await findNotice()).toBeNull();
	answer([describeRelease("v0.9.1"), describeRelease("v0.10.0"), describeRelease("v0.2.0")]);
	await runner.step();
	expect(await findNotice()).toEqual({ version: "0.10.0", url: "https://code.example.org/releases/v0.10.0" });
	await app.database.pool.query("UPDATE users SET operator_role = 'viewer' WHERE operator_role IS NOT NULL");
	expect((await findNotice())?.version).toBe("0.10.0");
	await app.database.pool.query("UPDATE users SET operator_role = 'owner' WHERE operator_role IS NOT NULL");
});

test("no notice without a newer release, or with the feed turned off [D2.9.805]", async () => {
	answer([describeRelease("v0.1.0"), describeRelease("v0.0.9")]);
	await runner.step();
	expect(await findNotice()).toBeNull();
	passHours(25);
	answer([describeRelease("v9.0.0")]);
	await runner.step();
	expect((await findNotice())?.version).toBe("9.0.0");
	const quiet = await app.startSecondServer({ config: { publicUrl: TEST_URL, oidc: null, releaseFeed: null } });
	const elsewhere = quiet.as(await app.getToken(operator.user.id));
	await verifyOperator(app, operator.user.id);
	expect((await elsewhere(showOverview, {})).newerRelease).toBeNull();
	await quiet.close();
});

test("only the leader reads the feed, daily, and hourly after failures [D2.9.806]", async () => {
	answer([describeRelease("v0.10.0")]);
	isLeader = false;
	await runner.step();
	expect(requests).toBe(0);
	isLeader = true;
	await runner.step();
	await runner.step();
	passHours(23);
	await runner.step();
	expect(requests).toBe(1);
	passHours(2);
	answer("Bad gateway", 502);
	await runner.step();
	passHours(0.5);
	await runner.step();
	expect(requests).toBe(2);
	// What was read before stays.
	expect((await findNotice())?.version).toBe("0.10.0");
	const { rows } = await app.database.pool.query("SELECT problem FROM release_check");
	expect(rows).toEqual([{ problem: "the response is 502" }]);
	passHours(1);
	answer(describeRelease("0.11.0"));
	await runner.step();
	expect([requests, (await findNotice())?.version]).toEqual([3, "0.11.0"]);
	expect((await app.database.pool.query("SELECT problem FROM release_check")).rows).toEqual([{ problem: null }]);
});

test("drafts, previews and other tags do not count [D2.9.805]", async () => {
	answer([
		describeRelease("v3.0.0", { draft: true }),
		describeRelease("v2.0.0", { prerelease: true }),
		describeRelease("v1.0.0-rc.1"),
		describeRelease("nightly"),
		describeRelease("v0.4.0"),
	]);
	expect(await readNewestRelease(feed)).toEqual({
		version: "0.4.0",
		url: "https://code.example.org/releases/v0.4.0",
	});
	answer([]);
	expect(await readNewestRelease(feed)).toBeNull();
});

test.each([
	["a page instead of a list", "<html>", "the response is not a list of releases"],
	[
		"a link that is no web page",
		[describeRelease("v1.0.0", { html_url: "javascript:alert(1)" })],
		"the response is not a list of releases",
	],
	["a response of three megabytes", `[${" ".repeat(3 << 20)}]`, "the response is too large"],
])("%s is refused [D2.9.806]", async (_, body, problem) => {
	answer(body);
	await expect(readNewestRelease(feed)).rejects.toThrow(problem);
});

test("a redirect is not followed, and a dead address is a problem [D2.9.806]", async () => {
	answer("", 302);
	await expect(readNewestRelease(feed)).rejects.toThrow("fetch failed");
	expect(requests).toBe(1);
	await expect(readNewestRelease("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
});
