import { findFinalWinner } from "@first-bounce/rules/head-to-head/finals";
import { computeLadder, type LadderRow, type LeagueResult } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../../match-day/standings/standings-view.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../league-row.ts";
import { getLadderCutoff, type LadderCutoff, type LeagueMember } from "../league-scores.ts";
import type { LeagueMatch } from "./queries.ts";

/** The part of the standings that live results are computed from. */
export type LiveStandings = Pick<StandingsView, "roundId" | "isLive" | "getPoints">;

/** Computes a match's result: as published, or live during its round; null before the round. */
export function computeResult(match: LeagueMatch, view: LiveStandings): LeagueResult | null {
	const isPlaying = view.isLive && view.roundId === match.round_id;
	const points = isPlaying
		? ([view.getPoints(match.home) ?? 0, view.getPoints(match.away) ?? 0] as const)
		: match.home_points === null || match.away_points === null
			? null
			: ([match.home_points, match.away_points] as const);
	if (!points) return null;
	const { round_id: roundId, home, away } = match;
	const isFinal = match.is_grand_final || match.is_semi_final;
	return { roundId, isFinal, home, away, homePoints: points[0], awayPoints: points[1] };
}

/** Finds the winner of a match with a result; null for a draw, which finals do not have. */
export const findMatchWinner = (result: LeagueResult): TeamId | null =>
	result.isFinal || result.homePoints !== result.awayPoints ? findFinalWinner(result) : null;

export interface H2hLadder {
	readonly rows: readonly LadderRow[];
	readonly results: readonly LeagueResult[];
	readonly cutoff: LadderCutoff | null;
	/** The winner of the grand final, once its round is published. */
	readonly winnerTeamId: TeamId | null;
}

/** Computes a league's ladder from its results up to a round; finals give no points (docs/game-rules.md#ladder). */
export function computeH2hLadder(
	league: Pick<LeagueRow, "tiebreaker">,
	members: readonly LeagueMember[],
	matches: readonly LeagueMatch[],
	{
		season,
		view,
		roundId,
	}: { readonly season: Pick<SeasonSnapshot, "rules">; readonly view: LiveStandings; readonly roundId: RoundId },
): H2hLadder {
	const cutoff = getLadderCutoff(view, roundId);
	const counted = matches.filter((match) => match.round_id <= (cutoff?.roundId ?? 0));
	const results = counted.flatMap((match) => computeResult(match, view) ?? []);
	const places = members.map(({ team_id, joined_no }) => ({ teamId: team_id, joinedAt: joined_no }));
	const final = counted.find(({ is_grand_final, home_points }) => is_grand_final && home_points !== null);
	const decided = final && computeResult(final, view);
	return {
		rows: computeLadder(places, results, league.tiebreaker ?? "percentage", season.rules),
		results,
		cutoff,
		winnerTeamId: decided ? findFinalWinner(decided) : null,
	};
}

/** Finds a user's rank on a ladder, from 1; null for a user who is not on it. */
export function findRank(rows: readonly LadderRow[], members: readonly LeagueMember[], userId: UserId): number | null {
	const ownTeamId = members.find(({ user_id }) => user_id === userId)?.team_id;
	const index = rows.findIndex(({ teamId }) => teamId === ownTeamId);
	return index < 0 ? null : index + 1;
}
