import type { PlayerId, Points, SeasonTime } from "../ids.ts";
import { type LoopContext, type LoopPlan, MATCH_LENGTH_MS, suggestLoop } from "../instructions/loop.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listBenchIds, listPlayerIds, listScoringIds } from "../lineup/slots.ts";
import { computeExpectedScore } from "../lockout/lock-warnings.ts";
import { computeScoreVariance } from "../projections/live-outlook.ts";
import { computeExpectedExcess } from "../projections/normal.ts";
import { applySwaps, findAvailableSwaps, type SwapPair } from "../swaps/swap-players.ts";

interface LoopArrangement {
	readonly lineup: Lineup;
	/** The swaps, made one after the other, that lead to the line-up; captain and vice captain change after them. */
	readonly swaps: readonly SwapPair[];
	readonly plan: LoopPlan;
}

/** How many of the best players on field are considered as captain and vice captain. */
const MAX_CANDIDATES = 6;
/** A loop that is expected to gain less is not worth the trouble. */
const MIN_GAIN: Points = 1;

interface CaptainPair {
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	/** The captain's points, or the vice captain's if they are more than the captain is expected to score. */
	readonly points: Points;
}

interface Opening extends Pick<LoopArrangement, "lineup" | "swaps"> {
	readonly outId: PlayerId;
}

/**
 * The line-ups with somebody on field who is certain not to play, which cost no expected points: her place is covered by an
 * emergency, who may be the player that she is swapped with.
 */
function listOpenings(lineup: Lineup, context: LoopContext): Opening[] {
	const { rules, isLocked, getChanceToPlay, hasBye, getExpectedPoints } = context;
	const before = computeExpectedScore(lineup, context).points;
	const onField = new Set(listScoringIds(lineup, rules));
	const bench = listBenchIds(lineup);
	const out = listPlayerIds(lineup).filter((id) => !isLocked(id) && !hasBye(id) && getChanceToPlay(id) === 0);
	const swapOnField = (from: Lineup, outId: PlayerId, swapsBefore: readonly SwapPair[]): Opening[] => {
		const [other] = findAvailableSwaps(from, outId, context, isLocked)
			.filter((id) => onField.has(id) && id !== from.captainId && id !== from.viceCaptainId)
			.toSorted((a, b) => getExpectedPoints(a) - getExpectedPoints(b) || a - b);
		if (other === undefined) return [];
		const swapped = applySwaps(from, [[outId, other]], context, isLocked);
		return swapped.ok ? [{ outId, lineup: swapped.value, swaps: [...swapsBefore, [outId, other]] }] : [];
	};
	return out
		.flatMap((outId) => {
			if (onField.has(outId)) return [{ outId, lineup, swaps: [] }];
			if (bench.includes(outId)) return swapOnField(lineup, outId, []);
			// From the utility she takes a place on the bench first, so that the player she is swapped with can cover her.
			return bench.flatMap((benchId) => {
				const benched = applySwaps(lineup, [[outId, benchId]], context, isLocked);
				return benched.ok ? swapOnField(benched.value, outId, [[outId, benchId]]) : [];
			});
		})
		.filter((opening) => computeExpectedScore(opening.lineup, context).points >= before - 1e-9);
}

/** The best pair whose vice captain plays well before the captain and before `outStart`. */
function findBestPair(lineup: Lineup, outStart: SeasonTime, context: LoopContext): CaptainPair | null {
	const { rules, isLocked, isExpectedToPlay, getExpectedPoints, getStartTime, getLastStartTime } = context;
	const best = listScoringIds(lineup, rules)
		.filter((id) => !isLocked(id) && isExpectedToPlay(id))
		.toSorted((a, b) => getExpectedPoints(b) - getExpectedPoints(a) || a - b)
		.slice(0, MAX_CANDIDATES);
	const pairs = best.flatMap((viceCaptainId) => {
		const readyAt = getLastStartTime(viceCaptainId) + MATCH_LENGTH_MS;
		if (outStart < readyAt) return [];
		const [captainId] = best.filter((id) => id !== viceCaptainId && getStartTime(id) >= readyAt);
		if (captainId === undefined) return [];
		const [points, vicePoints] = [getExpectedPoints(captainId), getExpectedPoints(viceCaptainId)];
		const deviation = Math.sqrt(computeScoreVariance(vicePoints, 1, rules));
		return [{ captainId, viceCaptainId, points: points + computeExpectedExcess(vicePoints, deviation, points) }];
	});
	return pairs.toSorted((a, b) => b.points - a.points)[0] ?? null;
}

/**
 * Prepares a line-up for the loop that is expected to gain most (docs/coach.md#method): with an early vice captain, a later
 * captain, and on field, at no cost, a player who is certain not to play. Null if that is worth no more than the captain.
 */
export function arrangeLoop(lineup: Lineup, context: LoopContext): LoopArrangement | null {
	const { rules, isLocked, getExpectedPoints } = context;
	if (rules.captainFactor === 1 || isLocked(lineup.captainId) || isLocked(lineup.viceCaptainId)) return null;
	const [best] = listOpenings(lineup, context)
		.flatMap((opening) => {
			const pair = findBestPair(opening.lineup, context.getStartTime(opening.outId), context);
			return pair ? [{ ...opening, ...pair }] : [];
		})
		.filter(({ points }) => points >= getExpectedPoints(lineup.captainId) + MIN_GAIN)
		.toSorted((a, b) => b.points - a.points || a.outId - b.outId);
	if (!best) return null;
	const { captainId, viceCaptainId } = best;
	const arranged = { ...best.lineup, captainId, viceCaptainId };
	const plan = suggestLoop(arranged, context);
	return plan && { lineup: arranged, swaps: best.swaps, plan };
}
