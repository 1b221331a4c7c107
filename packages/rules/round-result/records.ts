import { isDrawWonByHome, type MatchUpStage } from "../head-to-head/finals.ts";
import type { Points, RoundId } from "../ids.ts";

export interface PastRoundFigures {
	readonly roundId: RoundId;
	readonly points: Points;
	readonly roundRank: number;
	readonly overallRank: number;
}

interface RoundRecord {
	readonly kind: "best-score" | "best-round-rank" | "best-overall-rank" | "season-score";
	readonly value: number;
	/** The previous best. */
	readonly before: number;
}

/**
 * Finds the season's records that a team's newest round has set: its own best score and best ranks, and the best score
 * of all teams. The first round sets none, and equalling a record does not count.
 *
 * @param rounds the team's rounds up to the newest, in order
 * @param topScores the best score of all teams, by round
 */
export function findRoundRecords(
	rounds: readonly PastRoundFigures[],
	topScores: ReadonlyMap<RoundId, Points>,
): readonly RoundRecord[] {
	const newest = rounds.at(-1);
	if (!newest) return [];
	const listEarlier = (figure: "points" | "roundRank" | "overallRank") =>
		rounds.slice(0, -1).map((round) => round[figure]);
	const findRecord = (
		kind: RoundRecord["kind"],
		value: number,
		before: readonly number[],
		best: "highest" | "lowest",
	) => {
		if (before.length === 0) return [];
		const bestBefore = best === "lowest" ? Math.min(...before) : Math.max(...before);
		return (best === "lowest" ? value < bestBefore : value > bestBefore) ? [{ kind, value, before: bestBefore }] : [];
	};
	const earlierTops = [...topScores].filter(([roundId]) => roundId < newest.roundId).map(([, points]) => points);
	return [
		...findRecord("season-score", newest.points, earlierTops, "highest"),
		...findRecord("best-score", newest.points, listEarlier("points"), "highest"),
		...findRecord("best-overall-rank", newest.overallRank, listEarlier("overallRank"), "lowest"),
		...findRecord("best-round-rank", newest.roundRank, listEarlier("roundRank"), "lowest"),
	].filter(({ kind }) => kind !== "season-score" || newest.points === topScores.get(newest.roundId));
}

export type MatchUpOutcome = "won" | "lost" | "drawn";

/** Gets the outcome that two scores give. */
export const getScoreOutcome = (points: Points, opponentPoints: Points): MatchUpOutcome =>
	points === opponentPoints ? "drawn" : points > opponentPoints ? "won" : "lost";

interface PlayedMatchUp extends MatchUpStage {
	readonly isHome: boolean;
	readonly points: Points;
	readonly opponentPoints: Points;
}

/** Gets a team's outcome in a match-up. Finals and consolation games are never drawn. */
export function getMatchUpOutcome({ isHome, points, opponentPoints, ...stage }: PlayedMatchUp): MatchUpOutcome {
	const outcome = getScoreOutcome(points, opponentPoints);
	if (outcome !== "drawn" || !isDrawWonByHome(stage)) return outcome;
	return isHome ? "won" : "lost";
}

interface WinningStreak {
	/** Wins in a row up to the newest match-up. */
	readonly length: number;
	/** Whether no earlier streak of the season was as long. */
	readonly isLongest: boolean;
}

/** The current winning streak from outcomes in order, without byes, which do not end a streak. */
export function computeWinningStreak(outcomes: readonly MatchUpOutcome[]): WinningStreak {
	/** The lengths of all streaks; the last one is still running. */
	const streaks = [0];
	for (const outcome of outcomes)
		if (outcome === "won") streaks.push((streaks.pop() ?? 0) + 1);
		else streaks.push(0);
	const length = streaks.pop() ?? 0;
	return { length, isLongest: streaks.every((earlier) => earlier < length) };
}
