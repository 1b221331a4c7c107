import type { Points, RoundId } from "../ids.ts";
import { computeAverage } from "../numbers.ts";

/** A match that a player played, with her points; an operator may have marked it as abandoned. */
export interface PlayedMatch {
	readonly roundId: RoundId;
	readonly points: Points;
	readonly isAbandoned: boolean;
}

/** A player's average score per match in a round that she played. */
interface FormScore {
	readonly roundId: RoundId;
	readonly points: Points;
}

/**
 * The scores that prices and projections are computed from, newest round first (docs/game-rules.md#prices). The score of a
 * double game week is the average of its matches. Abandoned matches are left out.
 */
export function computeFormScores(matches: readonly PlayedMatch[]): FormScore[] {
	const counted = matches.filter(({ isAbandoned }) => !isAbandoned);
	const byRound = Map.groupBy(counted, ({ roundId }) => roundId);
	return [...byRound]
		.map(([roundId, played]) => ({
			roundId,
			points: computeAverage(played.map(({ points }) => points)),
		}))
		.toSorted((a, b) => b.roundId - a.roundId);
}
