import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAds } from "./routes.ts";

let folder: string;
let webFolder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "ads-"));
	await writeFile(path.join(folder, "top-lb.html"), "<p>Somebody else's</p>");
	webFolder = await mkdtemp(path.join(tmpdir(), "web-"));
	await mkdir(path.join(webFolder, "assets"));
	await writeFile(path.join(webFolder, "assets/barlow-condensed-latin-700-normal-Ab3.woff2"), "");
});
afterAll(() => Promise.all([folder, webFolder].map((directory) => rm(directory, { recursive: true }))));

const serve = (ownFolder: string | null) => {
	const app = Fastify();
	app.register(cookie);
	app.register(async (pages) => registerAds(pages, ownFolder, webFolder));
	return (url: string, headers = {}) => app.inject({ url, headers });
};

test("the four ad pages are sandboxed and framed only here (D2.2.28, D2.2.29, D2.2.30, D2.2.31)", async () => {
	const get = serve(null);
	for (const page of ["top-lb", "top-lb-mob", "bottom-lb", "bottom-lb-mob"]) {
		const { statusCode, headers, body } = await get(`/ads/${page}.html`);
		expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
		expect(headers["content-security-policy"]).toMatch(/^sandbox allow-scripts.*; frame-ancestors 'self'$/);
		expect(headers["content-security-policy"]).not.toContain("allow-same-origin");
		expect(body).toContain('target="_top"');
	}
});

const SIGNED_IN = { cookie: "signed_in=1" };
const readLink = async (get: ReturnType<typeof serve>, url: string, headers = {}) =>
	/<a href="([^"]*)"/.exec((await get(url, headers)).body)?.[1];

test("billboards and rectangles have pages with guernseys and a link (D2.2.91, D2.2.92, D2.2.93, D2.2.94, D2.2.95)", async () => {
	const get = serve(null);
	const links: Record<string, string | undefined> = {};
	for (const page of [
		"billboard",
		"below-the-fold-billboard",
		"mobile-billboard",
		"desktop-medium-rectangle",
		"medium-rectangle",
		"side-rectangle",
	]) {
		const { statusCode, body } = await get(`/ads/${page}.html`);
		expect([page, statusCode, body.split('clip-path="url(#body)"').length - 1]).toEqual([page, 200, 3]);
		expect(body).toContain('src: url("/assets/barlow-condensed-latin-700-normal-Ab3.woff2") format("woff2")');
		links[page] = await readLink(get, `/ads/${page}.html`, SIGNED_IN);
	}
	expect(links).toEqual({
		billboard: "/leagues/create",
		"below-the-fold-billboard": "/rankings",
		"mobile-billboard": "/leagues/create",
		"desktop-medium-rectangle": "/help/prizes",
		"medium-rectangle": "/rankings",
		"side-rectangle": "/stats-centre",
	});
});

test("a built-in ad never links where its viewer is or cannot go (D2.2.98)", async () => {
	const get = serve(null);
	expect(await readLink(get, "/ads/top-lb.html?on=%2Fleagues%2Fcreate", SIGNED_IN)).toBe("/rankings");
	expect(await readLink(get, "/ads/bottom-lb.html?on=%2Fhelp%2Fgame-rules", SIGNED_IN)).toBe("/help/prizes");
	expect(await readLink(get, "/ads/top-lb.html")).toBe("/");
	expect(await readLink(get, "/ads/side-rectangle.html?on=%2Fhelp%2Fprizes")).toBe("/help/game-rules");
	expect(await readLink(get, "/ads/side-rectangle.html?on=%2Fhelp%2Fgame-rules")).toBe("/help/prizes");
	expect(await readLink(get, "/ads/side-rectangle.html?on=a&on=b")).toBe("/help/prizes");
});

test("an operator's ad page replaces the built-in one (D2.2.98)", async () => {
	const get = serve(folder);
	expect((await get("/ads/top-lb.html")).body).toBe("<p>Somebody else's</p>");
	expect((await get("/ads/bottom-lb.html")).body).toContain("<main>");
});

test("built-in ads are in the chosen or browser's language", async () => {
	const get = serve(null);
	const french = { "accept-language": "fr-FR", cookie: "signed_in=1" };
	const { body, headers } = await get("/ads/top-lb.html", french);
	expect([body.includes('<html lang="fr">'), body.includes("Créer une ligue")]).toEqual([true, true]);
	expect(headers.vary).toContain("accept-language");
	expect((await get("/ads/top-lb.html", { ...french, cookie: "signed_in=1; language=en" })).body).toContain(
		"Create a league",
	);
});

test("an ad page that is too large or no file is ignored", async () => {
	const ownFolder = await mkdtemp(path.join(tmpdir(), "odd-ads-"));
	await mkdir(path.join(ownFolder, "top-lb.html"));
	await writeFile(path.join(ownFolder, "bottom-lb.html"), "x".repeat(1024 * 1024 + 1));
	await promisify(execFile)("mkfifo", [path.join(ownFolder, "billboard.html")]);
	const get = serve(ownFolder);
	for (const page of ["top-lb", "bottom-lb", "billboard"])
		expect((await get(`/ads/${page}.html`)).body).toContain('<html lang="en">');
	await rm(ownFolder, { recursive: true });
});
