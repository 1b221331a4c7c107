import { mailedPaths } from "@first-bounce/contract/account";

/** Every address of the web: `pattern` for the router, `to` for links. */
export const paths = {
	home: { pattern: "/", to: () => "/" },
	team: {
		pattern: "/team",
		/** With the pool open, where it is a sheet. */
		to: (open?: "pool") => (open ? `/team?open=${open}` : "/team"),
	},
	/** Somebody's team as it was in a round. */
	userTeam: {
		pattern: "/user/team/:roundId/:userId",
		to: (roundId: number, userId: number) => `/user/team/${roundId}/${userId}`,
	},
	components: { pattern: "/components", to: () => "/components" },
	statsCentre: {
		pattern: "/stats-centre/*",
		to: (page?: "matches" | "matchups" | "compare") => (page ? `/stats-centre/${page}` : "/stats-centre"),
	},
	rankings: { pattern: "/rankings", to: () => "/rankings" },
	initiate: { pattern: "/initiate", to: () => "/initiate" },
	loginCallback: { pattern: "/login/callback", to: () => "/login/callback" },
	recoverTeam: { pattern: "/recover-team", to: () => "/recover-team" },
	myAccount: { pattern: "/my-account", to: () => "/my-account" },
	/** Where mailed links lead; their token stands after the #. */
	resetPassword: { pattern: mailedPaths.resetPassword, to: () => mailedPaths.resetPassword },
	verifyEmail: { pattern: mailedPaths.verifyEmail, to: () => mailedPaths.verifyEmail },
	operator: {
		pattern: "/operator/*",
		to: (section?: string) => (section ? `/operator/${section}` : "/operator"),
	},
	/** An invitation to a league, by its code. */
	joinLeague: { pattern: "/leagues/join/:code", to: (code: string) => `/leagues/join/${encodeURIComponent(code)}` },
} as const;

/** Addresses outside, of the brand bar (D2 §1). */
export const outside = {
	tipping: "https://tipping.afl.com.au/",
	league: "https://www.womens.afl/",
} as const;
