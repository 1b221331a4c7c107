/** What an installation says of itself to every page: in the page's head, so that the first paint knows it. */
export interface Site {
	/** Whether ad frames stand in the layouts. */
	readonly hasAds: boolean;
	/** Whether the demo is offered by one press. */
	readonly hasDemo: boolean;
	/** Whether people sign in and register by e-mail and password. */
	readonly hasPasswords: boolean;
	/** Whether an external identity provider is used, whose sessions this server cannot end. */
	readonly hasOwnProvider: boolean;
	/** Addresses of the brand bar and footer; null: the product's own help page. */
	readonly links: {
		readonly tipping: string;
		readonly league: string;
		readonly privacy: string | null;
		readonly security: string | null;
	};
	/** Who the footer says the stats are powered by; null where nobody is known. */
	readonly provider: { readonly name: string; readonly url: string | null } | null;
	/** Of the footer's copyright line. */
	readonly year: number;
	/** Script of a support widget; null: the contact form of the help centre. */
	readonly supportWidget: string | null;
	/** Where errors are reported by Sentry's envelope protocol; null: nowhere. */
	readonly sentryDsn: string | null;
	/** Script that counts visits, run only for those who agree; null: there is none, and nothing to agree to. */
	readonly analytics: string | null;
}

/** The name of the head's meta element whose content is the Site as JSON. */
export const SITE_META = "first-bounce";

export const SIMULATOR = { name: "the First Bounce simulator", url: null } as const;

export const DEFAULT_SITE: Site = {
	hasAds: true,
	hasDemo: true,
	hasPasswords: true,
	hasOwnProvider: false,
	links: { tipping: "https://tipping.afl.com.au/", league: "https://www.womens.afl/", privacy: null, security: null },
	provider: SIMULATOR,
	year: new Date().getUTCFullYear(),
	supportWidget: null,
	sentryDsn: null,
	analytics: null,
};
