import { type DraftTeam, listFreeAgents, showDraftLeague, showDraftTeams } from "@first-bounce/contract/draft/draft";
import {
	type ClaimList,
	type DraftTransaction,
	listTransactions,
	listWaiverRuns,
	saveClaims,
	showClaims,
	type WaiverRun,
} from "@first-bounce/contract/draft/waivers";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { showCoachSettings } from "@first-bounce/contract/team/coach";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { buildDraftLeague, DRAFT_PLAYERS, FREE } from "./draft-fakes.ts";
import { success } from "./fake-api.ts";
import { buildLeague, fakeLeagues } from "./league-fakes.ts";
import { buildSeasonFiles, DAY, fakeClock, fakeSeasonFiles, SATURDAY } from "./player-season.ts";

/** Two days before round 2, in which club 1 plays. */
export const NOON = new Date(SATURDAY - 2 * DAY).toISOString();

const buildTeam = (teamId: number, teamName: string, playerIds: number[]): DraftTeam => ({
	teamId,
	teamName,
	colour: null,
	owner: null,
	isRobot: teamName === "",
	isAutopick: "off",
	playerIds,
	lineup: null,
	bench: null,
	utilityId: null,
	captainId: null,
	viceCaptainId: null,
	emergency: null,
	hidden: 0,
});

/** A defender, a midfielder, a forward and another defender each; Kit Bag is the user's. */
export const TEAMS = [
	buildTeam(11, "Kit Bag", [1, 2, 3, 4]),
	buildTeam(12, "Bosses", [5, 6, 7, 8]),
	buildTeam(13, "Robot 3", [9, 10, 11, 12]),
];

/** Player 13 is the best one whom nobody owns, and so on. */
export const buildUnowned = (playerId: number, change: object = {}) => ({
	playerId,
	...FREE,
	restrictedTo: null,
	projectedPoints: 1_000 - playerId,
	value: 100 - playerId,
	problem: null,
	...change,
});

export const ON_WAIVERS = { state: "waivers", until: NOON, reason: "dropped", isLocked: false } as const;

export const NEXT_RUN = { roundId: 2, run: "first", dueAt: NOON, reason: "second-day" } as const;

export const buildClaim = (
	playerId: number,
	dropId: number | null,
	change: Partial<ClaimList["claims"][number]> = {},
) => ({
	playerId,
	dropId,
	bid: 0,
	group: null,
	createdAt: NOON,
	...change,
});

export const buildTransaction = (id: string, change: Partial<DraftTransaction>): DraftTransaction => ({
	id,
	kind: "free-agent",
	at: NOON,
	seasonTime: NOON,
	roundId: 2,
	teamId: 11,
	person: null,
	isOperator: false,
	reason: "",
	moves: [],
	injuredPlayerId: null,
	bid: null,
	run: null,
	undoneBy: null,
	...change,
});

export const buildRun = (change: Partial<WaiverRun> = {}): WaiverRun => ({
	roundId: 2,
	run: "first",
	dueAt: NOON,
	seasonTime: NOON,
	ranAt: NOON,
	minutesLate: 0,
	teamIds: [13, 11, 12],
	results: [],
	...change,
});

interface Options {
	readonly players?: readonly PlayerEntry[];
	/** The user's team at first. */
	readonly own?: number[];
	readonly unowned?: ReturnType<typeof buildUnowned>[];
	readonly claims?: ClaimList["claims"];
	/** What the user has left to bid; null in a league without budgets. */
	readonly budget?: number | null;
	readonly runs?: WaiverRun[];
	readonly transactions?: DraftTransaction[];
	readonly now?: number;
	readonly handlers?: Parameters<typeof fakeLeagues>[0];
	readonly league?: ReturnType<typeof buildLeague>;
}

/** The drafted league 5, three days before the first match of round 2, in which the user's Kit Bag is second of the order. */
export function fakeWaivers({
	players = DRAFT_PLAYERS,
	own = [1, 2, 3, 4],
	unowned = [buildUnowned(13), buildUnowned(14, ON_WAIVERS), buildUnowned(15, ON_WAIVERS)],
	claims = [],
	budget = null,
	runs = [],
	transactions = [],
	now = SATURDAY - 3 * DAY,
	handlers = {},
	league = buildLeague({ class: "draft", draftStatus: "complete", startId: 1 }),
}: Options = {}) {
	const buildClaimList = (listed: ClaimList["claims"]): ClaimList => ({
		claims: listed,
		budget,
		nextRun: NEXT_RUN,
		version,
	});
	let saved = claims;
	let version = 7;
	return fakeLeagues(
		{
			...fakeClock(now),
			...fakeSeasonFiles(buildSeasonFiles(players)),
			"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
			"/fantasy/coach/show-my": () =>
				success(showCoachSettings, { isHidden: false, aim: "season", keepIds: [], banIds: [], waitIds: [] }),
			"/draft/league/5": () => success(showDraftLeague, { league: buildDraftLeague({ draftStatus: "complete" }) }),
			"/draft/league/teams/5": () =>
				success(showDraftTeams, {
					teams: TEAMS.map((team) => (team.teamId === 11 ? { ...team, playerIds: own } : team)),
				}),
			"/draft/free-agents/list/5": () => success(listFreeAgents, { version: 1, players: unowned }),
			"/draft/waivers/5/claims": (body) => {
				if (body === undefined) return success(showClaims, buildClaimList(saved));
				version++;
				saved = (body as { claims: ClaimList["claims"] }).claims.map((claim) => ({ ...claim, createdAt: NOON }));
				return success(saveClaims, buildClaimList(saved));
			},
			"/draft/waivers/5/runs": () =>
				success(listWaiverRuns, {
					priority: budget === null ? "rolling" : "budget",
					order: [13, 11, 12].map((teamId) => ({ teamId, budget })),
					timeZone: "Australia/Melbourne",
					coming: [NEXT_RUN],
					runs,
				}),
			"/draft/league/5/transactions": () => success(listTransactions, { transactions, next: null }),
			...handlers,
		},
		{ league },
	);
}
