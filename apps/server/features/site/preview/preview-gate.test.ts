import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import { unlockPreview } from "@first-bounce/contract/site/preview";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngineRoutes } from "../../../../../testing/openapi/engine-routes.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";

const HOST = { host: "localhost:3000" };
let folder: string;
let app: TestApp;
let previewCookie: string;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "preview-"));
	await writeFile(path.join(folder, "index.html"), "<title>First Bounce</title><div id=root></div>");
	app = await createTestApp({
		config: { publicUrl: TEST_URL, oidc: null, previewPassword: "siren" },
		extraRoutes: createEngineRoutes(),
		webFolder: folder,
	});
	const unlocked = await app.app.inject({
		method: "POST",
		url: `/api/en${unlockPreview.path}`,
		headers: HOST,
		payload: { password: "siren" },
	});
	previewCookie = unlocked.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
});
afterAll(async () => {
	await app.close();
	await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
	app.app.inject({ url, headers: { ...HOST, ...headers } });

/** Lists every registered route with its parameters filled in. */
const listRoutes = () =>
	app.app.routeServices.routes.map((route) => {
		const [method = "", url = ""] = route.split(" ");
		return {
			route,
			method,
			url: url
				.replace(":lang", "en")
				.replaceAll(/:\w+(\([^/]*\))?/g, "1")
				.replace("*", "x"),
		};
	});

describe("a closed preview", () => {
	test("serves only these routes without the password (D2.2.89, D1.2.63)", async () => {
		const open: string[] = [];
		for (const { route, method, url } of listRoutes()) {
			const answer = await app.app.inject({ method: method as "GET", url, headers: HOST });
			if (answer.statusCode !== 403) open.push(route);
			// The assistants' endpoint puts the reason into an error of JSON-RPC.
			else if (method !== "HEAD")
				expect([route, (answer.json().errors ?? answer.json().error.data)[0].code]).toEqual([route, "preview-locked"]);
		}
		expect(open.toSorted()).toEqual(
			[
				// Health checks, and the metrics, which have a token of their own.
				"GET /healthz",
				"HEAD /healthz",
				"GET /readyz",
				"HEAD /readyz",
				"GET /metrics",
				"HEAD /metrics",
				// The gate itself.
				"GET /api/:lang/preview",
				"HEAD /api/:lang/preview",
				"POST /api/:lang/preview/unlock",
				// The page that asks for the password, and the built files it consists of.
				"GET /",
				"HEAD /",
				"GET /*",
				"HEAD /*",
				"GET /shell.html",
				"HEAD /shell.html",
				"GET /robots.txt",
				"HEAD /robots.txt",
				"GET /sitemap.xml",
				"HEAD /sitemap.xml",
				// Mail programs send these requests without cookies.
				"POST /api/:lang/public/fantasy/league/unsubscribe/:token",
				"POST /api/:lang/public/user/result-mails/unsubscribe/:token",
			].toSorted(),
		);
	});

	test("refuses calls and files, and sends share pages home (D1.2.68)", async () => {
		for (const url of [
			"/api/en/season/clock",
			"/json/fantasy/players.json",
			"/api/public/players.json",
			"/media/users/1/1.webp",
		])
			expect([url, (await get(url)).statusCode]).toEqual([url, 403]);
		expect((await get(`/api/en${LIVE_PATH}`)).json().errors).toEqual([
			{ code: "preview-locked", message: "This site is not open yet. Enter the preview password first" },
		]);
		const share = await get("/share/league/eyJ0eXBlIjoibGVhZ3VlIn0", { accept: "text/html,*/*;q=0.8" });
		expect([share.statusCode, share.headers.location, share.headers["cache-control"]]).toEqual([
			302,
			"/?next=%2Fshare%2Fleague%2FeyJ0eXBlIjoibGVhZ3VlIn0",
			"no-store",
		]);
	});

	test("is not opened by forged cookies, odd paths or methods", async () => {
		const tries = [
			() => get("/api/en/season/clock", { cookie: "X-PREVIEW=siren" }),
			() => get("/api/en/season/clock", { cookie: `X-PREVIEW=${"A".repeat(43)}` }),
			() => get("/api/en/%73eason/clock"),
			() => get("//api/en/season/clock/../clock"),
			() => get("/healthz/../api/en/season/clock"),
			() => app.app.inject({ method: "HEAD", url: "/api/en/season/clock", headers: HOST }),
		];
		for (const attempt of tries) expect([403, 404]).toContain((await attempt()).statusCode);
	});

	test("with the password's cookie serves everything, uncached by shared caches", async () => {
		expect((await get("/api/en/season/clock", { cookie: previewCookie })).statusCode).toBe(200);
		const ad = await get("/ads/top-lb.html", { cookie: previewCookie });
		expect([ad.statusCode, ad.headers["cache-control"]]).toEqual([200, "private, max-age=3600"]);
	});

	test("shows its health, and browsers the password's page everywhere", async () => {
		expect((await get("/healthz", { host: "10.0.0.7" })).json()).toEqual({ status: "ok" });
		expect((await get("/readyz", { host: "10.0.0.7" })).json()).toMatchObject({ database: true });
		for (const url of ["/", "/team", "/leagues/join/ABC234", "/help"]) {
			const page = await get(url, { accept: "text/html" });
			expect([url, page.statusCode, page.body.includes("<div id=root>")]).toEqual([url, 200, true]);
			expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
		}
	});
});

test("the built-in provider is available only after the preview password was entered (D1.2.63)", async () => {
	const options = await get("/api/en/auth/options", { cookie: previewCookie });
	expect(options.statusCode).toBe(200);
	expect((await get("/oidc/.well-known/openid-configuration")).statusCode).toBe(403);
	expect((await get("/oidc/.well-known/openid-configuration", { cookie: previewCookie })).statusCode).toBe(200);
});
