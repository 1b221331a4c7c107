import { EMPTY_SLOT, type PlayerId, type Points } from "../ids.ts";
import { isEmptySlot, type Lineup, type Slot } from "../lineup/lineup.ts";
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

/** The swaps of field with bench and utility that give the most expected points on field, one after the other. */
export const findFieldSwaps = (
	lineup: Lineup,
	context: Omit<ArrangeContext, "rules"> & { readonly rules: TeamShape },
): readonly SwapPair[] => makeSwaps(listSlotIds(lineup, context.rules), context, 0).swaps;

/** Repeats the swap with the highest gain, points on the bench weighted by `benchWeight`, until none gains anything. */
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
		if (isEmptySlot(id)) return true;
		const player = getPlayer(id);
		return player !== undefined && !isLocked(id) && canFill(player, slot);
	};
	const getPoints = (id: PlayerId): Points => (isEmptySlot(id) ? 0 : getExpectedPoints(id));
	const ids = [...before];
	const swaps: SwapPair[] = [];
	for (;;) {
		let best: { readonly index: number; readonly otherIndex: number; readonly gain: Points } | null = null;
		for (const [index, slot] of slots.entries()) {
			for (let otherIndex = index + 1; otherIndex < slots.length; otherIndex++) {
				const otherSlot = slots[otherIndex];
				const [id, otherId] = [ids[index] ?? EMPTY_SLOT, ids[otherIndex] ?? EMPTY_SLOT];
				if (!otherSlot || !canMove(id, otherSlot) || !canMove(otherId, slot)) continue;
				const gain = (getWeight(slot) - getWeight(otherSlot)) * (getPoints(otherId) - getPoints(id));
				if (gain > (best?.gain ?? 0)) best = { index, otherIndex, gain };
			}
		}
		if (!best) return { ids, swaps };
		const [id, otherId] = [ids[best.index] ?? EMPTY_SLOT, ids[best.otherIndex] ?? EMPTY_SLOT];
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
	const isFixed = (id: PlayerId) => !isEmptySlot(id) && isLocked(id);
	const isViceCaptainFixed = isFixed(lineup.viceCaptainId);
	const captainId = isFixed(lineup.captainId)
		? lineup.captainId
		: (bestFirst.find((id) => !isViceCaptainFixed || id !== lineup.viceCaptainId) ?? EMPTY_SLOT);
	if (isViceCaptainFixed) return { captainId, viceCaptainId: lineup.viceCaptainId };
	const others = bestFirst.filter((id) => id !== captainId);
	const [best = EMPTY_SLOT] = others;
	const nearlyBest = others.filter((id) => getExpectedPoints(id) >= EARLY_VICE_CAPTAIN_SHARE * getExpectedPoints(best));
	const earlier = nearlyBest.find((id) => getStartTime(id) < getStartTime(captainId));
	return { captainId, viceCaptainId: earlier ?? best };
}
