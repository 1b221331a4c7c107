import path from "node:path";
import { DEFAULT_SITE, SIMULATOR, SITE_META, type Site } from "@first-bounce/contract/site/site";
import { z } from "zod";
import type { FeedSettings } from "../../stats-providers/season-feed.ts";

const address = z.url({ protocol: /^https?$/, error: "must be a URL such as https://example.org/page" });
const hosts = z
	.string()
	.regex(/^(https?:\/\/[\w.*:-]+\s*)+$/, "must be origins such as https://static.example.org, apart by blanks")
	.transform((text) => text.trim().split(/\s+/));

/** The settings of what surrounds the game: links, ads, support, error reports. Part of config.ts's environment. */
export const siteEnvironment = {
	ADS_DIR: z.string().optional(),
	HELP_DIR: z.string().optional(),
	TIPPING_URL: address.optional(),
	LEAGUE_URL: address.optional(),
	PRIVACY_URL: address.optional(),
	SECURITY_URL: address.optional(),
	STATS_PROVIDER: z.string().max(60).optional(),
	STATS_PROVIDER_URL: address.optional(),
	SUPPORT_EMAIL: z.email("must be an e-mail address").optional(),
	SUPPORT_WIDGET_URL: address.optional(),
	SUPPORT_WIDGET_HOSTS: hosts.optional(),
	SENTRY_DSN: z
		.string()
		.regex(/^https?:\/\/\w+@[\w.:-]+(\/[\w/-]*)?\/\d+$/, "must be a DSN such as https://key@errors.example.org/1")
		.optional(),
	ANALYTICS_URL: address.optional(),
};
const shape = z.object(siteEnvironment);

/** The ways in, which are decided elsewhere than among the site's own settings. */
type SignInMethods = Pick<Site, "hasDemo" | "hasPasswords" | "hasOwnProvider">;

/** Site, and what of it only the server needs to know. */
export interface SiteSettings extends Omit<Site, keyof SignInMethods | "year"> {
	/** Whether stats come from our own simulator while the season is a made-up one. */
	readonly simulates: boolean;
	/** An operator's own ad pages and help texts, in place of those shipped; absolute. */
	readonly adsDir: string | null;
	readonly helpDir: string | null;
	/** Where letters to the operator go; null: to every operator's own address. */
	readonly supportEmail: string | null;
	/** Further origins that the support widget loads from. */
	readonly widgetHosts: readonly string[];
}

/** The stats of the official feed come from the competition's provider; of others only the operator can say. */
const OFFICIAL_PROVIDER = { name: "Champion Data", url: "https://www.championdata.com/" };

interface FeedOfSite {
	readonly hasAds: boolean;
	readonly source: FeedSettings["source"];
}

export function buildSiteSettings(env: z.output<typeof shape>, { hasAds, source }: FeedOfSite): SiteSettings {
	const known = source === "afl-api" ? OFFICIAL_PROVIDER : null;
	const { tipping, league } = DEFAULT_SITE.links;
	const named = env.STATS_PROVIDER ? { name: env.STATS_PROVIDER, url: null } : known;
	return {
		hasAds,
		simulates: source === "simulator",
		links: {
			tipping: env.TIPPING_URL ?? tipping,
			league: env.LEAGUE_URL ?? league,
			privacy: env.PRIVACY_URL ?? null,
			security: env.SECURITY_URL ?? null,
		},
		provider: named && { ...named, url: env.STATS_PROVIDER_URL ?? named.url },
		supportWidget: env.SUPPORT_WIDGET_URL ?? null,
		sentryDsn: env.SENTRY_DSN ?? null,
		analytics: env.ANALYTICS_URL ?? null,
		adsDir: env.ADS_DIR ? path.resolve(env.ADS_DIR) : null,
		helpDir: env.HELP_DIR ? path.resolve(env.HELP_DIR) : null,
		supportEmail: env.SUPPORT_EMAIL ?? null,
		widgetHosts: env.SUPPORT_WIDGET_HOSTS ?? [],
	};
}

export const DEFAULT_SITE_SETTINGS: SiteSettings = buildSiteSettings({}, { hasAds: true, source: "simulator" });

/** What of the settings is every page's to know. */
export function buildSite(
	settings: SiteSettings,
	{ isMadeUp, year, ...ways }: SignInMethods & { readonly isMadeUp: boolean; readonly year: number },
): Site {
	const { hasAds, links, simulates, supportWidget, sentryDsn, analytics } = settings;
	const provider = settings.provider ?? (simulates && isMadeUp ? SIMULATOR : null);
	return { ...ways, hasAds, links, provider, year, supportWidget, sentryDsn, analytics };
}

/** The meta element with the site's settings. */
export function buildSiteMeta(site: Site): string {
	const content = JSON.stringify(site).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
	return `<meta name="${SITE_META}" content="${content}" />`;
}

const getOrigins = (url: string | null): readonly string[] => (url === null ? [] : [new URL(url).origin]);

/** Origins that pages may load from beside their own, by what the site has been given. */
export function getExternalSources(
	site: Pick<SiteSettings, "supportWidget" | "widgetHosts" | "sentryDsn" | "analytics">,
) {
	const widget = site.supportWidget === null ? [] : [...getOrigins(site.supportWidget), ...site.widgetHosts];
	const counter = getOrigins(site.analytics);
	return {
		scripts: [...widget, ...counter],
		connections: [...widget, ...counter, ...getOrigins(site.sentryDsn)],
		frames: widget,
		pictures: [...widget, ...counter],
	};
}
