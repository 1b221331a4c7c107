import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	listPastLeagues as listCall,
	PastLadderRow,
	PastLeague,
	PastMatchUps,
	showPastLeague,
} from "@first-bounce/contract/leagues/past-leagues";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { computeH2hLadder, computeResult, findMatchWinner } from "../leagues/head-to-head/h2h-ladder.ts";
import { type LeagueMatch, listMatches } from "../leagues/head-to-head/match-up-queries.ts";
import { describeRound } from "../leagues/head-to-head/match-ups.ts";
import { type LeagueMember, listLeaguesOfUser, listMembers } from "../leagues/league-queries.ts";
import type { LeagueRow, LeagueServices } from "../leagues/league-row.ts";
import {
	computeLeagueStandings,
	type LadderSources,
	type LadderView,
	type LeagueStanding,
} from "../leagues/league-scores.ts";
import { listLeagueRounds } from "../leagues/league-view.ts";
import { listTeamOwners, type TeamOwner } from "../leagues/members/team-owners.ts";
import { listOwnRanks } from "../leagues/own-ranks.ts";
import { buildPage, getPageRange, getReadableLeague, MAX_PAGE_ROWS, type Paging } from "../leagues/service.ts";
import { buildRankingRow } from "../rankings/ranking-row.ts";
import { getMediaPath } from "../site/media/media-store.ts";
import { listStandingsOfTeams } from "./queries.ts";
import { getPastSeason, type PastSeason } from "./service.ts";

export type PastLeagueServices = Pick<LeagueServices, "db" | "seasons" | "isPublicRead">;

/** No round of a closed season is live, and none of its standings are in memory. */
const getView = (): LadderView => ({
	roundId: null,
	isLive: false,
	getPoints: () => null,
	getTotal: () => null,
	getHighest: () => null,
});

interface FinalStanding {
	readonly standing: LeagueStanding;
	readonly h2h: PastLadderRow["h2h"];
}

interface FinalLadder {
	/** Best first. */
	readonly rows: readonly FinalStanding[];
	readonly winnerTeamId: TeamId | null;
}

/** Computes a league's ladder after the last round. */
async function computeFinalLadder(
	sources: LadderSources,
	league: LeagueRow,
	members: readonly LeagueMember[],
	matches: readonly LeagueMatch[],
): Promise<FinalLadder> {
	const { season, view } = sources;
	const roundId = season.rules.lastRound;
	const standings = await computeLeagueStandings(sources, league.start_id, members, { roundId, isLive: false });
	if (league.type === "open") {
		const rows = rankTeams(standings, "totalPoints").map(({ standing }) => ({ standing, h2h: null }));
		return { rows, winnerTeamId: null };
	}
	const byTeam = new Map(standings.map((standing) => [standing.teamId, standing]));
	const ladder = computeH2hLadder(league, members, matches, { season, view: view(), roundId });
	const rows = ladder.rows.flatMap(({ teamId, ...h2h }) => {
		const standing = byTeam.get(teamId);
		return standing ? [{ standing, h2h }] : [];
	});
	return { rows, winnerTeamId: ladder.winnerTeamId };
}

const buildPastLeague = (row: LeagueRow, rank: number | null): PastLeague => ({
	id: row.id,
	name: row.name,
	type: row.type,
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
	const ranks = await listOwnRanks({ db, season, view: getView }, rows, userId, season.rules.lastRound);
	return { leagues: rows.map((row) => buildPastLeague(row, ranks.get(row.id) ?? null)), nextPage };
}

/** Builds the match-ups of every round of a head-to-head league, with their results. */
function buildRounds(
	league: LeagueRow,
	season: PastSeason,
	matches: readonly LeagueMatch[],
	{ members, owners }: { readonly members: readonly LeagueMember[]; readonly owners: ReadonlyMap<TeamId, TeamOwner> },
): PastMatchUps[] {
	if (league.type !== "h2h" || !league.drawn_at) return [];
	const byRound = Map.groupBy(matches, ({ round_id }) => round_id);
	return listLeagueRounds(league, season).map((roundId) => {
		const roundMatches = byRound.get(roundId) ?? [];
		const context = { season, roundId, isRoundBeforeComplete: true };
		const { byes, ...finals } = describeRound(league, members, roundMatches, context);
		return {
			roundId,
			...finals,
			matchUps: roundMatches.flatMap((match) => {
				const result = computeResult(match, getView());
				const home = owners.get(match.home);
				const away = owners.get(match.away);
				if (!result || !home || !away) return [];
				return [
					{
						home: { ...home, points: result.homePoints },
						away: { ...away, points: result.awayPoints },
						winnerTeamId: findMatchWinner(result),
					},
				];
			}),
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
	const matches = await listMatches(db, [league.id], season.rules.lastRound);
	const ladder = await computeFinalLadder({ db, season, view: getView }, league, members, matches);
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
			...matches.flatMap(({ home, away }) => [home, away]),
			...(league.type === "h2h" ? members.map(({ team_id }) => team_id) : []),
		],
		viewerId,
	);
	const lastRound = { seasonId, roundId: season.rules.lastRound };
	const overall = new Map((await listStandingsOfTeams(db, lastRound, teamIds)).map((row) => [row.teamId, row]));
	const countedRounds = { from: league.start_id, to: season.rules.lastRound };
	const buildRow = ({ rank, standing, h2h }: (typeof rankedRows)[number]): PastLadderRow => {
		const owner = owners.get(standing.teamId);
		if (!owner) throw new Error(`Team ${standing.teamId} has no owner`);
		const { overallRank = 0, roundRank = 0, teamValue = 0, startRoundId = null } = overall.get(standing.teamId) ?? {};
		const team = { ...standing, rank, overallRank, roundRank, teamValue };
		return { ...buildRankingRow(team, { ...owner, startRoundId, value: teamValue }, countedRounds, viewerId), h2h };
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
		rounds: buildRounds(league, season, matches, { members, owners }),
	};
}
