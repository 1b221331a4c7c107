import type { Points, SquadId } from "../ids.ts";
import { sum } from "../numbers.ts";

/** How hard a club is to play against: 1 for the weakest fifth of the clubs, 5 for the strongest. */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

const LEVELS = 5;
/** As many as a club fields in a match. */
const FIELDED = 21;

interface RatedPlayer {
	readonly squadId: SquadId;
	/** The score expected of her if she plays. */
	readonly estimate: Points;
}

/**
 * Rates clubs as opponents by the estimates of their best players (docs/game-rules.md#difficulty). Clubs of equal
 * strength get the same rating.
 */
export function rateOpponents(players: readonly RatedPlayer[]): ReadonlyMap<SquadId, Difficulty> {
	const estimates = new Map<SquadId, number[]>();
	for (const { squadId, estimate } of players) estimates.set(squadId, [...(estimates.get(squadId) ?? []), estimate]);
	const strengths = [...estimates].map(([squadId, all]) => {
		const best = all.toSorted((a, b) => b - a).slice(0, FIELDED);
		return { squadId, strength: sum(best) };
	});
	return new Map(
		strengths.map(({ squadId, strength }) => {
			const weaker = strengths.filter((other) => other.strength < strength).length;
			return [squadId, (Math.floor((LEVELS * weaker) / strengths.length) + 1) as Difficulty];
		}),
	);
}
