import { computeElimination } from "@first-bounce/rules/elimination/elimination";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type HistoryMatchUp, type HistorySeason, NO_MANAGER } from "@first-bounce/rules/leagues/league-history";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import type { Db } from "../../../db/tables/tables.ts";
import { type EliminationTeamRow, listEliminationTeams } from "../../standings/elimination-queries.ts";
import { computeH2hLadder, computeResult } from "../head-to-head/h2h-ladder.ts";
import { type LeagueMatchUp, listLeagueMatchUps } from "../head-to-head/match-up-queries.ts";
import { type LeagueMember, listMembers } from "../league-queries.ts";
import type { LeagueRow } from "../league-row.ts";
import { getPublishedView } from "../league-scores.ts";
import { listTeamOwnerRows, type TeamOwnerRow } from "../members/queries.ts";
import {
	type HistorySeasonRow,
	listTeamPoints,
	listTopTeams,
	type SeasonQuery,
	type TeamPoints,
	type TopTeam,
} from "./queries.ts";

/** Of a league with more teams in a season, only the champion and the runner-up are kept. */
const MAX_COUNTED_TEAMS = 200;

export interface LeagueSeason {
	readonly league: LeagueRow;
	readonly season: HistorySeasonRow;
	readonly history: HistorySeason;
	/** Whether its scores are loaded. */
	readonly isCounted: boolean;
}

interface LoadedRows {
	readonly members: readonly LeagueMember[];
	readonly matchUps: readonly LeagueMatchUp[];
	readonly eliminationTeams: readonly EliminationTeamRow[];
	readonly topTeams: readonly TopTeam[];
	readonly points: readonly TeamPoints[];
	readonly owners: ReadonlyMap<TeamId, TeamOwnerRow>;
}

const listIds = (leagues: readonly LeagueRow[], isListed: (league: LeagueRow) => boolean): number[] =>
	leagues.filter(isListed).map(({ id }) => id);

/** Groups ids of leagues or their teams by season, and leaves out seasons of which nothing is read. */
function groupBySeason(
	leagues: readonly LeagueRow[],
	seasons: readonly HistorySeasonRow[],
	listIdsOf: (league: LeagueRow) => readonly number[],
): SeasonQuery[] {
	return seasons.flatMap(({ id: seasonId, published: roundIds }) => {
		const own = leagues.filter(({ season_id }) => season_id === seasonId);
		const ids = [...new Set(own.flatMap(listIdsOf))];
		return ids.length === 0 || roundIds.length === 0 ? [] : [{ seasonId, roundIds, ids }];
	});
}

/** Loads the rows of all leagues together, in a fixed number of queries. */
async function loadRows(
	db: Db,
	leagues: readonly LeagueRow[],
	seasons: readonly HistorySeasonRow[],
	isCounted: (league: LeagueRow) => boolean,
): Promise<LoadedRows> {
	const h2hIds = listIds(leagues, ({ type }) => type === "h2h");
	const eliminationIds = listIds(leagues, ({ type }) => type === "elimination");
	const openLeagues = groupBySeason(leagues, seasons, ({ id, type }) => (type === "open" ? [id] : []));
	const [members, matchUps, eliminationTeams, topTeams] = await Promise.all([
		listMembers(db, [...h2hIds, ...listIds(leagues, (league) => league.type === "open" && isCounted(league))]),
		listLeagueMatchUps(db, h2hIds),
		listEliminationTeams(db, eliminationIds),
		listTopTeams(db, openLeagues),
	]);
	const teamIdsByLeague = Map.groupBy(
		[
			...members.map(({ league_id, team_id }) => ({ league_id, team_id })),
			...eliminationTeams,
			...matchUps.flatMap(({ league_id, home, away }) => [home, away].map((team_id) => ({ league_id, team_id }))),
		],
		({ league_id }) => league_id,
	);
	const listTeamIds = ({ id }: LeagueRow) => (teamIdsByLeague.get(id) ?? []).map(({ team_id }) => team_id);
	const scored = groupBySeason(leagues, seasons, (league) =>
		league.type === "elimination" || isCounted(league) ? listTeamIds(league) : [],
	);
	const allTeamIds = [...leagues.flatMap(listTeamIds), ...topTeams.map(({ teamId }) => teamId)];
	const [points, owners] = await Promise.all([
		listTeamPoints(db, scored),
		listTeamOwnerRows(db, [...new Set(allTeamIds)]),
	]);
	return {
		members,
		matchUps,
		eliminationTeams,
		topTeams,
		points,
		owners: new Map(owners.map((owner) => [owner.team_id, owner])),
	};
}

interface LeagueRows extends Omit<LoadedRows, "owners"> {
	readonly league: LeagueRow;
	readonly season: HistorySeasonRow;
	readonly isOver: boolean;
	readonly getUserId: (teamId: TeamId) => UserId;
}

const buildScore = ({ seasonId, roundId, teamId, points }: TeamPoints, { getUserId }: LeagueRows) => ({
	seasonId,
	roundId,
	userId: getUserId(teamId),
	points,
});

function buildH2hSeason(rows: LeagueRows): HistorySeason {
	const { league, season, members, matchUps, points, getUserId, isOver } = rows;
	const played = matchUps.filter(({ home_points }) => home_points !== null);
	const memberIds = new Set(members.map(({ team_id }) => team_id));
	const roundsOfTeams = new Set(
		played.flatMap(({ round_id, home, away }) => [`${round_id} ${home}`, `${round_id} ${away}`]),
	);
	const { rows: ladder } = computeH2hLadder(league, members, played, {
		season,
		view: getPublishedView(),
		roundId: season.rules.lastRound,
	});
	return {
		seasonId: season.id,
		ladder: ladder.map(({ teamId }) => getUserId(teamId)),
		isDecided: isOver && played.length > 0,
		matchUps: played.flatMap((matchUp): HistoryMatchUp[] => {
			const result = computeResult(matchUp, getPublishedView());
			if (!result) return [];
			const { roundId, isFinal, isConsolation, home, away, homePoints, awayPoints } = result;
			return [
				{
					seasonId: season.id,
					roundId,
					isFinal,
					isConsolation,
					isGrandFinal: matchUp.is_grand_final,
					home: getUserId(home),
					away: getUserId(away),
					homePoints,
					awayPoints,
				},
			];
		}),
		// Of a manager who has left, only the rounds of match-ups count.
		scores: points
			.filter(({ roundId, teamId }) => memberIds.has(teamId) || roundsOfTeams.has(`${roundId} ${teamId}`))
			.map((score) => buildScore(score, rows))
			.filter(({ userId }) => userId !== NO_MANAGER),
	};
}

function buildEliminationSeason(rows: LeagueRows): HistorySeason {
	const { league, season, eliminationTeams, points, getUserId } = rows;
	const published = season.published.map((roundId) => ({
		roundId,
		points: new Map(points.filter((row) => row.roundId === roundId).map((row) => [row.teamId, row.points])),
	}));
	const teams = eliminationTeams.map(({ team_id, joined_no, left_in_round }) => ({
		teamId: team_id,
		joinedNo: joined_no,
		leftInRound: left_in_round,
	}));
	const { lastRound } = season.rules;
	const { alive, out, winnerTeamId } = computeElimination(teams, {
		published,
		live: null,
		startId: league.start_id,
		lastRound,
	});
	const outInRound = new Map(out.map(({ teamId, roundId }) => [teamId, roundId]));
	const lastCut: RoundId = winnerTeamId === null ? lastRound : (out.at(-1)?.roundId ?? lastRound);
	return {
		seasonId: season.id,
		ladder: [...alive, ...out.map(({ teamId }) => teamId).toReversed()].map(getUserId),
		isDecided: winnerTeamId !== null,
		matchUps: [],
		scores: points
			.filter(({ roundId, teamId }) => roundId >= league.start_id && roundId <= (outInRound.get(teamId) ?? lastCut))
			.map((score) => buildScore(score, rows)),
	};
}

function buildOpenSeason(rows: LeagueRows): HistorySeason {
	const { season, topTeams, points, isOver, getUserId } = rows;
	const standings = topTeams.map(({ teamId, total, highest, completedAt }) => ({
		teamId,
		totalPoints: total,
		averagePoints: 0,
		highestRoundPoints: highest,
		roundPoints: 0,
		completedAt: completedAt?.getTime() ?? Number.POSITIVE_INFINITY,
	}));
	return {
		seasonId: season.id,
		ladder: rankTeams(standings, "totalPoints").map(({ standing }) => getUserId(standing.teamId)),
		isDecided: isOver,
		matchUps: [],
		scores: points.map((score) => buildScore(score, rows)),
	};
}

const BUILDERS = { h2h: buildH2hSeason, elimination: buildEliminationSeason, open: buildOpenSeason };

/**
 * Loads leagues with their published results, in the order of `leagues`, and the owners of their teams. Without `withScores`, only
 * what decides their champions is loaded.
 */
export async function loadLeagueSeasons(
	db: Db,
	leagues: readonly LeagueRow[],
	seasons: readonly HistorySeasonRow[],
	{ withScores }: { readonly withScores: boolean },
): Promise<{ readonly leagueSeasons: readonly LeagueSeason[]; readonly owners: ReadonlyMap<TeamId, TeamOwnerRow> }> {
	const isCounted = ({ num_teams }: LeagueRow) => withScores && num_teams <= MAX_COUNTED_TEAMS;
	const { owners, ...rows } = await loadRows(db, leagues, seasons, isCounted);
	const group = <Entry extends { readonly league_id: number }>(entries: readonly Entry[]) =>
		Map.groupBy(entries, ({ league_id }) => league_id);
	const members = group(rows.members);
	const matchUps = group(rows.matchUps);
	const eliminationTeams = group(rows.eliminationTeams);
	const topTeams = Map.groupBy(rows.topTeams, ({ leagueId }) => leagueId);
	const points = Map.groupBy(rows.points, ({ seasonId }) => seasonId);
	const seasonsById = new Map(seasons.map((season) => [season.id, season]));
	const leagueSeasons = leagues.flatMap((league): LeagueSeason[] => {
		const season = seasonsById.get(league.season_id);
		if (!season) return [];
		const { id, type, start_id: startId } = league;
		const ownMatchUps = matchUps.get(id) ?? [];
		const ownTeams = eliminationTeams.get(id) ?? [];
		const ownMembers = members.get(id) ?? [];
		const teamIds = new Set([
			...ownMembers.map(({ team_id }) => team_id),
			...ownTeams.map(({ team_id }) => team_id),
			...ownMatchUps.flatMap(({ home, away }) => [home, away]),
		]);
		const history = BUILDERS[type]({
			league,
			season,
			isOver: season.published.at(-1) === season.rules.lastRound,
			members: ownMembers,
			matchUps: ownMatchUps,
			eliminationTeams: ownTeams,
			topTeams: topTeams.get(id) ?? [],
			// The rounds before an elimination league's start decide equal points.
			points: (points.get(season.id) ?? []).filter(
				({ teamId, roundId }) => teamIds.has(teamId) && (type === "elimination" || roundId >= startId),
			),
			getUserId: (teamId) => owners.get(teamId)?.user_id ?? NO_MANAGER,
		});
		return [{ league, season, history, isCounted: isCounted(league) }];
	});
	return { leagueSeasons, owners };
}
