import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";

/** The pages of a league, as its address names them. */
export type LeaguePage = "ladder" | "fixtures" | "invites" | "about" | "settings" | `matchup/${number}/${number}`;

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
	/** Why a team has its score in a round. */
	score: {
		pattern: "/team/score/:roundId/:teamId",
		to: (roundId: number, teamId: number) => `/team/score/${roundId}/${teamId}`,
	},
	seasonReport: { pattern: "/team/season", to: () => "/team/season" },
	rankings: { pattern: "/rankings", to: () => "/rankings" },
	initiate: { pattern: "/initiate", to: () => "/initiate" },
	loginCallback: { pattern: "/login/callback", to: () => "/login/callback" },
	recoverTeam: { pattern: "/recover-team", to: () => "/recover-team" },
	myAccount: { pattern: "/my-account", to: () => "/my-account" },
	/** Where mailed links lead; their token stands after the #. */
	resetPassword: { pattern: MAILED_LINK_PATHS.resetPassword, to: () => MAILED_LINK_PATHS.resetPassword },
	verifyEmail: { pattern: MAILED_LINK_PATHS.verifyEmail, to: () => MAILED_LINK_PATHS.verifyEmail },
	operator: {
		pattern: "/operator/*",
		to: (section?: string) => (section ? `/operator/${section}` : "/operator"),
	},
	leagues: { pattern: "/leagues", to: () => "/leagues" },
	/** Leagues to join; with its code an invitation to one, with the token of the mail that brought it. */
	joinLeague: {
		pattern: "/leagues/join/:code?",
		to: (code?: string, invite?: string | null) => {
			if (!code) return "/leagues/join";
			const page = `/leagues/join/${encodeURIComponent(code)}`;
			return invite ? `${page}?invite=${encodeURIComponent(invite)}` : page;
		},
	},
	/** From nothing, or from one of last season's leagues. */
	createLeague: {
		pattern: "/leagues/create",
		to: (recover?: number) => (recover ? `/leagues/create?recover=${recover}` : "/leagues/create"),
	},
	/** A league's tabs and its match-ups. */
	league: { pattern: "/leagues/:id/*", to: (id: number, tab: LeaguePage = "about") => `/leagues/${id}/${tab}` },
	/** Where an invitation's mail leads those who want no more of them. */
	unsubscribe: { pattern: "/unsubscribe/:token", to: (token: string) => `/unsubscribe/${token}` },
	/** The help centre; a tab is a section's name, lower case and hyphenated (D1 §2). */
	help: { pattern: "/help/:tab?", to: (tab?: string) => (tab ? `/help/${tab}` : "/help") },
	/** How the installation is. */
	status: { pattern: "/status", to: () => "/status" },
} as const;
