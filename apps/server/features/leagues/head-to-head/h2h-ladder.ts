import { listAverageGames } from "@first-bounce/rules/head-to-head/average-game";
import { computePlacings, findFinalWinner } from "@first-bounce/rules/head-to-head/finals";
import {
	type AverageGame,
	computeLadder,
	countsOnLadder,
	type LadderRow,
	type MatchUpResult,
} from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { StandingsView } from "../../standings/standings-view.ts";
import type { LeagueMember } from "../league-queries.ts";
import type { LeagueRow } from "../league-row.ts";
import { getLadderCutoff, getPublishedView, type LadderCutoff } from "../league-scores.ts";
import type { LeagueMatchUp } from "./match-up-queries.ts";

/** The part of the standings to date from which live results are computed. */
export type LiveScores = Pick<StandingsView, "roundId" | "isLive" | "getPoints">;

/** Computes a match-up's result, which is live during its round and then as published; null before the round. */
export function computeResult(matchUp: LeagueMatchUp, view: LiveScores): MatchUpResult | null {
	const { round_id: roundId, home, away } = matchUp;
	const isPlaying = view.isLive && view.roundId === roundId;
	const homePoints = isPlaying ? (view.getPoints(home) ?? 0) : matchUp.home_points;
	const awayPoints = isPlaying ? (view.getPoints(away) ?? 0) : matchUp.away_points;
	if (homePoints === null || awayPoints === null) return null;
	const isFinal = matchUp.is_grand_final || matchUp.is_semi_final;
	return { roundId, isFinal, isConsolation: matchUp.is_consolation, home, away, homePoints, awayPoints };
}

/** Lists the results of match-ups, by default the published ones. */
export const listResults = (
	matchUps: readonly LeagueMatchUp[],
	view: LiveScores = getPublishedView(),
): MatchUpResult[] => matchUps.flatMap((matchUp) => computeResult(matchUp, view) ?? []);

/** Computes a league's games against its average, which are live during their round and then as published. */
export function computeAverageGames(
	matchUps: readonly LeagueMatchUp[],
	results: readonly MatchUpResult[],
	view: LiveScores,
): readonly AverageGame[] {
	const byes = matchUps.flatMap(({ round_id: roundId, bye_team_id: teamId, bye_points }) => {
		if (teamId === null) return [];
		const isPlaying = view.isLive && view.roundId === roundId;
		return [{ roundId, teamId, points: (isPlaying ? view.getPoints(teamId) : bye_points) ?? 0 }];
	});
	return listAverageGames(byes, results);
}

export interface H2hLadder {
	readonly rows: readonly LadderRow[];
	readonly results: readonly MatchUpResult[];
	readonly averageGames: readonly AverageGame[];
	readonly cutoff: LadderCutoff | null;
	/** The winner of the grand final, once its round is published. */
	readonly winnerTeamId: TeamId | null;
	/** The final placings of a league with consolation games, once the grand final is published. */
	readonly placings: readonly TeamId[] | null;
}

/** Places the teams of a league by the results of its last round and of the round before it. */
function placeTeams(rows: readonly LadderRow[], results: readonly MatchUpResult[], grandFinalId: RoundId) {
	const listFinalsResults = (id: RoundId) =>
		results.filter((result) => result.roundId === id && !countsOnLadder(result));
	return computePlacings(rows, listFinalsResults(grandFinalId), listFinalsResults(grandFinalId - 1));
}

export const getLadderSettings = ({ tiebreaker, median_game }: Pick<LeagueRow, "tiebreaker" | "median_game">) => ({
	tiebreaker: tiebreaker ?? "percentage",
	medianGame: median_game,
});

/** Computes a league's ladder from its results up to a round; finals give no points (docs/game-rules.md#ladder). */
export function computeH2hLadder(
	league: Pick<LeagueRow, "tiebreaker" | "median_game" | "consolation_games">,
	members: readonly LeagueMember[],
	matchUps: readonly LeagueMatchUp[],
	{
		season,
		view,
		roundId,
	}: { readonly season: Pick<SeasonSnapshot, "rules">; readonly view: LiveScores; readonly roundId: RoundId },
): H2hLadder {
	const cutoff = getLadderCutoff(view, roundId);
	const countedMatchUps = matchUps.filter((matchUp) => matchUp.round_id <= (cutoff?.roundId ?? 0));
	const results = listResults(countedMatchUps, view);
	const ladderMembers = members.map(({ team_id, joined_no }) => ({ teamId: team_id, joinNumber: joined_no }));
	const grandFinal = countedMatchUps.find(({ is_grand_final, home_points }) => is_grand_final && home_points !== null);
	const grandFinalResult = grandFinal && computeResult(grandFinal, view);
	const averageGames = computeAverageGames(countedMatchUps, results, view);
	const rows = computeLadder(ladderMembers, results, { ...getLadderSettings(league), averageGames }, season.rules);
	return {
		rows,
		results,
		averageGames,
		cutoff,
		winnerTeamId: grandFinalResult ? findFinalWinner(grandFinalResult) : null,
		placings: grandFinalResult && league.consolation_games ? placeTeams(rows, results, grandFinalResult.roundId) : null,
	};
}

/** Finds a user's rank on a ladder, from 1; null for a user who is not on it. */
export function findRank(rows: readonly LadderRow[], members: readonly LeagueMember[], userId: UserId): number | null {
	const ownTeamId = members.find(({ user_id }) => user_id === userId)?.team_id;
	const index = rows.findIndex(({ teamId }) => teamId === ownTeamId);
	return index < 0 ? null : index + 1;
}
