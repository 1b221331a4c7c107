import type { Points, RoundId } from "../ids.ts";

/** A match a player played, with what it was worth; `abandoned` by the operator (decisions §5). */
export interface PlayedMatch {
	readonly roundId: RoundId;
	readonly points: Points;
	readonly abandoned: boolean;
}

/** A player's score a match in one round she played. */
export interface FormScore {
	readonly roundId: RoundId;
	readonly points: Points;
}

/**
 * The scores that prices and projections look at, newest round first: in a double week her average a match; an
 * abandoned match is left out, so that it moves no price, now or later (decisions §4).
 */
export function computeForm(matches: readonly PlayedMatch[]): FormScore[] {
	const byRound = Map.groupBy(
		matches.filter((match) => !match.abandoned),
		(match) => match.roundId,
	);
	return [...byRound]
		.map(([roundId, played]) => ({
			roundId,
			points: played.reduce((sum, { points }) => sum + points, 0) / played.length,
		}))
		.toSorted((a, b) => b.roundId - a.roundId);
}
