/** The installation's settings for the web, in the head of every page so that the first paint can use them. */
export interface Site {
	/** Whether layouts have ad frames. */
	readonly hasAds: boolean;
	/** Whether visitors may play the demo. */
	readonly hasDemo: boolean;
	/** Whether people sign in and register by email and password. */
	readonly hasPasswords: boolean;
	/** Whether an external identity provider is used, whose sessions this server cannot end. */
	readonly hasExternalProvider: boolean;
	/** The external identity providers to choose from; with fewer than two there is nothing to choose. */
	readonly providers: readonly { readonly id: string; readonly name: string }[];
	/** Whether visitors may read rankings, stats, teams and public leagues. */
	readonly isPublicRead: boolean;
	/** Links in the brand bar and footer. Where null, the link leads to a help page. */
	readonly links: {
		readonly tipping: string;
		readonly league: string;
		readonly privacy: string | null;
		readonly security: string | null;
	};
	/** The stats provider named in the footer; null if unknown. */
	readonly provider: { readonly name: string; readonly url: string | null } | null;
	/** The year in the footer's copyright line. */
	readonly year: number;
	/** URL of a support widget's script; null uses the contact form. */
	readonly supportWidget: string | null;
	/** Where errors are reported with Sentry's envelope protocol; null for nowhere. */
	readonly sentryDsn: string | null;
	/** URL of an analytics script, loaded only with consent; null for none. */
	readonly analytics: string | null;
	/** Path that calls start with, before the language. */
	readonly apiBase: string;
	/** Path or URL that static files start with. */
	readonly staticBase: string;
}

/** The name of the meta element whose content is the Site as JSON. */
export const SITE_META = "first-bounce";

export const SIMULATOR = { name: "the First Bounce simulator", url: null } as const;

export const DEFAULT_SITE: Site = {
	hasAds: true,
	hasDemo: true,
	hasPasswords: true,
	hasExternalProvider: false,
	providers: [],
	isPublicRead: false,
	links: { tipping: "https://tipping.afl.com.au/", league: "https://www.womens.afl/", privacy: null, security: null },
	provider: SIMULATOR,
	year: new Date().getUTCFullYear(),
	supportWidget: null,
	sentryDsn: null,
	analytics: null,
	apiBase: "/api",
	staticBase: "/json",
};
