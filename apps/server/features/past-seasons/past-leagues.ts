import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	listPastLeagues as listCall,
	PastLadderRow,
	PastLeague,
	PastMatchUps,
	showPastLeague,
} from "@first-bounce/contract/leagues/past-leagues";
import { FINALS_SERIES_TEAMS } from "@first-bounce/rules/head-to-head/finals-rounds";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { computeH2hLadder, computeResult, findMatchWinner } from "../leagues/head-to-head/h2h-ladder.ts";
import { type LeagueMatch, listMatches } from "../leagues/head-to-head/match-up-queries.ts";
import { type LeagueMember, listLeaguesOfUser, listMembers } from "../leagues/league-queries.ts";
import type { LeagueRow, LeagueServices } from "../leagues/league-row.ts";
import { computeLeagueStandings, type LeagueStanding } from "../leagues/league-scores.ts";
import { getLeagueFinals, listLeagueRounds } from "../leagues/league-view.ts";
import { listTeamOwners, type TeamOwner } from "../leagues/members/team-owners.ts";
import { buildPage, getPageRange, getReadableLeague, MAX_PAGE_ROWS, type Paging } from "../leagues/service.ts";
import { getMediaPath } from "../site/media/media-store.ts";
import { getPastSeason, type PastSeason } from "./service.ts";

export type PastLeagueServices = Pick<LeagueServices, "db" | "seasons" | "isPublicRead">;

/** No round of a closed season is live, and none of its standings are in memory. */
const NO_LIVE_STANDINGS = {
	roundId: null,
	isLive: false,
	getPoints: () => null,
	getTotal: () => null,
	getHighest: () => null,
};

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
	db: Kysely<Tables>,
	season: PastSeason,
	league: LeagueRow,
	members: readonly LeagueMember[],
	matches: readonly LeagueMatch[],
): Promise<FinalLadder> {
	const roundId = season.rules.lastRound;
	const sources = { db, season, view: () => NO_LIVE_STANDINGS };
	const standings = await computeLeagueStandings(sources, league.start_id, members, { roundId, isLive: false });
	if (league.type === "open") {
		const rows = rankTeams(standings, "totalPoints").map(({ standing }) => ({ standing, h2h: null }));
		return { rows, winnerTeamId: null };
	}
	const byTeam = new Map(standings.map((standing) => [standing.teamId, standing]));
	const { rows: h2hRows, winnerTeamId } = computeH2hLadder(league, members, matches, {
		season,
		view: NO_LIVE_STANDINGS,
		roundId,
	});
	const rows = h2hRows.flatMap(({ teamId, ...h2h }) => {
		const standing = byTeam.get(teamId);
		return standing ? [{ standing, h2h }] : [];
	});
	return { rows, winnerTeamId };
}

function findRank({ rows }: FinalLadder, userId: UserId | null): number | null {
	const index = rows.findIndex(({ standing }) => standing.userId === userId);
	return index < 0 ? null : index + 1;
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
	const ids = rows.map(({ id }) => id);
	const members = Map.groupBy(await listMembers(db, ids), ({ league_id }) => league_id);
	const matches = Map.groupBy(await listMatches(db, ids, season.rules.lastRound), ({ league_id }) => league_id);
	const leagues: PastLeague[] = [];
	for (const row of rows) {
		const ladder = await computeFinalLadder(db, season, row, members.get(row.id) ?? [], matches.get(row.id) ?? []);
		leagues.push(buildPastLeague(row, findRank(ladder, userId)));
	}
	return { leagues, nextPage };
}

/** Builds the match-ups of every round of a head-to-head league, with their results. */
function buildRounds(
	league: LeagueRow,
	season: PastSeason,
	matches: readonly LeagueMatch[],
	{ members, owners }: { readonly members: readonly LeagueMember[]; readonly owners: ReadonlyMap<TeamId, TeamOwner> },
): PastMatchUps[] {
	if (league.type !== "h2h" || !league.drawn_at) return [];
	const { semiFinalId, grandFinalId } = getLeagueFinals(league, season);
	const byRound = Map.groupBy(matches, ({ round_id }) => round_id);
	return listLeagueRounds(league, season).map((roundId) => {
		const isSemiFinal = roundId === semiFinalId;
		const isGrandFinal = roundId === grandFinalId;
		const roundMatches = byRound.get(roundId) ?? [];
		const playingTeams = new Set(roundMatches.flatMap(({ home, away }) => [home, away]));
		// With fewer than four teams, those without a semi-final went straight to the grand final.
		const hasByes = !isGrandFinal && (!isSemiFinal || members.length < FINALS_SERIES_TEAMS);
		const byeMembers = hasByes ? members.filter(({ team_id }) => !playingTeams.has(team_id)) : [];
		return {
			roundId,
			isSemiFinal,
			isGrandFinal,
			matchUps: roundMatches.flatMap((match) => {
				const result = computeResult(match, NO_LIVE_STANDINGS);
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
			byes: byeMembers.flatMap(({ team_id }) => owners.get(team_id) ?? []),
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
	const ladder = await computeFinalLadder(db, season, league, members, matches);
	const rank = findRank(ladder, viewerId);
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	const start = (page - 1) * pageSize;
	const shownRows = ladder.rows.map((row, index) => ({ ...row, rank: index + 1 })).slice(start, start + pageSize);
	const ownRow = rank === null ? undefined : ladder.rows[rank - 1];
	const owners = await listTeamOwners(
		db,
		[
			...[...shownRows, ...(ownRow ? [ownRow] : [])].map(({ standing }) => standing.teamId),
			...matches.flatMap(({ home, away }) => [home, away]),
			...(league.type === "h2h" ? members.map(({ team_id }) => team_id) : []),
		],
		viewerId,
	);
	const buildRow = (row: FinalStanding & { readonly rank: number }): PastLadderRow => {
		const { standing, h2h } = row;
		const owner = owners.get(standing.teamId);
		if (!owner) throw new Error(`Team ${standing.teamId} has no owner`);
		return {
			...owner,
			rank: row.rank,
			totalPoints: standing.totalPoints,
			highestRoundPoints: standing.highestRoundPoints,
			isCurrentLeagueUser: owner.userId === viewerId,
			h2h,
		};
	};
	const { lastRound, grandFinal } = season.rules;
	const winner = ladder.winnerTeamId === null ? undefined : owners.get(ladder.winnerTeamId);
	return {
		season: { id: seasonId, name: season.name, lastRound, grandFinal },
		league: { ...buildPastLeague(league, rank), startId: league.start_id, h2hTiebreaker: league.tiebreaker },
		ladder: shownRows.map(buildRow),
		nextPage: start + pageSize < ladder.rows.length ? page + 1 : null,
		currentUserRanking: ownRow && rank !== null ? buildRow({ ...ownRow, rank }) : null,
		winnerTeamId: ladder.winnerTeamId,
		winnerTeamName: winner?.teamName ?? null,
		rounds: buildRounds(league, season, matches, { members, owners }),
	};
}
