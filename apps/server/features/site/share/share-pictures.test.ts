import { buildSharePath, encodeShare, type SharePayload } from "@first-bounce/contract/site/share-link";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLeagueManagers, createTestLeague } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let codes: readonly string[];
beforeAll(async () => {
	app = await createTestApp();
	const [commissioner] = await createLeagueManagers(app, 1);
	if (!commissioner) throw new Error("no commissioner");
	const created: string[] = [];
	for (let n = 1; n <= 30; n++) created.push((await createTestLeague(commissioner, { name: `Pictured ${n}` })).code);
	codes = created;
});
afterAll(() => app.close());

const buildLeaguePayload = (leagueCode: string): SharePayload => ({ type: "league", timestamp: 1, leagueCode });
const getPicture = (payload: SharePayload, remoteAddress = "192.0.2.1") =>
	app.app.inject({ url: `${buildSharePath(payload)}.png`, remoteAddress });

test("pictures are drawn outside the main thread", async () => {
	await getPicture(buildLeaguePayload(codes[0] ?? ""));
	const [threadStart, processStart] = [process.threadCpuUsage(), process.cpuUsage()];
	const answers = await Promise.all(codes.slice(1, 9).map((code) => getPicture(buildLeaguePayload(code))));
	const mainThreadTime = process.threadCpuUsage(threadStart).user;
	const processTime = process.cpuUsage(processStart).user;
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
	expect(mainThreadTime).toBeLessThan(processTime / 2);
});

test("requests beyond the queue are refused, and pictures are cached", async () => {
	const newCodes = codes.slice(9);
	expect(newCodes).toHaveLength(21);
	const answers = await Promise.all(newCodes.map((code) => getPicture(buildLeaguePayload(code), "192.0.2.2")));
	const refused = answers.filter(({ statusCode }) => statusCode !== 200);
	expect(refused.length).toBeGreaterThan(0);
	const late = refused.at(-1);
	expect([late?.statusCode, late?.headers["retry-after"], late?.json()]).toEqual([
		503,
		"5",
		{ success: null, errors: [{ code: "busy", message: expect.any(String) }] },
	]);
	const drawnCode = newCodes[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? "";
	expect((await getPicture(buildLeaguePayload(drawnCode), "192.0.2.2")).headers["content-type"]).toBe("image/png");
});

test("an address gets at most sixty pictures a minute", async () => {
	const fetchPicture = () => getPicture({ type: "general", timestamp: 1 }, "192.0.2.3");
	for (let count = 1; count <= 60; count++) expect((await fetchPicture()).statusCode).toBe(200);
	const { statusCode, headers, body } = await fetchPicture();
	expect([statusCode, JSON.parse(body)]).toEqual([
		429,
		{ success: null, errors: [{ code: "too-many-requests", message: expect.any(String) }] },
	]);
	expect(Number(headers["retry-after"])).toBeGreaterThan(0);
	const page = { url: `/share/general/${encodeShare({ type: "general", timestamp: 1 })}`, remoteAddress: "192.0.2.3" };
	expect((await app.app.inject(page)).statusCode).toBe(200);
	expect((await getPicture({ type: "general", timestamp: 1 }, "192.0.2.4")).statusCode).toBe(200);
});

test("a picture whose suffix is percent-encoded counts towards the limit, too", async () => {
	const url = `${buildSharePath({ type: "general", timestamp: 1 })}%2Epng`;
	const remoteAddress = "192.0.2.5";
	for (let count = 1; count <= 60; count++) await app.app.inject({ url, remoteAddress });
	expect((await app.app.inject({ url, remoteAddress })).statusCode).toBe(429);
});

test("a broken link's or unknown league's picture gets 404", async () => {
	const missing = await getPicture(buildLeaguePayload("ZZZZZZ"));
	const broken = await app.app.inject({ url: "/share/team/broken.png" });
	const undecodable = await app.app.inject({ url: "/share/team/%e0%a4%a.png" });
	for (const { statusCode, body } of [missing, broken, undecodable])
		expect([statusCode, JSON.parse(body)]).toEqual([
			404,
			{ success: null, errors: [{ code: "not-found", message: expect.any(String) }] },
		]);
});
