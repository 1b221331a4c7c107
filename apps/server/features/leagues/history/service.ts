import { randomBytes } from "node:crypto";
import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	HistoryManager,
	HistoryPage,
	showLeagueHistory,
	showLeagueRivalry,
	showTrophies,
	Trophy,
} from "@first-bounce/contract/leagues/league-history";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import {
	type AllTimeRow,
	computeAllTimeLadder,
	computeRivalry,
	findLeagueRecords,
	findSeasonTitle,
	type LeagueRecords,
	NO_MANAGER,
	type SeasonTitle,
} from "@first-bounce/rules/leagues/league-history";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { refuse } from "../../../plugins/refusal.ts";
import { getPublicAvatarVersion } from "../avatar.ts";
import { listLeaguesOfAllSeasons, listLineage } from "../league-queries.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { buildRoleRefusal, requireMember } from "../members/league-transaction.ts";
import type { TeamOwnerRow } from "../members/queries.ts";
import { buildTeamOwner } from "../members/team-owners.ts";
import { isReadableByAll } from "../service.ts";
import { type LeagueSeason, loadLeagueSeasons } from "./load-seasons.ts";
import {
	deletePageLink,
	findPage,
	findPageByToken,
	type HistoryPageRow,
	type HistorySeasonRow,
	insertPage,
	listCupWins,
	listSeasons,
} from "./queries.ts";

export type HistoryServices = Pick<LeagueServices, "db" | "seasons" | "isPublicRead">;
type History = SuccessOf<typeof showLeagueHistory>;

/** Lists the seasons of leagues that are shown: seasons of a demo only in a demo. */
async function listShownSeasons({ db, seasons }: HistoryServices, leagues: readonly LeagueRow[]) {
	const rows = await listSeasons(db, [...new Set(leagues.map(({ season_id }) => season_id))]);
	return rows.filter(({ is_demo }) => !is_demo || seasons.current().isDemo);
}

interface Lineage {
	/** The seasons that a viewer may read, the first one first. */
	readonly leagues: readonly LeagueRow[];
	readonly seasons: readonly HistorySeasonRow[];
	/** The league in its last season. */
	readonly latest: LeagueRow;
	readonly id: number;
	/** Whether every season was public. */
	readonly isPublic: boolean;
}

/** Loads a league in all its seasons; null for an unknown or deleted one. */
async function loadLineage(services: HistoryServices, viewerId: UserId | null, leagueId: number) {
	const all = await listLineage(services.db, viewerId, leagueId);
	const seasons = await listShownSeasons(services, all);
	const leagues = all.filter(({ season_id }) => seasons.some(({ id }) => id === season_id));
	const [first] = all;
	const latest = leagues.at(-1);
	if (!first || !latest || !leagues.some(({ id }) => id === leagueId)) return null;
	return { leagues, seasons, latest, id: first.id, isPublic: leagues.every(({ privacy }) => privacy === "public") };
}

/**
 * Gets the seasons of a league that a viewer may read: a member all up to her last one, everybody those that are public.
 * Visitors cannot tell other leagues from unknown ones.
 */
async function getReadableLineage(services: HistoryServices, viewerId: UserId | null, leagueId: number) {
	const lineage = await loadLineage(services, viewerId, leagueId);
	const lastOwn = lineage?.leagues.findLastIndex(({ is_member }) => is_member) ?? -1;
	const isReadable = (league: LeagueRow, index: number) => index <= lastOwn || isReadableByAll(services, league);
	const leagues = lineage?.leagues.filter(isReadable) ?? [];
	if (lineage && leagues.some(({ id }) => id === leagueId)) return { ...lineage, leagues };
	if (viewerId === null) throw refuse(401, "not-signed-in");
	throw lineage ? refuse(403, "league-members-only") : refuse(404, "league-unknown");
}

/** Whether a page is on: if its commissioner has turned it on or, until she turns it off, while all seasons are public. */
const isPageOn = (page: HistoryPageRow | undefined, { isPublic }: Pick<Lineage, "isPublic">): boolean =>
	page ? page.token !== null && (page.by_commissioner || isPublic) : isPublic;

async function getPage({ db }: HistoryServices, lineage: Lineage): Promise<HistoryPage> {
	const { role, is_active: hasCommissioner } = lineage.latest;
	const page = await findPage(db, lineage.id);
	const isOn = isPageOn(page, lineage);
	return {
		isOn,
		token: isOn ? (page?.token ?? null) : null,
		// A page must not outlive everyone who could turn it off.
		mayManage: hasRight(role, "publishHistory") || (isOn && !hasCommissioner),
	};
}

/** The most holders of a record in an answer. */
const MAX_HOLDERS = 20;
/** The most rows of the ladder in an answer, besides the viewer's own. */
const MAX_LADDER_ROWS = 200;

const limitRecords = (records: LeagueRecords): History["records"] => ({
	highest: records.highest.slice(0, MAX_HOLDERS),
	lowest: records.lowest.slice(0, MAX_HOLDERS),
	largestMargin: records.largestMargin.slice(0, MAX_HOLDERS),
	smallestMargin: records.smallestMargin.slice(0, MAX_HOLDERS),
	winningRun: records.winningRun.slice(0, MAX_HOLDERS),
	losingRun: records.losingRun.slice(0, MAX_HOLDERS),
});

const listRecordUsers = (records: History["records"]): (UserId | null)[] => [
	...[...records.highest, ...records.lowest].flatMap(({ userId, opponentId }) => [userId, opponentId]),
	...[...records.largestMargin, ...records.smallestMargin].flatMap(({ home, away }) => [home, away]),
	...[...records.winningRun, ...records.losingRun].map(({ userId }) => userId),
];

/** Builds managers as others see them, with their latest team. Visitors see team names only. */
function buildManagers(
	userIds: readonly (UserId | null | undefined)[],
	owners: ReadonlyMap<TeamId, TeamOwnerRow>,
	viewerId: UserId | null,
): HistoryManager[] {
	const shown = new Set(userIds);
	const latest = new Map(
		[...owners.values()].toSorted((a, b) => a.team_id - b.team_id).map((owner) => [owner.user_id, owner]),
	);
	return [...latest.values()]
		.filter(({ user_id }) => user_id !== NO_MANAGER && shown.has(user_id))
		.map((row) => {
			const manager = buildTeamOwner(row);
			return viewerId === null ? { ...manager, fullName: "" } : manager;
		});
}

const buildSeason = (
	{ league, season, isCounted }: LeagueSeason,
	title: SeasonTitle | null,
	isReadable: boolean,
): History["seasons"][number] => ({
	seasonId: season.id,
	seasonName: season.name,
	leagueId: league.id,
	leagueName: league.name,
	type: league.type,
	numTeams: league.num_teams,
	isClosed: season.status === "closed",
	isReadable,
	isCounted,
	lastRound: season.rules.lastRound,
	grandFinal: season.rules.grandFinal,
	championId: title?.championId || null,
	runnerUpId: title?.runnerUpId || null,
});

function buildLadder(rows: readonly AllTimeRow[], viewerId: UserId | null): History["ladder"] {
	const ranked = rows.map((row, index) => ({ rank: index + 1, ...row }));
	return ranked.filter(({ rank, userId }) => rank <= MAX_LADDER_ROWS || userId === viewerId);
}

async function computeHistory(
	services: HistoryServices,
	viewerId: UserId | null,
	{ leagues, seasons }: Pick<Lineage, "leagues" | "seasons">,
): Promise<Omit<History, "page">> {
	const { leagueSeasons, owners } = await loadLeagueSeasons(services.db, leagues, seasons, { withScores: true });
	const histories = leagueSeasons.map(({ history }) => history);
	const records = limitRecords(findLeagueRecords(histories));
	const ladder = buildLadder(computeAllTimeLadder(histories), viewerId);
	const shownSeasons = leagueSeasons.map((leagueSeason) => {
		const { league, history } = leagueSeason;
		return buildSeason(leagueSeason, findSeasonTitle(history), league.is_member || isReadableByAll(services, league));
	});
	const userIds = [
		...ladder.map(({ userId }) => userId),
		...shownSeasons.flatMap(({ championId, runnerUpId }) => [championId, runnerUpId]),
		...listRecordUsers(records),
	];
	return {
		seasons: shownSeasons.toReversed(),
		managers: buildManagers(userIds, owners, viewerId),
		ladder,
		records,
	};
}

/** Gets a league's champions, all-time ladder and records over the seasons that the viewer may read. */
export async function getLeagueHistory(
	services: HistoryServices,
	viewerId: UserId | null,
	leagueId: number,
): Promise<History> {
	const lineage = await getReadableLineage(services, viewerId, leagueId);
	const isMember = viewerId !== null && lineage.latest.is_member;
	return {
		...(await computeHistory(services, viewerId, lineage)),
		page: isMember ? await getPage(services, lineage) : null,
	};
}

/** Gets the match-ups of two managers over the seasons of a league that the viewer may read. */
export async function getLeagueRivalry(
	services: HistoryServices,
	viewerId: UserId | null,
	{ id, userId, otherId }: { readonly id: number; readonly userId: UserId; readonly otherId: UserId },
): Promise<SuccessOf<typeof showLeagueRivalry>> {
	const { leagues, seasons } = await getReadableLineage(services, viewerId, id);
	const h2hLeagues = leagues.filter(({ type }) => type === "h2h");
	const { leagueSeasons } = await loadLeagueSeasons(services.db, h2hLeagues, seasons, { withScores: false });
	const matchUps = leagueSeasons.flatMap(({ history }) => history.matchUps);
	const { meetings, ...balance } = computeRivalry(matchUps, userId, otherId);
	return { ...balance, meetings: [...meetings] };
}

/**
 * Turns the page of a league's history on or off. It is on in a league whose seasons were all public, until its commissioner
 * turns it off; any member then gets its link. Turning it off ends the link for good.
 */
export async function setHistoryPage(
	services: HistoryServices,
	userId: UserId,
	{ id, isOn }: { readonly id: number; readonly isOn: boolean },
): Promise<HistoryPage> {
	const lineage = await getReadableLineage(services, userId, id);
	requireMember(lineage.latest);
	const { role } = lineage.latest;
	const isByCommissioner = hasRight(role, "publishHistory");
	if (!isOn && !(await getPage(services, lineage)).mayManage) throw buildRoleRefusal(role);
	if (!isOn) await deletePageLink(services.db, lineage.id);
	else if (isByCommissioner || lineage.isPublic)
		await insertPage(services.db, lineage.id, randomBytes(16).toString("base64url"), isByCommissioner);
	const page = await getPage(services, lineage);
	if (isOn && page.token === null) throw refuse(403, "league-history-off");
	return page;
}

/** Finds the history that a page's link shows to everybody; null once the page is off. */
export async function findSharedHistory(services: HistoryServices, token: string) {
	const page = await findPageByToken(services.db, token);
	const lineage = page && (await loadLineage(services, null, page.lineage_id));
	if (!lineage || !isPageOn(page, lineage)) return null;
	const { id, name, code, privacy, avatar_version } = lineage.latest;
	const league = { id, name, code, privacy, avatarVersion: getPublicAvatarVersion(avatar_version) };
	return { ...(await computeHistory(services, null, lineage)), league };
}

/** The most leagues, of all seasons, in which a manager's trophies are looked for. */
const MAX_TROPHY_LEAGUES = 300;

function buildLeagueTrophies({ league, season, history }: LeagueSeason, userId: UserId): Trophy[] {
	const title = findSeasonTitle(history);
	const common = {
		seasonId: season.id,
		seasonName: season.name,
		leagueId: league.id,
		leagueName: league.name,
	};
	if (title?.championId === userId)
		return [{ kind: league.type === "elimination" ? "elimination" : "champion", ...common }];
	return title?.runnerUpId === userId ? [{ kind: "runner-up", ...common }] : [];
}

/** Lists what a manager has won, in leagues that are public or the viewer's own, and in the cup. */
export async function listTrophies(
	services: HistoryServices,
	viewerId: UserId | null,
	userId: UserId,
): Promise<SuccessOf<typeof showTrophies>> {
	const { db } = services;
	const all = await listLeaguesOfAllSeasons(db, viewerId, userId, MAX_TROPHY_LEAGUES);
	const leagues = all.filter(({ privacy, is_member }) => privacy === "public" || is_member);
	const seasons = await listShownSeasons(services, leagues);
	const { leagueSeasons } = await loadLeagueSeasons(db, leagues, seasons, { withScores: false });
	const cups = (await listCupWins(db, userId, { withDemo: services.seasons.current().isDemo })).map(
		(season): Trophy => ({ kind: "cup", ...season, leagueId: null, leagueName: null }),
	);
	const trophies = [...cups, ...leagueSeasons.flatMap((leagueSeason) => buildLeagueTrophies(leagueSeason, userId))];
	return { trophies: trophies.toSorted((a, b) => b.seasonId - a.seasonId) };
}
