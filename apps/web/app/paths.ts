import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";

/** The pages of a league, as in the URL. */
export type LeaguePage =
	| "keepers"
	| "ladder"
	| "fixtures"
	| "finals"
	| "chat"
	| "history"
	| "invites"
	| "about"
	| "settings"
	| "draft"
	| "draft/enter"
	| "players"
	| "players/claims"
	| "trades"
	| "moves"
	| `moves/${number}/${string}`
	| `matchup/${number}/${number}`;

/** Every path of the web: `pattern` for the router, `to` for links. */
export const paths = {
	home: { pattern: "/", to: () => "/" },
	team: {
		pattern: "/team",
		/** `pool` opens the player pool on phones, where it is a sheet. */
		to: (open?: "pool") => (open ? `/team?open=${open}` : "/team"),
		/** Shows the classic team also to a manager who plays draft only. */
		toClassic: () => "/team?classic",
		/** Opens the pool or, if the navigation state has an action, prepares that action. */
		toWithAction: () => "/team?from=stats-center",
	},
	/** The user's team in a draft league. */
	draftTeam: { pattern: "/team/draft/:leagueId", to: (leagueId: number) => `/team/draft/${leagueId}` },
	/** A team of a draft league in a round. */
	draftRound: {
		pattern: "/team/draft/:leagueId/:roundId/:teamId",
		to: (leagueId: number, roundId: number, teamId: number) => `/team/draft/${leagueId}/${roundId}/${teamId}`,
	},
	userTeam: {
		pattern: "/user/team/:roundId/:userId",
		to: (roundId: number, userId: number) => `/user/team/${roundId}/${userId}`,
	},
	components: { pattern: "/components", to: () => "/components" },
	statsCentre: {
		pattern: "/stats-centre/*",
		to: (page?: "matches" | "matchups" | "compare" | "ownership" | "drafts") =>
			page ? `/stats-centre/${page}` : "/stats-centre",
	},
	/** The score ledger: how a team got its points in a round. */
	score: {
		pattern: "/team/score/:roundId/:teamId",
		to: (roundId: number, teamId: number) => `/team/score/${roundId}/${teamId}`,
	},
	/** The result of the user's team in a round; without a number, in the newest published round. */
	results: { pattern: "/results/:roundId?", to: (roundId: number) => `/results/${roundId}` },
	seasonReport: { pattern: "/team/season", to: () => "/team/season" },
	/** The matches of a round, or a single match. */
	matchCentre: {
		pattern: "/match-centre/:matchId?",
		to: (matchId?: number) => (matchId ? `/match-centre/${matchId}` : "/match-centre"),
	},
	rankings: { pattern: "/rankings", to: () => "/rankings" },
	/** The closed seasons, or the final rankings of a closed season. */
	pastSeasons: {
		pattern: "/past-seasons/:seasonId?",
		to: (seasonId?: number) => (seasonId === undefined ? "/past-seasons" : `/past-seasons/${seasonId}`),
	},
	pastLeague: {
		pattern: "/past-seasons/:seasonId/leagues/:leagueId",
		to: (seasonId: number, leagueId: number) => `/past-seasons/${seasonId}/leagues/${leagueId}`,
	},
	/** A user's team in a round of a closed season. */
	pastTeam: {
		pattern: "/past-seasons/:seasonId/team/:roundId/:userId",
		to: (seasonId: number, roundId: number, userId: number) => `/past-seasons/${seasonId}/team/${roundId}/${userId}`,
	},
	/** Starts the sign-in of a visitor; a signed-in user goes on to the next page. */
	initiate: { pattern: "/initiate", to: () => "/initiate" },
	loginCallback: { pattern: "/login/callback", to: () => "/login/callback" },
	recoverTeam: { pattern: "/recover-team", to: () => "/recover-team" },
	myAccount: { pattern: "/my-account", to: () => "/my-account" },
	/** Targets of links in emails; the token is in the fragment. */
	resetPassword: { pattern: MAILED_LINK_PATHS.resetPassword, to: () => MAILED_LINK_PATHS.resetPassword },
	verifyEmail: { pattern: MAILED_LINK_PATHS.verifyEmail, to: () => MAILED_LINK_PATHS.verifyEmail },
	operator: {
		pattern: "/operator/*",
		to: (section?: string) => (section ? `/operator/${section}` : "/operator"),
	},
	leagues: { pattern: "/leagues", to: () => "/leagues" },
	/** The leagues to join or, with a code, an invitation to a league. `invite` is the token of the invitation email. */
	joinLeague: {
		pattern: "/leagues/join/:code?",
		to: (code?: string, invite?: string | null) => {
			if (!code) return "/leagues/join";
			const page = `/leagues/join/${encodeURIComponent(code)}`;
			return invite ? `${page}?invite=${encodeURIComponent(invite)}` : page;
		},
	},
	/** A form for a new league or, with `recover`, for a league of last season that is regenerated. */
	createLeague: {
		pattern: "/leagues/create",
		to: (recover?: number) => (recover ? `/leagues/create?recover=${recover}` : "/leagues/create"),
	},
	/** The manager's mock drafts; with a league, a new mock draft has its size and settings. */
	mockDrafts: {
		pattern: "/leagues/mock-drafts",
		to: (leagueId?: number) => (leagueId ? `/leagues/mock-drafts?league=${leagueId}` : "/leagues/mock-drafts"),
	},
	/** The draft of a draft league: the lobby, the room and the recap. */
	draft: { pattern: "/leagues/:id/draft", to: (id: number) => `/leagues/${id}/draft` },
	/** The players of a draft league: those of one position, or with the dialog that adds or claims a player. */
	leaguePlayers: {
		pattern: "/leagues/:id/players",
		to: (id: number, shown: { readonly position: string } | { readonly add: number }) =>
			`/leagues/${id}/players?${"add" in shown ? `add=${shown.add}` : `position=${shown.position}`}`,
	},
	/** The page on which a trade is offered: to a team, for a player, or as the answer to an offer. */
	leagueTradeOffer: {
		pattern: "/leagues/:id/trades/offer",
		to: (
			id: number,
			start: { readonly team: number } | { readonly player: number } | { readonly counter: number } | null = null,
		) => {
			const [entry] = Object.entries(start ?? {});
			return `/leagues/${id}/trades/offer${entry ? `?${entry[0]}=${entry[1]}` : ""}`;
		},
	},
	/** A league's tabs and its match-ups; /leagues/cup is the cup. */
	league: { pattern: "/leagues/:id/*", to: (id: number, tab: LeaguePage = "about") => `/leagues/${id}/${tab}` },
	/** Unsubscribes from invitation emails. */
	unsubscribe: { pattern: "/unsubscribe/:token", to: (token: string) => `/unsubscribe/${token}` },
	/** The help centre; a tab is a section's name in lower case with hyphens. */
	help: { pattern: "/help/:tab?", to: (tab?: string) => (tab ? `/help/${tab}` : "/help") },
	/** Whether each part of the site works. */
	status: { pattern: "/status", to: () => "/status" },
	/** How far projected points were from the scores. */
	projections: { pattern: "/projections", to: () => "/projections" },
} as const;
