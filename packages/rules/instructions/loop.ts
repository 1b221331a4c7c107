import { HOUR_MS } from "../durations.ts";
import type { PlayerId, Points, SeasonTime } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listScoringIds } from "../lineup/slots.ts";
import { computeExpectedScore, findSuggestedSwap, type LockContext } from "../lockout/lock-warnings.ts";
import { computeScoreVariance } from "../projections/live-outlook.ts";
import { computeExpectedExcess, computeNormalShare } from "../projections/normal.ts";
import type { PlayerRound } from "../scoring/player-round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { applySwaps } from "../swaps/swap-players.ts";
import type { Violation } from "../violation.ts";
import type { Loop } from "./instruction.ts";

/** Why a loop's vice captain has not scored enough in her finished round; null if she has. */
export function findLoopShortfall(
	{ playerId, minimumScore }: Pick<Loop, "playerId" | "minimumScore">,
	{ state, points }: PlayerRound,
): Violation | null {
	if (state !== "played") return { code: "did-not-play", playerId };
	return points >= minimumScore ? null : { code: "score-too-low", playerId, points, minimum: minimumScore };
}

/** How long before another player's match the vice captain's last one has to start, so that it is over by then. */
export const MATCH_LENGTH_MS = 2 * HOUR_MS;

export interface LoopPlan {
	/** Who would become captain and is certain not to play. */
	readonly captainId: PlayerId;
	/** The points from which the loop is better than the captain. */
	readonly minimumScore: Points;
	/** How many points the loop is expected to add to the team's score. */
	readonly gain: Points;
}

export interface LoopContext extends LockContext {
	readonly rules: LockContext["rules"] & Pick<SeasonRules, "projections" | "prices">;
	readonly getChanceToPlay: (id: PlayerId) => number;
	readonly hasBye: (id: PlayerId) => boolean;
	/** When the last match of her club starts, after which a loop with her is decided. */
	readonly getLastStartTime: (id: PlayerId) => SeasonTime;
}

/** Computes how many points it would bring to swap out a player on field who does not play. */
function computeSwapGain(lineup: Lineup, outId: PlayerId, context: LoopContext): Points {
	const inId = findSuggestedSwap(lineup, outId, context);
	const swapped = inId === null ? null : applySwaps(lineup, [[outId, inId]], context, context.isLocked);
	if (!swapped?.ok) return 0;
	return Math.max(
		0,
		computeExpectedScore(swapped.value, context).points - computeExpectedScore(lineup, context).points,
	);
}

/** Lists who could be a loop's new captain: unlocked, on field, certain not to play though she has no bye, and not locked too early. */
export function listLoopCaptains(lineup: Lineup, context: LoopContext): readonly PlayerId[] {
	const { rules, isLocked, getChanceToPlay, hasBye, getStartTime, getLastStartTime } = context;
	const readyAt = getLastStartTime(lineup.viceCaptainId) + MATCH_LENGTH_MS;
	return listScoringIds(lineup, rules).filter(
		(id) =>
			id !== lineup.viceCaptainId &&
			!isLocked(id) &&
			!hasBye(id) &&
			getChanceToPlay(id) === 0 &&
			getStartTime(id) >= readyAt,
	);
}

/**
 * Computes how many points a loop is expected to add to the score of a line-up whose vice captain is to play. If she scores enough,
 * it adds her points, less the captain's expected ones and what the new captain's place on field costs.
 */
export function computeLoopGain(
	lineup: Lineup,
	{ captainId: newCaptainId, minimumScore }: Pick<Loop, "captainId" | "minimumScore">,
	context: LoopContext,
): Points {
	const { rules, getExpectedPoints } = context;
	const bonusFactor = rules.captainFactor - 1;
	if (bonusFactor === 0) return 0;
	const estimate = getExpectedPoints(lineup.viceCaptainId);
	const deviation = Math.sqrt(computeScoreVariance(estimate, 1, rules));
	const breakEven = getExpectedPoints(lineup.captainId) + computeSwapGain(lineup, newCaptainId, context) / bonusFactor;
	const chance = deviation === 0 ? 0 : 1 - computeNormalShare((minimumScore - estimate) / deviation);
	return bonusFactor * (computeExpectedExcess(estimate, deviation, minimumScore) + chance * (minimumScore - breakEven));
}

/**
 * The loop that the coach would write (docs/game-rules.md#a-loop-written-beforehand): with the new captain whose place on
 * field costs least, and the points that are worth more than what the captain is expected to score and what that place
 * costs. Null if the vice captain has locked, does not play well before the captain, or nobody can be captain instead.
 */
export function suggestLoop(lineup: Lineup, context: LoopContext): LoopPlan | null {
	const { captainId, viceCaptainId } = lineup;
	const { rules, isLocked, isExpectedToPlay, getExpectedPoints, getStartTime, getLastStartTime } = context;
	if (rules.captainFactor === 1 || [captainId, viceCaptainId].some((id) => isLocked(id) || !isExpectedToPlay(id)))
		return null;
	if (getStartTime(captainId) < getLastStartTime(viceCaptainId) + MATCH_LENGTH_MS) return null;
	const [best] = listLoopCaptains(lineup, context)
		.map((id) => ({ id, cost: computeSwapGain(lineup, id, context) }))
		.toSorted((a, b) => a.cost - b.cost || a.id - b.id);
	if (!best) return null;
	const minimum = Math.max(1, Math.ceil(getExpectedPoints(captainId) + best.cost / (rules.captainFactor - 1)));
	const plan = { captainId: best.id, minimumScore: minimum };
	return { ...plan, gain: computeLoopGain(lineup, plan, context) };
}
