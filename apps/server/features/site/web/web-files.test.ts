import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	createLeagueManagers,
	createTestLeague,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createAddressCheck } from "./known-addresses.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "web-"));
	await mkdir(path.join(folder, "assets"));
	await writeFile(path.join(folder, "index.html"), "<!doctype html><title>The page</title>");
	await writeFile(path.join(folder, "assets/index-a1b2c3.js"), `console.log(${JSON.stringify("x".repeat(5_000))})`);
	await writeFile(path.join(folder, "assets/barlow-a1b2c3.woff2"), "font");
	await writeFile(path.join(folder, "manifest.webmanifest"), "{}");
	await writeFile(path.join(folder, "hints.json"), `{"/team":["/start.js","/assets/team-1.js","/assets/team-1.css"]}`);
	app = await createTestApp({ webFolder: folder });
});
afterAll(async () => {
	await app.close();
	await rm(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.app.inject({ url, headers });

describe("the built web app", () => {
	test.each([
		"/",
		"/team",
		"/login/callback?code=x",
		"/user/team/3/12",
		"/help/game-rules",
		"/leagues/join/ABC123",
		"/projections",
	])("serves the app shell at %s", async (url) => {
		const { statusCode, body, headers } = await get(url);
		expect([statusCode, body.includes("The page"), headers["cache-control"]]).toEqual([200, true, "no-cache"]);
	});

	test("serves fonts to the frames of ads, which have no origin", async () => {
		const { headers } = await get("/assets/barlow-a1b2c3.woff2");
		expect(headers).toMatchObject({
			"access-control-allow-origin": "*",
			"cross-origin-resource-policy": "cross-origin",
		});
	});

	test("preloads a screen's files with a Link header", async () => {
		const { headers } = await get("/team?from=stats-center");
		expect(headers.link).toBe(
			"</start.js>; rel=preload; as=script, </assets/team-1.js>; rel=modulepreload, </assets/team-1.css>; rel=preload; as=style; crossorigin",
		);
		expect((await get("/")).headers.link).toBeUndefined();
	});

	test("preloads the team's data for a session, in its language [D2.9.850]", async () => {
		const { headers } = await get("/team", { cookie: "X-SID=abc; language=fr" });
		const links = String(headers.link).split(", ");
		expect(links.slice(3)).toEqual(
			[
				"/api/fr/user",
				"/api/fr/fantasy/user-profile/show-my",
				"/api/fr/preview",
				"/api/fr/season/clock",
				"/api/fr/fantasy/team/show-my",
				"/api/fr/draft/my-teams",
				"/json/fantasy/season.json",
				"/json/fantasy/squads.json",
				"/json/fantasy/players.json",
				"/json/fantasy/rounds.json",
			].map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`),
		);
	});

	test.each([
		"/nowhere/to/be/found",
		"/help/nothing-such",
		"/table",
		"/%ff",
		"/help/%00%ff",
		"/leagues%e0%a4%a",
		"/%",
		"/a%00b",
		"//x",
		"/assets",
		"/assets/",
		"/..%2f..%2fetc",
	])("serves the app shell with 404 at %s, which has no screen", async (url) => {
		const { statusCode, body, headers } = await get(url);
		expect([statusCode, body.includes("The page")]).toEqual([404, true]);
		expect(headers["content-security-policy"]).toContain("script-src 'self';");
		expect(headers["permissions-policy"]).toContain("camera=()");
	});

	test.each([
		"/assets/index-gone.js",
		"/api/en/nothing",
		"/json/fantasy/nothing.json",
		"/../package.json",
		"/assets/%ff.js",
	])("responds with a not-found error envelope at %s", async (url) => {
		const { statusCode, json } = await get(url);
		expect([statusCode, json().errors[0].code]).toEqual([404, "not-found"]);
	});

	test("caches hashed files forever, revalidates other files and compresses large ones", async () => {
		const asset = await get("/assets/index-a1b2c3.js", { "accept-encoding": "br" });
		expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		expect([asset.headers["content-encoding"], asset.headers["content-type"]]).toEqual([
			"br",
			expect.stringContaining("javascript"),
		]);
		expect((await get("/manifest.webmanifest")).headers["cache-control"]).toBe("no-cache");
	});

	test("answers HEAD with the size of a file, without its content", async () => {
		const { statusCode, headers, body } = await app.app.inject({ method: "HEAD", url: "/assets/barlow-a1b2c3.woff2" });
		expect([statusCode, headers["content-length"], body]).toEqual([200, "4", ""]);
	});
});

describe("the address of something that does not exist", () => {
	const getStatuses = async (paths: readonly string[], token?: string) => {
		const statuses: Record<string, number> = {};
		for (const path of paths) statuses[path] = (await get(path, token ? { cookie: `X-SID=${token}` } : {})).statusCode;
		return statuses;
	};

	test("is answered with status 404 and the page", async () => {
		expect(
			await getStatuses([
				"/match-centre/101",
				"/match-centre/999999",
				"/match-centre/999999999",
				"/results/1",
				"/results/99",
				"/user/team/99/1",
				"/team/score/99/1",
				"/past-seasons/99",
				"/past-seasons/99/leagues/1",
			]),
		).toEqual({
			"/match-centre/101": 200,
			"/match-centre/999999": 404,
			"/match-centre/999999999": 404,
			"/results/1": 200,
			"/results/99": 404,
			"/user/team/99/1": 404,
			"/team/score/99/1": 404,
			"/past-seasons/99": 404,
			"/past-seasons/99/leagues/1": 404,
		});
		expect((await get("/results/99")).body).toContain("The page");
	});

	test("tells visitors nothing of teams, leagues and codes", async () => {
		const paths = ["/user/team/1/999999", "/team/score/1/999999", "/leagues/999999/about", "/leagues/join/ABC123"];
		expect(new Set(Object.values(await getStatuses(paths)))).toEqual(new Set([200]));
		expect(new Set(Object.values(await getStatuses(paths, "no-session")))).toEqual(new Set([200]));
	});

	test("has status 404 for managers, and for visitors where they may read", async () => {
		const [manager] = (await createLeagueManagers(app, 1)) as [LeagueManager];
		const { userId, teamId } = manager;
		const { id } = await createTestLeague(manager, { privacy: "private" });
		const { id: open } = await createTestLeague(manager, { privacy: "public" });
		const token = await app.getToken(userId);
		const [team, score] = [`/user/team/1/${userId}`, `/team/score/1/${teamId}`];
		const paths = [team, score, `/leagues/${id}/ladder`, `/leagues/${open}/ladder`];
		const unknown = ["/user/team/1/999999", "/team/score/1/999999", "/leagues/999999/ladder", "/leagues/9999999999"];
		expect(Object.values(await getStatuses([...paths, ...unknown], token))).toEqual([
			200, 200, 200, 200, 404, 404, 404, 404,
		]);
		const isKnown = createAddressCheck({
			db: app.database.db,
			peekSeason: app.seasons.peek,
			isPublicRead: true,
			isSignedIn: async () => false,
		});
		const known: boolean[] = [];
		for (const path of [...paths, ...unknown]) known.push(await isKnown(path, {} as FastifyRequest));
		expect(known).toEqual([true, true, false, true, false, false, false, false]);
	});
});
