import { computeLadder } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { findBiggestMoves, type LadderMove } from "@first-bounce/rules/leagues/ladder-moves";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { type BenchRegret, findBenchRegret } from "@first-bounce/rules/season-report/bench-regret";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { loadPublishedRound } from "../../standings/load-eliminations.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../standings/player-rounds.ts";
import { buildLineup } from "../../team/team-state.ts";
import { getDraftSeason } from "../draft/lineups/loaded-teams.ts";
import { computeAverageGames, getLadderSettings, listResults } from "../head-to-head/h2h-ladder.ts";
import { type LeagueMatchUp, listLeagueMatchUps } from "../head-to-head/match-up-queries.ts";
import { type LeagueMember, listMembers, sumPublishedPoints } from "../league-queries.ts";
import { getPublishedView } from "../league-scores.ts";
import {
	buildAverageGame,
	buildBestScore,
	buildCardData,
	buildElimination,
	buildMatchUp,
	buildMatchUpIndex,
	findMedian,
	listPublishedMatchUps,
} from "./build-cards.ts";
import { type CardData, type CardLeague, listBestScores, listPlayedLineups } from "./queries.ts";

interface RecapSources {
	readonly db: Db;
	readonly season: SeasonSnapshot;
}
type RecapLeague = Pick<CardLeague, "id" | "class" | "type" | "start_id" | "tiebreaker" | "median_game">;

const getMargin = ({ home_points, away_points }: LeagueMatchUp): number =>
	Math.abs((home_points ?? 0) - (away_points ?? 0));

/** Finds the biggest bench regret among teams in a round; if several are equal, that of the team with the lowest id. */
async function findLeagueRegret(
	{ db, season: snapshot }: RecapSources,
	league: RecapLeague,
	round: SnapshotRound,
	teamIds: readonly TeamId[],
): Promise<(BenchRegret & { readonly teamId: TeamId }) | null> {
	const season = league.class === "draft" ? await getDraftSeason(db, snapshot, league.id) : snapshot;
	const getPlayerRound = createPlayerRoundLookup(season, round);
	const getPositions = createPositionLookup(season, round.id);
	const lineups = await listPlayedLineups(db, season.seasonId, round.id, teamIds);
	const regrets = lineups.flatMap((row) => {
		const { ledger } = scoreLineup(buildLineup(row, season), getPlayerRound, getPositions, season.rules);
		const regret = findBenchRegret(ledger);
		return regret ? [{ ...regret, teamId: row.teamId }] : [];
	});
	return regrets.toSorted((one, other) => other.gain - one.gain)[0] ?? null;
}

/** Lists the teams of an open league, best first, by their points from the league's start to a round. */
async function listTeamsByPoints(
	{ db, season }: RecapSources,
	members: readonly LeagueMember[],
	from: RoundId,
	to: RoundId,
): Promise<TeamId[]> {
	const teamIds = members.map(({ team_id }) => team_id);
	const points = await sumPublishedPoints(db, season.seasonId, teamIds, { from, to });
	const standings = members.map(({ team_id: teamId, completed_at }) => ({
		teamId,
		totalPoints: points.get(teamId)?.total ?? 0,
		averagePoints: 0,
		highestRoundPoints: points.get(teamId)?.highest ?? 0,
		roundPoints: points.get(teamId)?.last ?? 0,
		completedAt: completed_at?.getTime() ?? Number.POSITIVE_INFINITY,
	}));
	return rankTeams(standings, "totalPoints").map(({ standing }) => standing.teamId);
}

/** Finds the biggest moves up and down the ladder since the previous round; null in the league's first round. */
async function findMoves(
	sources: RecapSources,
	league: RecapLeague,
	members: readonly LeagueMember[],
	{ matchUps, roundId }: { readonly matchUps: readonly LeagueMatchUp[]; readonly roundId: RoundId },
) {
	const previousRoundId = roundId - 1;
	if (previousRoundId < league.start_id || league.type === "elimination") return { up: null, down: null };
	if (league.type === "open") {
		const previousOrder = await listTeamsByPoints(sources, members, league.start_id, previousRoundId);
		return findBiggestMoves(previousOrder, await listTeamsByPoints(sources, members, league.start_id, roundId));
	}
	const ladderMembers = members.map(({ team_id, joined_no }) => ({ teamId: team_id, joinNumber: joined_no }));
	const listTeamsOnLadder = (to: RoundId) => {
		const counted = matchUps.filter(({ round_id }) => round_id <= to);
		const results = listResults(counted);
		const averageGames = computeAverageGames(counted, results, getPublishedView());
		const settings = { ...getLadderSettings(league), averageGames };
		return computeLadder(ladderMembers, results, settings, sources.season.rules).map(({ teamId }) => teamId);
	};
	return findBiggestMoves(listTeamsOnLadder(previousRoundId), listTeamsOnLadder(roundId));
}

const buildMove = (move: LadderMove | null) => move && { team: { teamId: move.teamId }, from: move.from, to: move.to };

/** Builds a league's recap of a published round. */
export async function buildRecap(sources: RecapSources, league: RecapLeague, round: SnapshotRound): Promise<CardData> {
	const { db, season } = sources;
	const { id: roundId } = round;
	const nextRound = season.rounds.find(({ id }) => id > roundId);
	const isElimination = league.type === "elimination";
	const [members, matchUps, [best], eliminations] = await Promise.all([
		listMembers(db, [league.id]),
		listLeagueMatchUps(db, [league.id], nextRound?.id ?? roundId),
		listBestScores(db, [league.id], roundId),
		loadPublishedRound(sources, isElimination ? [league] : [], roundId),
	]);
	const roundMatchUps = listPublishedMatchUps(matchUps, roundId);
	const [closest] = roundMatchUps.toSorted((one, other) => getMargin(one) - getMargin(other));
	const teamIds = members.map(({ team_id }) => team_id);
	const regret = await findLeagueRegret(sources, league, round, teamIds);
	const { up, down } = await findMoves(sources, league, members, { matchUps, roundId });
	const nextMatchUps = matchUps
		.filter((matchUp) => matchUp.round_id === nextRound?.id)
		.map((matchUp, position) => ({
			...buildMatchUpIndex(matchUp, position),
			home: { teamId: matchUp.home },
			away: { teamId: matchUp.away },
		}));
	const card = {
		type: "recap" as const,
		matchUps: roundMatchUps.map(buildMatchUp),
		median: findMedian(league, matchUps, roundId),
		averageGame: buildAverageGame(matchUps, roundId),
		elimination: buildElimination(eliminations.get(league.id)),
		best: buildBestScore(best),
		closest: closest && roundMatchUps.length > 1 ? buildMatchUp(closest, roundMatchUps.indexOf(closest)) : null,
		regret: regret && {
			team: { teamId: regret.teamId },
			benchId: regret.benchId,
			fieldId: regret.fieldId,
			gain: regret.gain,
		},
		up: buildMove(up),
		down: buildMove(down),
		next: nextRound && nextMatchUps.length > 0 ? { roundId: nextRound.id, matchUps: nextMatchUps } : null,
	};
	return buildCardData(card);
}
