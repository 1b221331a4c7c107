import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAds } from "./routes.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "ads-"));
	await writeFile(path.join(folder, "top-lb.html"), "<p>Somebody else's</p>");
});
afterAll(() => rm(folder, { recursive: true }));

const serve = (own: string | null) => {
	const app = Fastify();
	app.register(cookie);
	app.register(async (pages) => registerAds(pages, own));
	return (url: string, headers = {}) => app.inject({ url, headers });
};

test("the four ad pages are sandboxed and can be framed only by this site (D2.2.28, D2.2.29, D2.2.30, D2.2.31)", async () => {
	const get = serve(null);
	for (const page of ["top-lb", "top-lb-mob", "bottom-lb", "bottom-lb-mob"]) {
		const { statusCode, headers, body } = await get(`/ads/${page}.html`);
		expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
		expect(headers["content-security-policy"]).toMatch(/^sandbox allow-scripts.*; frame-ancestors 'self'$/);
		expect(headers["content-security-policy"]).not.toContain("allow-same-origin");
		expect(body).toContain('target="_top"');
	}
});

test("an operator's ad page replaces the built-in one", async () => {
	const get = serve(folder);
	expect((await get("/ads/top-lb.html")).body).toBe("<p>Somebody else's</p>");
	expect((await get("/ads/bottom-lb.html")).body).toContain("<main>");
});

test("built-in ads are in the language chosen on the device, else in the browser's language", async () => {
	const get = serve(null);
	const french = { "accept-language": "fr-FR" };
	const { body, headers } = await get("/ads/top-lb.html", french);
	expect([body.includes('<html lang="fr">'), body.includes("Créer une ligue")]).toEqual([true, true]);
	expect(headers.vary).toContain("accept-language");
	expect((await get("/ads/top-lb.html", { ...french, cookie: "language=en" })).body).toContain("Start a league");
});
