import path from "node:path";
import { DEFAULT_SITE, SIMULATOR, SITE_META, type Site } from "@first-bounce/contract/site/site";
import { z } from "zod";
import type { FeedSettings } from "../../stats-providers/season-feed.ts";

const address = z.url({ protocol: /^https?$/, error: "must be a URL such as https://example.org/page" });
const hosts = z
	.string()
	.regex(/^(https?:\/\/[\w.*:-]+\s*)+$/, "must be origins such as https://static.example.org, separated by spaces")
	.transform((text) => text.trim().split(/\s+/));

const removeTrailingSlash = (text: string): string => text.replace(/\/+$/, "");
/** A path of the page's own origin, without a trailing slash. */
const createPathSchema = (error = "") =>
	z
		.string()
		.regex(/^(\/[\w-][\w.-]*)+\/?$/, error)
		.transform(removeTrailingSlash);

/** Environment variables for links, ads, help, support, error reports and analytics. Part of config.ts. */
export const siteEnvironment = {
	ADS_DIR: z.string().optional(),
	HELP_DIR: z.string().optional(),
	TIPPING_URL: address.optional(),
	LEAGUE_URL: address.optional(),
	PRIVACY_URL: address.optional(),
	SECURITY_URL: address.optional(),
	STATS_PROVIDER: z.string().max(60).optional(),
	STATS_PROVIDER_URL: address.optional(),
	SUPPORT_EMAIL: z.email("must be an email address").optional(),
	SUPPORT_WIDGET_URL: address.optional(),
	SUPPORT_WIDGET_HOSTS: hosts.optional(),
	SENTRY_DSN: z
		.string()
		.regex(/^https?:\/\/\w+@[\w.:-]+(\/[\w/-]*)?\/\d+$/, "must be a DSN such as https://key@errors.example.org/1")
		.optional(),
	ANALYTICS_URL: address.optional(),
	API_BASE: createPathSchema("must be a path such as /game/api").optional(),
	STATIC_BASE: z
		.union([createPathSchema(), address.transform(removeTrailingSlash)], {
			error: "must be a path or a URL such as https://static.example.org/json",
		})
		.optional(),
};
const shape = z.object(siteEnvironment);

/** How users can sign in and what visitors may read; not part of the site settings. */
type SiteAccess = Pick<Site, "hasDemo" | "hasPasswords" | "hasExternalProvider" | "providers" | "isPublicRead">;

/** The settings of a site, including those that are not sent to pages. */
export interface SiteSettings extends Omit<Site, keyof SiteAccess | "year"> {
	/** Whether the stats come from the simulator. */
	readonly usesSimulator: boolean;
	/** Absolute folders of the operator's ad pages and help texts, which replace the built-in ones. */
	readonly adsDir: string | null;
	readonly helpDir: string | null;
	/** The address for messages to the operator; if null, they go to the operators' own addresses. */
	readonly supportEmail: string | null;
	/** Additional origins from which the support widget loads resources. */
	readonly widgetHosts: readonly string[];
}

/** The provider behind the official feed. For other feeds the operator names the provider. */
const OFFICIAL_PROVIDER = { name: "Champion Data", url: "https://www.championdata.com/" };

export function buildSiteSettings(
	env: z.output<typeof shape>,
	{ hasAds, source }: { readonly hasAds: boolean; readonly source: FeedSettings["source"] },
): SiteSettings {
	const defaultProvider = source === "afl-api" ? OFFICIAL_PROVIDER : null;
	const { tipping, league } = DEFAULT_SITE.links;
	const provider = env.STATS_PROVIDER ? { name: env.STATS_PROVIDER, url: null } : defaultProvider;
	return {
		hasAds,
		usesSimulator: source === "simulator",
		links: {
			tipping: env.TIPPING_URL ?? tipping,
			league: env.LEAGUE_URL ?? league,
			privacy: env.PRIVACY_URL ?? null,
			security: env.SECURITY_URL ?? null,
		},
		provider: provider && { ...provider, url: env.STATS_PROVIDER_URL ?? provider.url },
		supportWidget: env.SUPPORT_WIDGET_URL ?? null,
		sentryDsn: env.SENTRY_DSN ?? null,
		analytics: env.ANALYTICS_URL ?? null,
		apiBase: env.API_BASE ?? DEFAULT_SITE.apiBase,
		staticBase: env.STATIC_BASE ?? DEFAULT_SITE.staticBase,
		adsDir: env.ADS_DIR ? path.resolve(env.ADS_DIR) : null,
		helpDir: env.HELP_DIR ? path.resolve(env.HELP_DIR) : null,
		supportEmail: env.SUPPORT_EMAIL ?? null,
		widgetHosts: env.SUPPORT_WIDGET_HOSTS ?? [],
	};
}

export const DEFAULT_SITE_SETTINGS: SiteSettings = buildSiteSettings({}, { hasAds: true, source: "simulator" });

/** Builds the settings that are sent with every page. */
export function buildSite(
	settings: SiteSettings,
	{ isGenerated, year, ...access }: SiteAccess & { readonly isGenerated: boolean; readonly year: number },
): Site {
	const { hasAds, links, usesSimulator, supportWidget, sentryDsn, analytics, apiBase, staticBase } = settings;
	const provider = settings.provider ?? (usesSimulator && isGenerated ? SIMULATOR : null);
	return { ...access, hasAds, links, provider, year, supportWidget, sentryDsn, analytics, apiBase, staticBase };
}

/** Builds the meta element with the site's settings. */
export function buildSiteMeta(site: Site): string {
	const content = JSON.stringify(site).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
	return `<meta name="${SITE_META}" content="${content}" />`;
}

const getOrigins = (url: string | null): readonly string[] => (url === null ? [] : [new URL(url).origin]);

/** Gets external origins that the configured services need, for the content security policy. */
export function getExternalSources(
	site: Pick<SiteSettings, "supportWidget" | "widgetHosts" | "sentryDsn" | "analytics" | "staticBase">,
) {
	const widget = site.supportWidget === null ? [] : [...getOrigins(site.supportWidget), ...site.widgetHosts];
	const analytics = getOrigins(site.analytics);
	const staticFiles = getOrigins(URL.canParse(site.staticBase) ? site.staticBase : null);
	return {
		scripts: [...widget, ...analytics],
		connections: [...widget, ...analytics, ...getOrigins(site.sentryDsn), ...staticFiles],
		frames: widget,
		pictures: [...widget, ...analytics],
	};
}
