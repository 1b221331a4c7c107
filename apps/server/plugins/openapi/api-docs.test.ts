import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("the API docs are public, and load scripts only from this server", async () => {
	const page = await app.app.inject("/api/docs/");
	expect(page.statusCode).toBe(200);
	expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
	expect(page.body).not.toMatch(/<script(?![^>]*\ssrc="\.\/static\/)/);
	const scripts = [...page.body.matchAll(/(?:src|href)="\.(\/static\/[^"]+)"/g)].map(([, file]) => file);
	expect(scripts.length).toBeGreaterThan(3);
	for (const file of scripts) expect((await app.app.inject(`/api/docs${file}`)).statusCode, file).toBe(200);
});

test("the API docs show the document of /api/openapi.json", async () => {
	const shown = (await app.app.inject("/api/docs/json")).json();
	expect(shown).toEqual((await app.app.inject("/api/openapi.json")).json());
	expect(Object.keys(shown.paths)).toEqual(
		expect.arrayContaining([
			"/api/{lang}/fantasy/ranks/open-league",
			"/api/public/players.json",
			"/api/public/player_stats/{id}.json",
		]),
	);
	expect(shown.paths["/api/public/players.json"].get.responses["200"].content["application/json"].schema.type).toBe(
		"array",
	);
});
