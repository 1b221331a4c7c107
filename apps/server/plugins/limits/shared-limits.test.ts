import { createToken } from "@first-bounce/contract/accounts/tokens";
import { encodeShare } from "@first-bounce/contract/site/share-link";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManager, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
let other: Awaited<ReturnType<TestApp["startSecondServer"]>>;
beforeAll(async () => {
	app = await createTestApp();
	other = await app.startSecondServer();
});
afterAll(async () => {
	await other.close();
	await app.close();
});

interface Request {
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly payload?: object;
}

const send = (turn: number, { url, headers, payload }: Request) =>
	(turn % 2 ? other : app).app.inject({
		method: payload ? "POST" : "GET",
		url: `/api/en${url}`,
		headers: { host: "localhost:3000", ...headers },
		...(payload ? { payload } : {}),
	});

/** Sends requests to two processes in turn, and counts the responses by status. */
async function countStatuses(requests: number, build: (turn: number) => Request) {
	const counts: Record<number, number> = {};
	for (let turn = 0; turn < requests; turn++) {
		const { statusCode } = await send(turn, build(turn));
		counts[statusCode] = (counts[statusCode] ?? 0) + 1;
	}
	return counts;
}

test("an account can autofill 15 times a minute across all processes", async () => {
	const buildRequest = (sessionId: string) => ({
		url: "/fantasy/team/autopick",
		headers: { "x-sid": sessionId },
		// A request with invalid contents counts too.
		payload: {},
	});
	const { sessionId } = await createManager(app);
	expect(await countStatuses(18, () => buildRequest(sessionId))).toEqual({ 422: 15, 429: 3 });
	const refused = await send(0, buildRequest(sessionId));
	expect(refused.json().errors[0].code).toBe("too-many-requests");
	expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
	const another = await createManager(app);
	expect(await countStatuses(1, () => buildRequest(another.sessionId))).toEqual({ 422: 1 });
});

test("an address can check 60 names a minute in all processes together", async () => {
	const checkName = (turn: number) => ({
		url: "/public/fantasy/user-profile/check-team-name",
		payload: { teamName: `Fresh ${turn}` },
	});
	expect(await countStatuses(62, checkName)).toEqual({ 200: 60, 429: 2 });
});

const LETTERS = "ABCDEFGHJKMNPQRSTUVW";

test("an address can try 120 league codes a minute, by any call", async () => {
	const { sessionId } = await createManager(app);
	const headers = { "x-sid": sessionId };
	const code = (turn: number) => `NNN${LETTERS[Math.floor(turn / 20)]}N${LETTERS[turn % 20]}`;
	const details = (turn: number) => ({ url: `/public/fantasy/league/${code(turn)}/details` });
	const search = (turn: number) => ({ url: `/fantasy/league/show-for-join?search=${code(turn)}` });
	const join = (turn: number) => ({ url: `/fantasy/league/${code(turn)}/join`, headers, payload: {} });
	const share = (turn: number) => {
		const payload = encodeShare({ type: "league", timestamp: 1, leagueCode: code(turn) });
		return (turn % 2 ? other : app).app.inject({
			url: `/share/league/${payload}`,
			headers: { host: "localhost:3000" },
		});
	};
	expect(await countStatuses(60, details)).toEqual({ 404: 60 });
	expect(await countStatuses(30, search)).toEqual({ 200: 30 });
	expect(await countStatuses(20, join)).toEqual({ 404: 20 });
	for (let turn = 0; turn < 10; turn++) expect((await share(turn)).statusCode).toBe(404);
	expect((await share(10)).statusCode).toBe(429);
	for (const build of [details, search, join]) expect(await countStatuses(2, build)).toEqual({ 429: 2 });
	expect(await countStatuses(1, () => ({ url: "/fantasy/league/show-for-join?search=hawk" }))).toEqual({ 200: 1 });
});

test("an account's tokens can make 120 requests a minute altogether", async () => {
	const { client } = await createManager(app);
	const { token } = await client(createToken, { body: { name: "script", scopes: ["read:team"], days: 30 } });
	const readTeam = { url: "/fantasy/team/show-my", headers: { authorization: `Bearer ${token}` } };
	expect(await countStatuses(123, () => readTeam)).toEqual({ 200: 120, 429: 3 });
});

test("all processes' limits are counted by their shared time", async () => {
	const { sessionId } = await createManager(app);
	const autofill = () => ({ url: "/fantasy/team/autopick", headers: { "x-sid": sessionId }, payload: {} });
	expect(await countStatuses(16, autofill)).toEqual({ 422: 15, 429: 1 });
	app.clocks.setWall(app.clocks.wallNow() + 61_000);
	expect(await countStatuses(4, autofill)).toEqual({ 422: 4 });
});
