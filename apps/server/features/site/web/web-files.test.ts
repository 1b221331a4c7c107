import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "web-"));
	await mkdir(path.join(folder, "assets"));
	await writeFile(path.join(folder, "index.html"), "<!doctype html><title>The page</title>");
	await writeFile(path.join(folder, "assets/index-a1b2c3.js"), `console.log(${JSON.stringify("x".repeat(5_000))})`);
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

	test("preloads a screen's files with a Link header", async () => {
		const { headers } = await get("/team?from=stats-center");
		expect(headers.link).toBe(
			"</start.js>; rel=preload; as=script, </assets/team-1.js>; rel=modulepreload, </assets/team-1.css>; rel=preload; as=style; crossorigin",
		);
		expect((await get("/")).headers.link).toBeUndefined();
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
	])(
		"serves the app shell at %s, which belongs to no screen, with status 404 and all headers of a page",
		async (url) => {
			const { statusCode, body, headers } = await get(url);
			expect([statusCode, body.includes("The page")]).toEqual([404, true]);
			expect(headers["content-security-policy"]).toContain("script-src 'self';");
			expect(headers["permissions-policy"]).toContain("camera=()");
		},
	);

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
});
