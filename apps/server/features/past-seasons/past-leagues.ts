import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	listPastLeagues as listCall,
	PastLadderRow,
	PastLeague,
	PastMatchUps,
	showPastDraft,
	showPastLeague,
} from "@first-bounce/contract/leagues/past-leagues";
import { findMatchUpWinner } from "@first-bounce/rules/head-to-head/finals";
import { computeMediansByRound } from "@first-bounce/rules/head-to-head/ladder";
import type { Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { getDraftArchive } from "../leagues/draft/archive.ts";
import {
	computeAverageGames,
	computeH2hLadder,
	computeResult,
	listResults,
} from "../leagues/head-to-head/h2h-ladder.ts";
import { type LeagueMatchUp, listLeagueMatchUps } from "../leagues/head-to-head/match-up-queries.ts";
import { buildAverageGame, describeRound } from "../leagues/head-to-head/match-ups.ts";
import { type LeagueMember, listLeaguesOfUser, listMembers } from "../leagues/league-queries.ts";
import type { LeagueRow, LeagueServices } from "../leagues/league-row.ts";
import {
	computeLeagueStandings,
	getPublishedView,
	type LadderSources,
	type LeagueStanding,
} from "../leagues/league-scores.ts";
import { listLeagueRounds } from "../leagues/league-view.ts";
import { listTeamOwners, type TeamOwner } from "../leagues/members/team-owners.ts";
import { listOwnPlaces } from "../leagues/own-places.ts";
import { buildPage, getPageRange, getReadableLeague, MAX_PAGE_ROWS, type Paging } from "../leagues/service.ts";
import { getMediaPath } from "../media/media-store.ts";
import { buildRankingRow } from "../rankings/ranking-row.ts";
import { listLeaguePoints, loadEliminations } from "../standings/load-eliminations.ts";
import { listStandingsOfTeams } from "./queries.ts";
import { getPastSeason, type PastSeason } from "./service.ts";

export type PastLeagueServices = Pick<LeagueServices, "db" | "seasons" | "isPublicRead">;

interface FinalStanding {
	readonly standing: Omit<LeagueStanding, "averagePoints" | "completedAt">;
	readonly h2h: PastLadderRow["h2h"];
	readonly out: PastLadderRow["out"];
}

interface FinalLadder {
	/** Best first. */
	readonly rows: readonly FinalStanding[];
	readonly winnerTeamId: TeamId | null;
	/** Only of a league with consolation games. */
	readonly placings: readonly TeamId[] | null;
}

/** Computes who won an elimination league, and when the others went out. */
async function computeFinalElimination(sources: LadderSources, league: LeagueRow, members: readonly LeagueMember[]) {
	const { lastRound } = sources.season.rules;
	const elimination = (await loadEliminations(sources, [league], lastRound)).get(league.id);
	if (!elimination) return { rows: [], winnerTeamId: null, placings: null };
	const userByTeam = new Map(members.map(({ team_id, user_id }) => [team_id, user_id]));
	const rows = elimination.order.map((teamId): FinalStanding => {
		const points = listLeaguePoints(elimination, league.start_id, teamId);
		const eliminatedIn = elimination.out.find((team) => team.teamId === teamId);
		return {
			standing: {
				teamId,
				userId: userByTeam.get(teamId) ?? 0,
				totalPoints: sum(points),
				// No points at all if the season was shortened to end before the league's start.
				highestRoundPoints: points.length === 0 ? 0 : Math.max(...points),
				roundPoints: eliminatedIn ? (eliminatedIn.points ?? 0) : (points.at(-1) ?? 0),
			},
			h2h: null,
			out: eliminatedIn ? { roundId: eliminatedIn.roundId, reason: eliminatedIn.reason } : null,
		};
	});
	return { rows, winnerTeamId: elimination.winnerTeamId, placings: null };
}

/** Computes a league's ladder after the last round. */
async function computeFinalLadder(
	sources: LadderSources,
	league: LeagueRow,
	members: readonly LeagueMember[],
	matchUps: readonly LeagueMatchUp[],
): Promise<FinalLadder> {
	if (league.type === "elimination") return computeFinalElimination(sources, league, members);
	const { season, view } = sources;
	const roundId = season.rules.lastRound;
	const standings = await computeLeagueStandings(sources, league, members, { roundId, isLive: false });
	if (league.type === "open") {
		const rows = rankTeams(standings, "totalPoints").map(({ standing }) => ({ standing, h2h: null, out: null }));
		return { rows, winnerTeamId: null, placings: null };
	}
	const byTeam = new Map(standings.map((standing) => [standing.teamId, standing]));
	const ladder = computeH2hLadder(league, members, matchUps, { season, view: view(), roundId });
	const rows = ladder.rows.flatMap(({ teamId, ...h2h }) => {
		const standing = byTeam.get(teamId);
		return standing ? [{ standing, h2h, out: null }] : [];
	});
	return { rows, winnerTeamId: ladder.winnerTeamId, placings: ladder.placings };
}

const buildPastLeague = (row: LeagueRow, rank: number | null): PastLeague => ({
	id: row.id,
	name: row.name,
	type: row.type,
	class: row.class,
	privacy: row.privacy,
	numTeams: row.num_teams,
	avatar: getMediaPath("league", row.id, row.avatar_version),
	colour: row.colour,
	rank,
});

/** Lists a user's leagues of a closed season with final ranks, the most recently joined first. */
export async function listPastLeagues(
	services: PastLeagueServices,
	userId: UserId,
	{ seasonId, ...paging }: Paging & { readonly seasonId: number },
): Promise<SuccessOf<typeof listCall>> {
	const { db } = services;
	const season = await getPastSeason(services, seasonId);
	const query = { seasonId, privacy: undefined, range: getPageRange(paging) };
	const { rows, nextPage } = buildPage(await listLeaguesOfUser(db, userId, query), paging);
	const places = await listOwnPlaces({ db, season, view: getPublishedView }, rows, userId, season.rules.lastRound);
	return { leagues: rows.map((row) => buildPastLeague(row, places.get(row.id)?.rank ?? null)), nextPage };
}

/** Builds the match-ups of every round of a head-to-head league, with their results. */
function buildRounds(
	league: LeagueRow,
	season: PastSeason,
	matchUps: readonly LeagueMatchUp[],
	{ members, owners }: { readonly members: readonly LeagueMember[]; readonly owners: ReadonlyMap<TeamId, TeamOwner> },
): PastMatchUps[] {
	if (league.type !== "h2h" || !league.drawn_at) return [];
	const byRound = Map.groupBy(matchUps, ({ round_id }) => round_id);
	const results = listResults(matchUps);
	const averageGames = computeAverageGames(matchUps, results, getPublishedView());
	const medians = league.median_game ? computeMediansByRound(results) : new Map<RoundId, Points>();
	return listLeagueRounds(league, season).map((roundId) => {
		const roundMatchUps = byRound.get(roundId) ?? [];
		const context = { season, roundId, isPreviousRoundComplete: true };
		const { byes, ...finals } = describeRound(league, members, roundMatchUps, context);
		return {
			roundId,
			...finals,
			matchUps: roundMatchUps.flatMap((matchUp) => {
				const result = computeResult(matchUp, getPublishedView());
				const home = owners.get(matchUp.home);
				const away = owners.get(matchUp.away);
				if (!result || !home || !away) return [];
				return [
					{
						home: { ...home, points: result.homePoints },
						away: { ...away, points: result.awayPoints },
						winnerTeamId: findMatchUpWinner(result),
						isConsolation: matchUp.is_consolation,
					},
				];
			}),
			...(medians.has(roundId) ? { median: medians.get(roundId) } : {}),
			averageGame: buildAverageGame(roundMatchUps, { averageGames }, roundId),
			byes: byes.flatMap((teamId) => owners.get(teamId) ?? []),
		};
	});
}

/** Gets the final ladder and the match-ups of a league of a closed season, for those who may read the league. */
export async function getPastLeague(
	services: PastLeagueServices,
	viewerId: UserId | null,
	{ seasonId, leagueId, page, limit }: Paging & { readonly seasonId: number; readonly leagueId: number },
): Promise<SuccessOf<typeof showPastLeague>> {
	const { db } = services;
	const season = await getPastSeason(services, seasonId);
	const league = await getReadableLeague(services, viewerId, leagueId, seasonId);
	const members = await listMembers(db, [league.id]);
	const matchUps = await listLeagueMatchUps(db, [league.id], season.rules.lastRound);
	const ladder = await computeFinalLadder({ db, season, view: getPublishedView }, league, members, matchUps);
	const ownIndex = ladder.rows.findIndex(({ standing }) => standing.userId === viewerId);
	const rank = ownIndex < 0 ? null : ownIndex + 1;
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	const start = (page - 1) * pageSize;
	const rankedRows = ladder.rows.map((row, index) => ({ ...row, rank: index + 1 }));
	const shownRows = rankedRows.slice(start, start + pageSize);
	const ownRow = rankedRows[ownIndex];
	const teamIds = [...shownRows, ...(ownRow ? [ownRow] : [])].map(({ standing }) => standing.teamId);
	const owners = await listTeamOwners(
		db,
		[
			...teamIds,
			...matchUps.flatMap(({ home, away }) => [home, away]),
			...(league.type === "h2h" ? members.map(({ team_id }) => team_id) : []),
		],
		viewerId,
	);
	const lastRound = { seasonId, roundId: season.rules.lastRound };
	const overall = new Map((await listStandingsOfTeams(db, lastRound, teamIds)).map((row) => [row.teamId, row]));
	const countedRounds = { from: league.start_id, to: season.rules.lastRound };
	const buildRow = ({ rank, standing, h2h, out }: (typeof rankedRows)[number]): PastLadderRow => {
		const owner = owners.get(standing.teamId);
		if (!owner) throw new Error(`Team ${standing.teamId} has no owner`);
		const {
			overallRank = 0,
			roundRank = 0,
			teamValue = 0,
			startRoundId = league.start_id,
		} = overall.get(standing.teamId) ?? {};
		const team = { ...standing, rank, overallRank, roundRank, teamValue };
		const row = buildRankingRow(team, { ...owner, startRoundId, value: teamValue }, countedRounds, viewerId);
		return { ...row, h2h, out };
	};
	const winner = ladder.winnerTeamId === null ? undefined : owners.get(ladder.winnerTeamId);
	return {
		season: { id: seasonId, name: season.name, lastRound: season.rules.lastRound, grandFinal: season.rules.grandFinal },
		league: { ...buildPastLeague(league, rank), startId: league.start_id, h2hTiebreaker: league.tiebreaker },
		ladder: shownRows.map(buildRow),
		nextPage: start + pageSize < ladder.rows.length ? page + 1 : null,
		currentUserRanking: ownRow ? buildRow(ownRow) : null,
		winnerTeamId: ladder.winnerTeamId,
		winnerTeamName: winner?.teamName ?? null,
		...(ladder.placings ? { placings: ladder.placings.flatMap((teamId) => owners.get(teamId) ?? []) } : {}),
		rounds: buildRounds(league, season, matchUps, { members, owners }),
	};
}

/** Gets the draft of a league of a closed season, for those who may read the league. */
export async function getPastDraft(
	services: PastLeagueServices,
	viewerId: UserId | null,
	{ seasonId, leagueId }: { readonly seasonId: number; readonly leagueId: number },
): Promise<SuccessOf<typeof showPastDraft>> {
	await getPastSeason(services, seasonId);
	return getDraftArchive(services.db, await getReadableLeague(services, viewerId, leagueId, seasonId));
}
