import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

const PAGES = [
	"/",
	"/team",
	"/rankings",
	"/leagues/join",
	"/help/game-rules",
	"/status",
	"/operator",
	"/nowhere/at/all",
	"/login/callback?code=x&state=y",
	"/oidc/interaction/gone",
	"/oidc/pages.css",
	"/start.js",
	"/oidc/auth",
	"/oidc/nothing",
	"/assets/",
	"/%ff",
	"//x",
	"/shell.html",
	"/api/docs/",
];
/** Pages rendered by the server, with their own policies. */
const RENDERED_PAGES = ["/share/general/nonsense", "/share/xyz/e30", "/share/team/%00%ff", "/share"];
const ADS = ["top-lb", "top-lb-mob", "bottom-lb", "bottom-lb-mob"].map((page) => `/ads/${page}.html`);

let plain: TestApp;
let secure: TestApp;
let webFolder: string;
beforeAll(async () => {
	webFolder = await mkdtemp(path.join(tmpdir(), "web-"));
	await writeFile(path.join(webFolder, "index.html"), "<!doctype html><title>The page</title>");
	await writeFile(path.join(webFolder, "start.js"), "");
	const config = { publicUrl: "https://fantasy.example.org", oidc: null };
	[plain, secure] = await Promise.all([createTestApp({ webFolder }), createTestApp({ webFolder, config })]);
});
afterAll(async () => {
	await Promise.all([plain.close(), secure.close()]);
	await rm(webFolder, { recursive: true });
});

const getHeaders = async ({ app }: TestApp, url: string) => (await app.inject(url)).headers;

function parseDirectives(policy: unknown): ReadonlyMap<string, string> {
	const parts = String(policy).split(";");
	return new Map(parts.map((part) => part.trim()).map((part) => [part.split(" ", 1)[0] ?? "", part] as const));
}

describe("the headers of every page", () => {
	test.each([...PAGES, ...RENDERED_PAGES])("prevent inline scripts and framing of %s", async (url) => {
		const headers = await getHeaders(plain, url);
		const directives = parseDirectives(headers["content-security-policy"]);
		const scripts = directives.get("script-src") ?? directives.get("default-src");
		expect(scripts).toMatch(/^(script-src 'self'|default-src 'none')$/);
		expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'none'");
		expect(directives.get("base-uri")).toBe("base-uri 'none'");
		expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
		expect(headers["x-powered-by"]).toBeUndefined();
	});

	test.each([...PAGES, ...RENDERED_PAGES, ...ADS])(
		"deny %s camera, location and content type sniffing",
		async (url) => {
			const headers = await getHeaders(plain, url);
			for (const feature of ["camera", "microphone", "geolocation", "payment"])
				expect(headers["permissions-policy"]).toContain(`${feature}=()`);
			expect(headers["x-content-type-options"]).toBe("nosniff");
		},
	);

	test.each([...PAGES, ...RENDERED_PAGES, ...ADS])("send HSTS at %s only behind TLS", async (url) => {
		expect((await getHeaders(secure, url))["strict-transport-security"]).toMatch(/^max-age=31536000/);
		expect((await getHeaders(plain, url))["strict-transport-security"]).toBeUndefined();
	});

	test.each(ADS)("sandbox %s", async (url) => {
		const directives = parseDirectives((await getHeaders(plain, url))["content-security-policy"]);
		expect(directives.get("sandbox")).not.toContain("allow-same-origin");
		expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'self'");
	});
});
