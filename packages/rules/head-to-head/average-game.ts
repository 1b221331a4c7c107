import type { Points } from "../ids.ts";
import { type AverageGame, countsOnLadder, type MatchUpResult } from "./ladder.ts";

/** Computes the average of the scores of match-ups, in whole points; null without match-ups. */
export function computeAverageScore(
	matchUps: readonly Pick<MatchUpResult, "homePoints" | "awayPoints">[],
): Points | null {
	const sum = matchUps.reduce((total, { homePoints, awayPoints }) => total + homePoints + awayPoints, 0);
	return matchUps.length === 0 ? null : Math.round(sum / (2 * matchUps.length));
}

/** Computes the games of teams without an opponent against the league's average, in rounds with results. */
export const listAverageGames = (
	byes: readonly Omit<AverageGame, "average">[],
	results: readonly MatchUpResult[],
): readonly AverageGame[] =>
	byes.flatMap((bye) => {
		const counted = results.filter((result) => result.roundId === bye.roundId && countsOnLadder(result));
		const average = computeAverageScore(counted);
		return average === null ? [] : [{ ...bye, average }];
	});
