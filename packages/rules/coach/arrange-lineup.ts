import { NOBODY, type PlayerId, type Points } from "../ids.ts";
import { isNobody, type Lineup, type Slot } from "../lineup/lineup.ts";
import {
	canFill,
	listBenchIds,
	listScoringIds,
	listSlotIds,
	listSlots,
	replaceSlotIds,
	type TeamRules,
	type TeamShape,
} from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import type { PlayerLookup } from "../player.ts";
import type { SwapPair } from "../swaps/swap-players.ts";

interface ArrangeContext {
	readonly rules: TeamShape & Pick<TeamRules, "emergencies" | "coach">;
	readonly getPlayer: PlayerLookup;
	readonly isLocked: LockCheck;
	/** Expected points in the round; 0 for a player who does not play. */
	readonly getExpectedPoints: (id: PlayerId) => Points;
	/** When her first match of the round starts, which locks her. */
	readonly getStartTime: (id: PlayerId) => number;
}

/**
 * A player who plays before the captain is preferred as vice captain if she is expected to score at least this share of the
 * best one's points.
 */
export const EARLY_VICE_CAPTAIN_SHARE = 0.9;

/**
 * Finds a team's best line-up for a round, with captain, vice captain and emergencies: the most expected points on
 * field that swaps of unlocked players give, and then the most on the bench. The manager could make each of these
 * swaps.
 */
export function arrangeLineup(lineup: Lineup, context: ArrangeContext): Lineup {
	const { rules, isLocked } = context;
	const { ids } = makeSwaps(listSlotIds(lineup, rules), context, rules.coach.benchWeight);
	const arranged = replaceSlotIds(lineup, ids, rules);
	const { captainId, viceCaptainId } = chooseCaptains(arranged, context);
	const lockedNonEmergencies = listBenchIds(arranged).filter((id) => isLocked(id) && !lineup.emergency.includes(id));
	const emergency = listBenchIds(arranged)
		.filter((id) => !lockedNonEmergencies.includes(id))
		.toSorted(
			(a, b) =>
				Number(isLocked(b)) - Number(isLocked(a)) || context.getExpectedPoints(b) - context.getExpectedPoints(a),
		)
		.slice(0, rules.emergencies);
	return { ...arranged, captainId, viceCaptainId, emergency };
}

/**
 * Finds swaps of players on field for those on the bench or in the utility slot, in the order in which to make them, that give the
 * most expected points on field.
 */
export const findFieldSwaps = (
	lineup: Lineup,
	context: Omit<ArrangeContext, "rules"> & { readonly rules: TeamShape },
): readonly SwapPair[] => makeSwaps(listSlotIds(lineup, context.rules), context, 0).swaps;

/**
 * Makes the swap that gains the most expected points, then the next, until no swap gains any. Points on the bench are weighted by
 * `benchWeight`.
 */
function makeSwaps(
	before: readonly PlayerId[],
	{
		rules,
		getPlayer,
		isLocked,
		getExpectedPoints,
	}: Omit<ArrangeContext, "rules" | "getStartTime"> & { readonly rules: TeamShape },
	benchWeight: number,
): { readonly ids: readonly PlayerId[]; readonly swaps: readonly SwapPair[] } {
	const slots = listSlots(rules);
	const areaWeights = { field: 1, bench: benchWeight, utility: rules.utilityScores ? 1 : 0 };
	const getWeight = ({ area }: Slot) => areaWeights[area];
	/** A player may change places with an empty slot, as a draft team can have them. */
	const canMove = (id: PlayerId, slot: Slot): boolean => {
		if (isNobody(id)) return true;
		const player = getPlayer(id);
		return player !== undefined && !isLocked(id) && canFill(player, slot);
	};
	const getPoints = (id: PlayerId): Points => (isNobody(id) ? 0 : getExpectedPoints(id));
	const ids = [...before];
	const swaps: SwapPair[] = [];
	for (;;) {
		let best: { readonly index: number; readonly otherIndex: number; readonly gain: Points } | null = null;
		for (const [index, slot] of slots.entries()) {
			for (let otherIndex = index + 1; otherIndex < slots.length; otherIndex++) {
				const otherSlot = slots[otherIndex];
				const [id, otherId] = [ids[index] ?? NOBODY, ids[otherIndex] ?? NOBODY];
				if (!otherSlot || !canMove(id, otherSlot) || !canMove(otherId, slot)) continue;
				const gain = (getWeight(slot) - getWeight(otherSlot)) * (getPoints(otherId) - getPoints(id));
				if (gain > (best?.gain ?? 0)) best = { index, otherIndex, gain };
			}
		}
		if (!best) return { ids, swaps };
		const [id, otherId] = [ids[best.index] ?? NOBODY, ids[best.otherIndex] ?? NOBODY];
		swaps.push([id, otherId]);
		ids[best.index] = otherId;
		ids[best.otherIndex] = id;
	}
}

/**
 * Makes the best unlocked player on field captain. The vice captain is the best of the others, or one nearly as good
 * who plays before the captain, because her score is then known while the captain can still be changed. A locked
 * captain or vice captain keeps the role.
 */
export function chooseCaptains(
	lineup: Lineup,
	{
		rules,
		isLocked,
		getExpectedPoints,
		getStartTime,
	}: Pick<ArrangeContext, "isLocked" | "getExpectedPoints" | "getStartTime"> & {
		readonly rules: Pick<TeamShape, "utilityScores">;
	},
): Pick<Lineup, "captainId" | "viceCaptainId"> {
	const bestFirst = listScoringIds(lineup, rules)
		.filter((id) => !isLocked(id))
		.toSorted((a, b) => getExpectedPoints(b) - getExpectedPoints(a) || a - b);
	const isFixed = (id: PlayerId) => !isNobody(id) && isLocked(id);
	const isViceCaptainFixed = isFixed(lineup.viceCaptainId);
	const captainId = isFixed(lineup.captainId)
		? lineup.captainId
		: (bestFirst.find((id) => !isViceCaptainFixed || id !== lineup.viceCaptainId) ?? NOBODY);
	if (isViceCaptainFixed) return { captainId, viceCaptainId: lineup.viceCaptainId };
	const others = bestFirst.filter((id) => id !== captainId);
	const [best = NOBODY] = others;
	const nearlyBest = others.filter((id) => getExpectedPoints(id) >= EARLY_VICE_CAPTAIN_SHARE * getExpectedPoints(best));
	const earlier = nearlyBest.find((id) => getStartTime(id) < getStartTime(captainId));
	return { captainId, viceCaptainId: earlier ?? best };
}
