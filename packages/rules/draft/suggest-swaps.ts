import type { PlayerId, Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import { countUnplaced } from "./complete-squads.ts";
import { type ExpectedPlayer, projectSquad, replacePlayers } from "./expected-points.ts";
import type { SquadRules } from "./squad-rules.ts";
import { computeCombinedRange } from "./trade-effect.ts";

/** A trade of one player for another from which both teams gain. */
export interface SuggestedSwap {
	readonly giveId: PlayerId;
	readonly getId: PlayerId;
	/** What the best line-ups of each team gain in the rounds that are left. */
	readonly ownGain: Points;
	readonly otherGain: Points;
	/** 80 % range of the two projections combined. */
	readonly range: Points;
}

/** A trade that adds less to one of the teams is not worth an offer. */
const MIN_GAIN: Points = 2;

/**
 * Suggests trades of one player for another from which both teams gain by their projections, because their squads lack different
 * positions or rounds. Uses only the squads, which every league member can see.
 *
 * @param own the squad of the team that offers
 * @param mayMove whether a player may be traded now
 */
export function suggestSwaps(
	own: readonly ExpectedPlayer[],
	other: readonly ExpectedPlayer[],
	{
		rules,
		mayMove,
		maxSwaps,
	}: { readonly rules: SquadRules; readonly mayMove: (id: PlayerId) => boolean; readonly maxSwaps: number },
): readonly SuggestedSwap[] {
	const project = (squad: readonly ExpectedPlayer[]) => sum(projectSquad(squad, rules));
	const [ownBefore, otherBefore] = [project(own), project(other)];
	const [ownUnplaced, otherUnplaced] = [countUnplaced(own, rules), countUnplaced(other, rules)];
	const swaps: SuggestedSwap[] = [];
	for (const give of own.filter(({ id }) => mayMove(id))) {
		for (const get of other.filter(({ id }) => mayMove(id))) {
			const ownAfter = replacePlayers(own, [give.id], [get]);
			const ownGain = project(ownAfter) - ownBefore;
			if (ownGain < MIN_GAIN || countUnplaced(ownAfter, rules) > ownUnplaced) continue;
			const otherAfter = replacePlayers(other, [get.id], [give]);
			const otherGain = project(otherAfter) - otherBefore;
			if (otherGain < MIN_GAIN || countUnplaced(otherAfter, rules) > otherUnplaced) continue;
			swaps.push({ giveId: give.id, getId: get.id, ownGain, otherGain, range: computeCombinedRange([give, get]) });
		}
	}
	const best: SuggestedSwap[] = [];
	for (const swap of swaps.sort((a, b) => b.ownGain - a.ownGain || b.otherGain - a.otherGain)) {
		const isNew = best.every(({ giveId, getId }) => giveId !== swap.giveId && getId !== swap.getId);
		if (isNew && best.length < maxSwaps) best.push(swap);
	}
	return best;
}
