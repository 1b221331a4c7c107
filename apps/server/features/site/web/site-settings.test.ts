import { SITE_META, type Site } from "@first-bounce/contract/site/site";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import { buildSite, buildSiteMeta, getExternalSources } from "./site-settings.ts";

const siteFrom = (env: Record<string, string>) => readConfig(env).site;

const WAYS = { hasDemo: false, hasPasswords: true, hasOwnProvider: false };

describe("what an installation says of itself", () => {
	test("has the brand bar's and the footer's addresses from the configuration (D2.1.37)", () => {
		const site = siteFrom({
			TIPPING_URL: "https://tips.example.org/",
			PRIVACY_URL: "https://example.org/privacy",
			STATS_PROVIDER: "Stats & Co",
		});
		expect(site.links).toMatchObject({ tipping: "https://tips.example.org/", privacy: "https://example.org/privacy" });
		expect(site.provider).toEqual({ name: "Stats & Co", url: null });
		expect(siteFrom({}).links).toMatchObject({ league: "https://www.womens.afl/", security: null });
		expect(siteFrom({ FEED: "afl-api", AFL_API_SEASON: "2026" }).provider?.name).toBe("Champion Data");
		expect(siteFrom({ ADS: "off" }).hasAds).toBe(false);
	});

	test("names the simulator of a made-up season only, and otherwise nobody who was not named", () => {
		const providerOf = (env: Record<string, string>, isMadeUp: boolean) =>
			buildSite(siteFrom(env), { ...WAYS, isMadeUp, year: 2026 }).provider?.name ?? null;
		expect(providerOf({}, true)).toBe("the First Bounce simulator");
		for (const FEED of ["simulator", "csv", "manual"])
			expect([FEED, providerOf({ FEED }, false)]).toEqual([FEED, null]);
		expect(providerOf({ FEED: "csv" }, true)).toBeNull();
		expect(providerOf({ FEED: "csv", STATS_PROVIDER: "Stats & Co" }, false)).toBe("Stats & Co");
		expect(providerOf({ FEED: "afl-api", AFL_API_SEASON: "2026" }, false)).toBe("Champion Data");
	});

	test("tells pages only what is theirs, and safely", () => {
		const settings = siteFrom({ STATS_PROVIDER: `"><script>`, SUPPORT_EMAIL: "desk@example.org" });
		const element = buildSiteMeta(buildSite(settings, { ...WAYS, hasDemo: true, isMadeUp: true, year: 2026 }));
		expect(element).not.toMatch(/<script|desk@/);
		const [, content = ""] = new RegExp(`<meta name="${SITE_META}" content="([^"]*)" />`).exec(element) ?? [];
		const site: Site = JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
		expect(site.year).toBe(2026);
		expect(site.provider?.name).toBe(`"><script>`);
	});

	test("lets pages load from outside only what it was given", () => {
		expect(getExternalSources(siteFrom({}))).toEqual({ scripts: [], connections: [], frames: [], pictures: [] });
		const sources = getExternalSources(
			siteFrom({
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

	test("refuses settings that would open the policy to anything", () => {
		expect(() => siteFrom({ SUPPORT_WIDGET_HOSTS: "* 'unsafe-inline'" })).toThrow("SUPPORT_WIDGET_HOSTS");
		expect(() => siteFrom({ SENTRY_DSN: "javascript:alert(1)" })).toThrow("SENTRY_DSN");
	});
});
