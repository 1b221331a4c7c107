import { DEFAULT_SITE, SITE_META, type Site } from "@first-bounce/contract/site/site";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import { hashJson } from "./render-pages.ts";
import { buildSite, buildSiteMeta, getExternalSources } from "./site-settings.ts";

const readSite = (env: Record<string, string>) => readConfig(env).site;

const SIGN_IN_METHODS = {
	hasDemo: false,
	hasPasswords: true,
	hasExternalProvider: false,
	providers: [],
	isPublicRead: false,
};

describe("site settings", () => {
	test("take the brand bar's and footer's links from the configuration (D2.1.37)", () => {
		const site = readSite({
			TIPPING_URL: "https://tips.example.org/",
			LEAGUE_URL: "https://league.example.org/",
			PRIVACY_URL: "https://example.org/privacy",
			SECURITY_URL: "https://example.org/security",
			STATS_PROVIDER: "Stats & Co",
		});
		expect(site.links).toEqual({
			tipping: "https://tips.example.org/",
			league: "https://league.example.org/",
			privacy: "https://example.org/privacy",
			security: "https://example.org/security",
		});
		expect(site.provider).toEqual({ name: "Stats & Co", url: null });
		expect(readSite({}).links).toEqual({
			tipping: "https://tipping.afl.com.au/",
			league: "https://www.womens.afl/",
			privacy: null,
			security: null,
		});
		expect(readSite({ FEED: "afl-api", AFL_API_SEASON: "2026" }).provider?.name).toBe("Champion Data");
		expect(readSite({ ADS: "off" }).hasAds).toBe(false);
	});

	test("name the simulator only for a generated season", () => {
		const getProvider = (env: Record<string, string>, isGenerated: boolean) =>
			buildSite(readSite(env), { ...SIGN_IN_METHODS, isGenerated, year: 2026 }).provider?.name ?? null;
		expect(getProvider({}, true)).toBe("the First Bounce simulator");
		for (const FEED of ["simulator", "csv", "manual"])
			expect([FEED, getProvider({ FEED }, false)]).toEqual([FEED, null]);
		expect(getProvider({ FEED: "csv" }, true)).toBeNull();
		expect(getProvider({ FEED: "csv", STATS_PROVIDER: "Stats & Co" }, false)).toBe("Stats & Co");
		expect(getProvider({ FEED: "afl-api", AFL_API_SEASON: "2026" }, false)).toBe("Champion Data");
	});

	test("of a plain demo equal those of the build", () => {
		const access = {
			hasDemo: true,
			hasPasswords: true,
			hasExternalProvider: false,
			providers: [],
			isPublicRead: false,
		};
		const demo = buildSite(readSite({}), { ...access, isGenerated: true, year: new Date().getUTCFullYear() });
		expect(demo).toEqual(DEFAULT_SITE);
		expect(hashJson(demo)).toBe(hashJson(DEFAULT_SITE));
	});

	test("send pages only public settings, escaped", () => {
		const settings = readSite({ STATS_PROVIDER: `"><script>`, SUPPORT_EMAIL: "desk@example.org" });
		const element = buildSiteMeta(
			buildSite(settings, { ...SIGN_IN_METHODS, hasDemo: true, isGenerated: true, year: 2026 }),
		);
		expect(element).not.toMatch(/<script|desk@/);
		const [, content = ""] = new RegExp(`<meta name="${SITE_META}" content="([^"]*)" />`).exec(element) ?? [];
		const site: Site = JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
		expect(site.year).toBe(2026);
		expect(site.provider?.name).toBe(`"><script>`);
	});

	test("allow pages to load only from configured external origins", () => {
		expect(getExternalSources(readSite({}))).toEqual({ scripts: [], connections: [], frames: [], pictures: [] });
		const sources = getExternalSources(
			readSite({
				SUPPORT_WIDGET_URL: "https://static.help.example/widget.js?key=1",
				SUPPORT_WIDGET_HOSTS: "https://ekr.help.example https://*.help.example",
				SENTRY_DSN: "https://abc@errors.example.org/7",
			}),
		);
		expect(sources.scripts).toEqual([
			"https://static.help.example",
			"https://ekr.help.example",
			"https://*.help.example",
		]);
		expect(sources.connections).toContain("https://errors.example.org");
		expect(sources.scripts).not.toContain("https://errors.example.org");
	});

	test("give pages the API's and static files' base paths (D1.7.02, D1.7.33)", () => {
		const getBases = (env: Record<string, string>) => {
			const { apiBase, staticBase } = buildSite(readSite(env), { ...SIGN_IN_METHODS, isGenerated: true, year: 2026 });
			return [apiBase, staticBase];
		};
		expect(getBases({})).toEqual(["/api", "/json"]);
		expect(getBases({ API_BASE: "/game/api/", STATIC_BASE: "/game/json" })).toEqual(["/game/api", "/game/json"]);
		const cdn = { STATIC_BASE: "https://cdn.example.org/json/" };
		expect(getBases(cdn)).toEqual(["/api", "https://cdn.example.org/json"]);
		expect(getExternalSources(readSite(cdn)).connections).toEqual(["https://cdn.example.org"]);
		for (const API_BASE of ["https://api.example.org", "api", "//evil.example", "/../api"])
			expect(() => readSite({ API_BASE })).toThrow("API_BASE must be a path such as /game/api");
		expect(() => readSite({ STATIC_BASE: "javascript:alert(1)" })).toThrow("STATIC_BASE must be a path or a URL");
	});

	test("refuse values that would weaken the content security policy", () => {
		expect(() => readSite({ SUPPORT_WIDGET_HOSTS: "* 'unsafe-inline'" })).toThrow("SUPPORT_WIDGET_HOSTS");
		expect(() => readSite({ SENTRY_DSN: "javascript:alert(1)" })).toThrow("SENTRY_DSN");
	});
});
