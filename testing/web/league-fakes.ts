import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import type { SuccessOf } from "@first-bounce/contract/call";
import { listUnreadCounts } from "@first-bounce/contract/leagues/conversation";
import { showCup } from "@first-bounce/contract/leagues/cup";
import {
	type League,
	type LeagueSummary,
	showLeague,
	showLeaguesToJoin,
	showLeagueUsers,
	type showMyLeagues,
} from "@first-bounce/contract/leagues/league";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { newLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import { showOfficialLeagues } from "@first-bounce/contract/leagues/official-leagues";
import { listWebhooks } from "@first-bounce/contract/leagues/webhooks";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { listPastSeasons } from "@first-bounce/contract/stats/past-seasons";
import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import { DAY_MS, HOUR_MS, WEEK_MS } from "@first-bounce/rules/durations";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import { onTestFinished, vi } from "vitest";
import en from "../../apps/web/i18n/locale/en.json";
import type { FormerLeague } from "../../apps/web/screens/leagues/model/league-form.ts";
import { fakeApi, file, notSignedIn, refusal, success } from "./fake-api.ts";
import { fakeClock } from "./player-season.ts";
import { buildUser } from "./render-at.tsx";

const START_MS = Date.parse("2026-09-12T05:00:00Z");

export const buildLeagueSummary = (change: Partial<LeagueSummary> = {}): LeagueSummary => ({
	...newLeagueSettings.parse({}),
	id: 5,
	name: "Café Ruck",
	code: "CAFE22",
	type: "h2h",
	class: "regular",
	draftStatus: null,
	draftStart: null,
	size: 4,
	numTeams: 2,
	unmanagedTeams: 0,
	hasKeepers: false,
	startId: 3,
	status: "scheduled",
	landing: "about",
	hasFixture: false,
	leagueCommissioner: { userId: 9, teamName: "Bosses", fullName: "Bo S.", supportedSquadId: null },
	avatar: null,
	avatarVersion: 0,
	colour: "teal",
	isMember: true,
	...change,
});

const NO_PERMISSIONS: League["may"] = {
	edit: false,
	invite: false,
	join: false,
	leave: true,
	removeUsers: false,
	delete: false,
	changePrivacy: false,
	changeStart: false,
	announce: false,
	moderate: false,
	nameDeputies: false,
	handOver: false,
	webhooks: false,
};

/** A league as returned to a member or, with `asCommissioner`, to the commissioner of a league that has not started. */
export const buildLeague = ({
	asCommissioner = false,
	may = {},
	...change
}: Partial<Omit<League, "may">> & { asCommissioner?: boolean; may?: Partial<League["may"]> } = {}): League => ({
	...buildLeagueSummary(),
	isCommissioner: asCommissioner,
	role: asCommissioner ? "commissioner" : "member",
	deputies: [],
	handOver: null,
	fixture: null,
	grandFinalId: null,
	semiFinalId: null,
	may: asCommissioner
		? {
				edit: true,
				invite: true,
				join: false,
				leave: false,
				removeUsers: true,
				delete: true,
				changePrivacy: true,
				changeStart: true,
				announce: true,
				moderate: true,
				nameDeputies: true,
				handOver: true,
				webhooks: true,
				...may,
			}
		: { ...NO_PERMISSIONS, ...may },
	rank: null,
	outInRound: null,
	createdAt: "2026-09-01T00:00:00.000Z",
	...change,
});

export const buildMyLeague = (change: Partial<SuccessOf<typeof showMyLeagues>["leagues"][number]> = {}) => ({
	...buildLeagueSummary(),
	rank: null,
	outInRound: null,
	isCommissioner: false,
	...change,
});

/** A team in rankings or a ladder, by its rank. */
export const buildRankingRow = (rank: number, change: Partial<RankingRow> = {}): RankingRow => ({
	userId: rank,
	teamId: rank,
	teamName: `Team ${rank}`,
	fullName: `Manager ${rank}.`,
	avatarVersion: 0,
	supportedSquadId: null,
	rank,
	isCurrentLeagueUser: false,
	totalPoints: 4_000 - rank,
	averagePoints: 1_300,
	highestRoundPoints: 1_400,
	overallRank: rank,
	roundPoints: 900,
	roundRank: rank,
	teamValue: 15_500_000,
	previousRank: null,
	...change,
});

/** A league of last season whose commissioner was the user. */
export const buildFormerLeague = (change: Partial<FormerLeague> = {}): FormerLeague => ({
	...newLeagueSettings.parse({}),
	id: 77,
	name: "Old Boots",
	class: "regular",
	draft: null,
	type: "h2h",
	privacy: "public",
	size: 6,
	finals: false,
	h2hTiebreaker: "points_for",
	colour: "rose",
	avatar: null,
	avatarVersion: 0,
	numTeams: 5,
	seasonName: "2025",
	...change,
});

const buildRoundsFile = (statuses: readonly RoundStatus[], matches: readonly RoundStatus[]) =>
	statuses.map((status, index) => ({
		id: index + 1,
		status,
		isGrandFinal: false,
		magicNumber: null,
		byeSquads: [],
		startDate: new Date(START_MS + index * WEEK_MS).toISOString(),
		endDate: new Date(START_MS + index * WEEK_MS + DAY_MS).toISOString(),
		tournaments: [
			{
				id: index + 1,
				status: matches[index] ?? status,
				homeSquadId: 1,
				awaySquadId: 2,
				venue: "Oval",
				homeScore: null,
				awayScore: null,
				minutes: null,
				date: new Date(START_MS + index * WEEK_MS).toISOString(),
			},
		],
	}));

/** Before round 2's first match. */
const NOW = START_MS + WEEK_MS - HOUR_MS;

type FakeHandlers = Parameters<typeof fakeApi>[0];

/** A season of five rounds, the first complete, and a signed-in user in league 5 by default. */
export function fakeLeagues(
	handlers: FakeHandlers = {},
	{
		isVisitor = false,
		league = buildLeague(),
		rounds = ["complete", "scheduled", "scheduled", "scheduled", "scheduled"],
		matches = rounds,
	}: {
		readonly isVisitor?: boolean;
		readonly league?: League;
		readonly rounds?: readonly RoundStatus[];
		/** By default the statuses of their rounds. */
		readonly matches?: readonly RoundStatus[];
	} = {},
) {
	return fakeApi({
		"/user": () => (isVisitor ? notSignedIn() : success(getUser, { user: buildUser() })),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		...fakeClock(NOW),
		"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules: { lastRound: 5 } }),
		"/json/fantasy/squads.json": () => file([]),
		"/json/fantasy/players.json": () => file([]),
		"/json/fantasy/rounds.json": () => file(buildRoundsFile(rounds, matches)),
		"/fantasy/match-centre/2": () => success(showRoundPlayers, { own: null, opponents: [], leaguePlayerIds: [] }),
		"/fantasy/team/show-my": () => refusal(404, "team-unknown", "There is no such team"),
		// What the clubroom shows, unless a test answers.
		...Object.fromEntries(
			["league/5/conversation", "league/5/history", "ranks/h2h-league", "league/h2h-match-ups"].map((path) => [
				`/fantasy/${path}`,
				() => refusal(404, "not-found", "There is nothing at this address"),
			]),
		),
		// Never answered, so that a sign-in stays on the page.
		"/auth/options": () => new Promise(() => undefined),
		"/fantasy/conversations/unread": () => success(listUnreadCounts, { leagues: [] }),
		"/fantasy/league/5/conversation/webhooks": () => success(listWebhooks, { webhooks: [] }),
		"/fantasy/league/user-invites": () => success(showLeagueInvites, { invites: [], handOvers: [] }),
		"/fantasy/past-seasons": () => success(listPastSeasons, { seasons: [] }),
		"/fantasy/league/recover/list": () => success(showRecoverableLeagues, { leagues: [] }),
		"/fantasy/league/show-for-join": () => success(showLeaguesToJoin, { leagues: [], nextPage: null }),
		"/fantasy/official-leagues": () => success(showOfficialLeagues, { leagues: [] }),
		"/fantasy/cup": () => success(showCup, { cup: null }),
		"/fantasy/league/5": () => success(showLeague, { league }),
		"/fantasy/league/5/feed": () => success(listLeagueActivity, { events: [], nextPage: null }),
		"/fantasy/league/5/league-users": () => success(showLeagueUsers, { users: [], nextPage: null, total: 0 }),
		...handlers,
	});
}

/** Until the test ends, every text of the league modals is its key and its placeholders' values, such as `leave.text Café Ruck`. */
export function markModalTexts(): void {
	const { leagues } = en;
	onTestFinished(() => {
		en.leagues = leagues;
	});
	const mark = <Texts extends Readonly<Record<string, string>>>(name: string, texts: Texts): Texts =>
		Object.fromEntries(
			Object.entries(texts).map(([key, text]) => [
				key,
				[`${name}.${key}`, ...(text.match(/\{\{\w+\}\}/g) ?? [])].join(" "),
			]),
		) as Texts;
	en.leagues = {
		...leagues,
		joined: mark("joined", leagues.joined),
		leave: mark("leave", leagues.leave),
		delete: mark("delete", leagues.delete),
		remove: mark("remove", leagues.remove),
	};
}

/** Sets the window width for media queries by width; all other queries do not match. */
export function setWindowWidth(width: number): void {
	vi.stubGlobal("matchMedia", (query: string) => {
		const [, edge, length = "0", unit] = /\((min|max)-width: ([\d.]+)(px|em)\)/.exec(query) ?? [];
		const pixels = Number(length) * (unit === "em" ? 16 : 1);
		const matches = edge === "min" ? width >= pixels : edge === "max" ? width <= pixels : false;
		return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
	});
}
