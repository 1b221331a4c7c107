import { EMPTY_SLOT, type PlayerId, type Points } from "../ids.ts";
import { isEmptySlot, type Lineup, type Slot } from "../lineup/lineup.ts";
import {
	canFill,
	listBenchIds,
	listFieldIds,
	listSlotIds,
	listSlots,
	replaceSlotIds,
	type TeamShape,
} from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import type { PlayerLookup } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { SwapPair } from "../swaps/swap-players.ts";

export interface ArrangeContext {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "emergencies" | "coach">;
	readonly getPlayer: PlayerLookup;
	readonly isLocked: LockCheck;
	/** Expected points in the round; 0 for a player who does not play. */
	readonly getExpectedPoints: (id: PlayerId) => Points;
	/** When her first match of the round starts, which locks her. */
	readonly getStart: (id: PlayerId) => number;
}

/**
 * A vice captain who plays before the captain is preferred if she is expected to score at least this share of the best
 * one's points.
 */
export const EARLY_VICE_CAPTAIN_SHARE = 0.9;

/**
 * The team's best line-up for a round: the most expected points on field that swaps of unlocked players allow, then the
 * most on the bench, with captain, vice captain and emergencies. Every swap on the way is one that the manager could
 * make.
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

/** The swaps with the bench and the utility that give the most expected points on field, in the order to make them. */
export const findFieldSwaps = (
	lineup: Lineup,
	context: Omit<ArrangeContext, "rules"> & { readonly rules: TeamShape },
): readonly SwapPair[] => makeSwaps(listSlotIds(lineup, context.rules), context, 0).swaps;

/**
 * Repeats the swap with the highest gain until none gains anything. Points on the bench are weighted by `benchWeight`.
 */
function makeSwaps(
	before: readonly PlayerId[],
	{
		rules,
		getPlayer,
		isLocked,
		getExpectedPoints,
	}: Omit<ArrangeContext, "rules" | "getStart"> & { readonly rules: TeamShape },
	benchWeight: number,
): { readonly ids: readonly PlayerId[]; readonly swaps: readonly SwapPair[] } {
	const slots = listSlots(rules);
	const getWeight = ({ area }: Slot) => (area === "field" ? 1 : area === "bench" ? benchWeight : 0);
	const ids = [...before];
	const swaps: SwapPair[] = [];
	for (;;) {
		let best: { readonly one: number; readonly other: number; readonly gain: Points } | null = null;
		for (const [one, slot] of slots.entries()) {
			for (let other = one + 1; other < slots.length; other++) {
				const [otherSlot, player, otherPlayer] = [slots[other], getPlayer(ids[one] ?? 0), getPlayer(ids[other] ?? 0)];
				if (!otherSlot || !player || !otherPlayer || isLocked(player.id) || isLocked(otherPlayer.id)) continue;
				if (!canFill(player, otherSlot) || !canFill(otherPlayer, slot)) continue;
				const gain =
					(getWeight(slot) - getWeight(otherSlot)) * (getExpectedPoints(otherPlayer.id) - getExpectedPoints(player.id));
				if (gain > (best?.gain ?? 0)) best = { one, other, gain };
			}
		}
		if (!best) return { ids, swaps };
		swaps.push([ids[best.one] ?? EMPTY_SLOT, ids[best.other] ?? EMPTY_SLOT]);
		[ids[best.one], ids[best.other]] = [ids[best.other] ?? EMPTY_SLOT, ids[best.one] ?? EMPTY_SLOT];
	}
}

/**
 * The captain is the best unlocked player on field. The vice captain is the best of the others, or one nearly as good who
 * plays before the captain: her score is then known while the captain can still be changed. Locked holders keep their role.
 */
export function chooseCaptains(
	lineup: Lineup,
	{ isLocked, getExpectedPoints, getStart }: Pick<ArrangeContext, "isLocked" | "getExpectedPoints" | "getStart">,
): Pick<Lineup, "captainId" | "viceCaptainId"> {
	const bestFirst = listFieldIds(lineup)
		.filter((id) => !isLocked(id))
		.toSorted((a, b) => getExpectedPoints(b) - getExpectedPoints(a) || a - b);
	const isFixed = (id: PlayerId) => !isEmptySlot(id) && isLocked(id);
	const viceIsFixed = isFixed(lineup.viceCaptainId);
	const captainId = isFixed(lineup.captainId)
		? lineup.captainId
		: (bestFirst.find((id) => !viceIsFixed || id !== lineup.viceCaptainId) ?? EMPTY_SLOT);
	if (viceIsFixed) return { captainId, viceCaptainId: lineup.viceCaptainId };
	const others = bestFirst.filter((id) => id !== captainId);
	const [best = EMPTY_SLOT] = others;
	const nearlyBest = others.filter((id) => getExpectedPoints(id) >= EARLY_VICE_CAPTAIN_SHARE * getExpectedPoints(best));
	const early = nearlyBest.find((id) => getStart(id) < getStart(captainId));
	return { captainId, viceCaptainId: early ?? best };
}
