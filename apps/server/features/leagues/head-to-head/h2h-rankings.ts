import type { SuccessOf } from "@first-bounce/contract/call";
import type { H2hRanking, showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { countsOnLadder, type MatchUpResult, type WinsDrawsLosses } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import { refuse } from "../../../plugins/refusal.ts";
import type { TeamDirectories } from "../../rankings/team-directories.ts";
import { listOwnersInLeague } from "../draft/team-colours.ts";
import { listMembers } from "../league-queries.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { computeLeagueStandings, type LeagueStanding } from "../league-scores.ts";
import { getReadableLeague } from "../service.ts";
import { computeH2hLadder, type H2hLadder } from "./h2h-ladder.ts";
import { listLeagueMatchUps } from "./match-up-queries.ts";

/** Gets a head-to-head league; refuses viewers who may not read it. */
export async function getH2hLeague(services: LeagueServices, userId: UserId | null, id: number): Promise<LeagueRow> {
	const league = await getReadableLeague(services, userId, id);
	if (league.type !== "h2h") throw refuse(422, "league-not-h2h");
	return league;
}

const listRegularResults = (results: readonly MatchUpResult[], teamId: TeamId) =>
	results.filter((result) => countsOnLadder(result) && (result.home === teamId || result.away === teamId));

/** Computes a team's points in its regular match-ups and games against the average, by round. */
const computePointsByRound = ({ results, averageGames }: H2hLadder, teamId: TeamId) =>
	Object.fromEntries([
		...listRegularResults(results, teamId).map(({ roundId, home, homePoints, awayPoints }) => [
			roundId,
			home === teamId ? homePoints : awayPoints,
		]),
		...averageGames.filter((game) => game.teamId === teamId).map(({ roundId, points }) => [roundId, points]),
	]);

/** Loads the ladder of a head-to-head league at the end of a round, or for round 0 the ladder to date, with live points. */
export async function loadH2hLadder(services: LeagueServices, league: LeagueRow, roundId: RoundId) {
	const season = services.seasons.current();
	if (roundId !== 0 && !findRound(season.rounds, roundId)) throw refuse(404, "round-unknown");
	const [members, matchUps] = await Promise.all([
		listMembers(services.db, [league.id]),
		listLeagueMatchUps(services.db, [league.id], roundId || season.rules.lastRound),
	]);
	return {
		members,
		matchUps,
		ladder: computeH2hLadder(league, members, matchUps, { season, view: services.view(), roundId }),
	};
}

export async function getH2hRankings(
	services: LeagueServices & { readonly directories: TeamDirectories },
	userId: UserId | null,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<SuccessOf<typeof showLeagueLadder>> {
	const league = await getH2hLeague(services, userId, leagueId);
	const { ladder, members } = await loadH2hLadder(services, league, roundId);
	const { db, seasons, view, directories } = services;
	const season = seasons.current();
	const [standings, directory] = await Promise.all([
		computeLeagueStandings({ db, season, view }, league, members, ladder.cutoff),
		directories.load(season),
	]);
	const standingByTeam = new Map(standings.map((standing) => [standing.teamId, standing]));
	const getScores = (teamId: TeamId): TeamScores => ({
		...buildPointFields(standingByTeam.get(teamId)),
		teamValue: directory.getOwner(teamId).value,
	});
	const rankings = await buildRankingRows(services, { league, ladder, userId, getScores });
	return {
		rankings,
		currentUserRanking: rankings.find(({ isCurrentLeagueUser }) => isCurrentLeagueUser) ?? null,
		roundId: ladder.cutoff && ladder.cutoff.roundId >= league.start_id ? ladder.cutoff.roundId : null,
		isLive: ladder.cutoff?.isLive ?? false,
		winnerTeamId: ladder.winnerTeamId,
		...(ladder.placings ? { placings: [...ladder.placings] } : {}),
	};
}

type TeamScores = Pick<
	H2hRanking,
	"totalPoints" | "averagePoints" | "highestRoundPoints" | "roundPoints" | "teamValue"
>;

/** Builds the fields with a team's points in the league; the average has two decimals. */
const buildPointFields = (standing: LeagueStanding | undefined) => ({
	totalPoints: standing?.totalPoints ?? 0,
	averagePoints: Math.round((standing?.averagePoints ?? 0) * 100) / 100,
	highestRoundPoints: standing?.highestRoundPoints ?? 0,
	roundPoints: standing?.roundPoints ?? 0,
});

const buildWdl = ({ wins, draws, losses }: WinsDrawsLosses) => ({ win: wins, draw: draws, lose: losses });

interface RankingRowsInput {
	readonly league: LeagueRow;
	readonly ladder: H2hLadder;
	readonly userId: UserId | null;
	readonly getScores: (teamId: TeamId) => TeamScores;
}

async function buildRankingRows({ db, view }: LeagueServices, { league, ladder, userId, getScores }: RankingRowsInput) {
	const { rows } = ladder;
	const teamIds = rows.map(({ teamId }) => teamId);
	const owners = await listOwnersInLeague(db, league, teamIds, userId);
	return rows.flatMap((row, index) => {
		const owner = owners.get(row.teamId);
		if (!owner) return [];
		return [
			{
				...owner,
				rank: index + 1,
				overallRank: view().getOverallRank(row.teamId),
				WDL: buildWdl(row),
				medianWDL: row.median && buildWdl(row.median),
				pointsFor: computePointsByRound(ladder, row.teamId),
				totalPointsFor: row.pointsFor,
				totalPointsAgainst: row.pointsAgainst,
				percentage: row.percentage,
				premiershipPoints: row.premiershipPoints,
				played: row.played,
				...getScores(row.teamId),
				isCurrentLeagueUser: owner.userId === userId,
			},
		];
	});
}
