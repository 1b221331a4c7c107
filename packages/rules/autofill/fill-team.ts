import type { Dollars, Points } from "../ids.ts";
import type { SlotArea } from "../lineup/lineup.ts";
import type { Line, Player } from "../player.ts";
import { filterPreferable, isCheaper } from "./filter-candidates.ts";

/** An empty slot that is to be filled. `line` is null for the utility. */
export interface OpenSlot {
	readonly area: SlotArea;
	readonly line: Line | null;
}

/** A player who may be added, and her worth in each area. */
export interface FillCandidate {
	readonly player: Player;
	readonly worth: Readonly<Record<SlotArea, Points>>;
	/** What she adds as captain. */
	readonly captainBonus: Points;
}

export interface FillInput {
	readonly slots: readonly OpenSlot[];
	readonly candidates: readonly FillCandidate[];
	readonly bank: Dollars;
	/** The captain's bonus that the team has without the new players. */
	readonly captainBonus: Points;
}

/** A candidate for each open slot, in the order of the slots. */
export type Filling = readonly FillCandidate[];

/** The number of captains to try, those with the highest bonus. */
const MAX_CAPTAINS = 6;
/** The number of resulting fillings to improve. */
const MAX_IMPROVED = 3;
const BISECTIONS = 24;

export const canFillSlot = ({ player }: FillCandidate, { line }: OpenSlot): boolean =>
	line === null || player.position.includes(line);

const isSameKind = (a: OpenSlot, b: OpenSlot): boolean => a.area === b.area && a.line === b.line;

const getCost = (filling: Filling): Dollars => filling.reduce((sum, { player }) => sum + player.cost, 0);

/** The worth of a filling: that of each player in her slot, plus the bonus of the best captain on field. */
export function computeFillingWorth(filling: Filling, { slots, captainBonus }: FillInput): Points {
	let worth = 0;
	let bonus = captainBonus;
	filling.forEach((candidate, index) => {
		const area = slots[index]?.area ?? "bench";
		worth += candidate.worth[area];
		if (area === "field") bonus = Math.max(bonus, candidate.captainBonus);
	});
	return worth + bonus;
}

/**
 * Fills the open slots within the bank so that the players are worth the most, within half a percent; null if the money is
 * not enough. For each of the likely captains it finds the price of money at which the best players for their cost just
 * fit the bank, and improves that filling by exchanges.
 */
export function fillTeam(input: FillInput): Filling | null {
	const cheapest = findCheapestFilling(input);
	if (!cheapest || getCost(cheapest) > input.bank) return null;
	const useful = { ...input, candidates: removeDominated(input.candidates, input.slots) };
	const captains = useful.candidates
		.filter(({ captainBonus }) => captainBonus > input.captainBonus)
		.toSorted((a, b) => b.captainBonus - a.captainBonus || a.player.id - b.player.id)
		.slice(0, MAX_CAPTAINS);
	const starts = [null, ...captains]
		.map((captain) => {
			const withCaptain = captain ? addBonus(useful, captain) : useful;
			const filling = findRelaxedFilling(withCaptain) ?? cheapest;
			return { withCaptain, filling, worth: computeFillingWorth(removeBonus(filling, input), input) };
		})
		.sort((a, b) => b.worth - a.worth);
	return starts
		.slice(0, MAX_IMPROVED)
		.map(({ withCaptain, filling }) => removeBonus(improveFilling(filling, withCaptain), input))
		.reduce((best, filling) =>
			computeFillingWorth(filling, input) > computeFillingWorth(best, input) ? filling : best,
		);
}

/** The same players with their original worth, without a captain's bonus. */
function removeBonus(filling: Filling, { candidates }: FillInput): Filling {
	const originals = new Map(candidates.map((candidate) => [candidate.player, candidate]));
	return filling.map((candidate) => originals.get(candidate.player) ?? candidate);
}

/** Leaves out players who cannot be part of the best filling. */
function removeDominated(candidates: readonly FillCandidate[], slots: readonly OpenSlot[]): FillCandidate[] {
	const count = (line: Line | null) => slots.filter((slot) => slot.line === line).length;
	const byLine = { DEF: count("DEF"), MID: count("MID"), RUC: count("RUC"), FWD: count("FWD") };
	return filterPreferable(candidates, { byLine, utility: count(null) }, isPreferable);
}

const isPreferable = (a: FillCandidate, b: FillCandidate): boolean =>
	isCheaper(a.player, b.player) &&
	a.captainBonus >= b.captainBonus &&
	a.worth.field >= b.worth.field &&
	a.worth.bench >= b.worth.bench &&
	a.worth.utility >= b.worth.utility;

/** The input with a captain's bonus added to her worth on field. */
const addBonus = (input: FillInput, captain: FillCandidate): FillInput => ({
	...input,
	candidates: input.candidates.map((candidate) =>
		candidate === captain
			? { ...candidate, worth: { ...candidate.worth, field: candidate.worth.field + candidate.captainBonus } }
			: candidate,
	),
});

/**
 * Tries to find a slot for one more player, moving others to other slots; `filled` has a player or undefined for each
 * slot.
 */
function placePlayer(
	candidate: FillCandidate,
	slots: readonly OpenSlot[],
	filled: (FillCandidate | undefined)[],
	tried: Set<number> = new Set(),
): boolean {
	for (const [index, slot] of slots.entries()) {
		if (tried.has(index) || !canFillSlot(candidate, slot)) continue;
		tried.add(index);
		const holder = filled[index];
		if (holder && !placePlayer(holder, slots, filled, tried)) continue;
		filled[index] = candidate;
		return true;
	}
	return false;
}

/** The cheapest filling. Adding the cheapest player for whom there is a slot is optimal: the slots form a matroid. */
function findCheapestFilling({ slots, candidates }: FillInput): Filling | null {
	const filled = new Array<FillCandidate | undefined>(slots.length).fill(undefined);
	let missing = slots.length;
	for (const candidate of candidates.toSorted((a, b) => a.player.cost - b.player.cost || a.player.id - b.player.id)) {
		if (missing === 0) break;
		if (placePlayer(candidate, slots, filled)) missing -= 1;
	}
	return missing === 0 ? filled.filter((candidate) => candidate !== undefined) : null;
}

/** The filling with the best players for their cost, at the lowest price of money that makes it affordable. */
function findRelaxedFilling(input: FillInput): Filling | null {
	let best: Filling | null = null;
	let low = 0;
	let high = 1e-3;
	for (let step = 0; step < BISECTIONS; step++) {
		const priceOfMoney = step === 0 ? 0 : (low + high) / 2;
		const filling = takeBest(input, priceOfMoney);
		const isAffordable = filling !== null && getCost(filling) <= input.bank;
		if (isAffordable) {
			best = filling;
			high = priceOfMoney;
			if (step === 0) return best;
		} else low = priceOfMoney;
	}
	return best;
}

/** Greedily takes the pairs of player and slot that are worth most after paying for the player. */
function takeBest({ slots, candidates }: FillInput, priceOfMoney: number): Filling | null {
	const kinds = slots.filter((slot, index) => slots.findIndex((other) => isSameKind(other, slot)) === index);
	const pairs = candidates.flatMap((candidate) => {
		const paid = priceOfMoney * candidate.player.cost;
		return kinds.flatMap((slot) =>
			canFillSlot(candidate, slot) ? [{ candidate, slot, worth: candidate.worth[slot.area] - paid }] : [],
		);
	});
	pairs.sort((a, b) => b.worth - a.worth || a.candidate.player.id - b.candidate.player.id);
	const filled = new Array<FillCandidate | undefined>(slots.length).fill(undefined);
	const used = new Set<FillCandidate>();
	for (const { candidate, slot } of pairs) {
		if (used.has(candidate)) continue;
		const index = slots.findIndex(
			(candidate, position) => isSameKind(candidate, slot) && filled[position] === undefined,
		);
		if (index < 0) continue;
		filled[index] = candidate;
		used.add(candidate);
	}
	const filling = filled.filter((candidate) => candidate !== undefined);
	return filling.length === slots.length ? filling : null;
}

/** A change of a filling: the players of some slots change. `incoming` was not in it before. */
interface Exchange {
	readonly changes: readonly { readonly index: number; readonly candidate: FillCandidate }[];
	readonly incoming: FillCandidate | null;
	readonly gain: Points;
	readonly cost: Dollars;
}

/** Exchanges one or two groups of players as long as the filling gets better. */
function improveFilling(start: Filling, input: FillInput): Filling {
	let filling = start;
	for (;;) {
		const exchange = findBestExchange(filling, input);
		if (!exchange) return filling;
		const improved = [...filling];
		for (const { index, candidate } of exchange) improved[index] = candidate;
		filling = improved;
	}
}

const MIN_GAIN = 1e-9;

function findBestExchange(filling: Filling, input: FillInput): Exchange["changes"] | null {
	const slack = input.bank - getCost(filling);
	const groups = listExchanges(filling, input);
	let best: Exchange["changes"] | null = null;
	let bestGain = MIN_GAIN;
	for (const group of groups) {
		for (const candidate of group) {
			if (candidate.cost > slack || candidate.gain <= bestGain) continue;
			best = candidate.changes;
			bestGain = candidate.gain;
		}
	}
	for (const [index, group] of groups.entries()) {
		for (const other of groups.slice(index + 1)) {
			// Both groups are sorted by rising cost and gain, so the more one exchange costs, the cheaper the other has
			// to be.
			let at = other.length - 1;
			for (const candidate of group) {
				while (at >= 0 && candidate.cost + (other[at]?.cost ?? 0) > slack) at -= 1;
				const partner = other[at];
				if (!partner) break;
				if (candidate.gain + partner.gain <= bestGain || !areDisjoint(candidate, partner)) continue;
				best = [...candidate.changes, ...partner.changes];
				bestGain = candidate.gain + partner.gain;
			}
		}
	}
	return best;
}

const areDisjoint = (a: Exchange, b: Exchange): boolean =>
	(a.incoming === null || a.incoming !== b.incoming) &&
	a.changes.every(({ index }) => b.changes.every((other) => other.index !== index));

/**
 * The exchanges of each slot and of each pair of slots: a new player for the holder, or a new player for the first
 * holder, who takes the slot of the second. Each group is sorted by cost and contains only exchanges that gain more
 * than every cheaper one.
 */
function listExchanges(filling: Filling, { slots, candidates }: FillInput): Exchange[][] {
	const inTeam = new Set(filling.map(({ player }) => player));
	const unpicked = candidates
		.filter(({ player }) => !inTeam.has(player))
		.toSorted((a, b) => a.player.cost - b.player.cost || a.player.id - b.player.id);
	const groups: Exchange[][] = [];
	filling.forEach((holder, index) => {
		const slot = slots[index];
		if (!slot) return;
		const entering = unpicked.filter((candidate) => canFillSlot(candidate, slot));
		filling.forEach((other, otherIndex) => {
			const target = slots[otherIndex];
			if (!target) return;
			const moves = otherIndex !== index;
			if (moves && (isSameKind(slot, target) || !canFillSlot(holder, target))) return;
			const changes = moves ? [{ index: otherIndex, candidate: holder }] : [];
			const fixedGain = moves ? holder.worth[target.area] - other.worth[target.area] : 0;
			const group: Exchange[] = [];
			let bestGain = -Infinity;
			if (moves && canFillSlot(other, slot)) {
				const gain = fixedGain + other.worth[slot.area] - holder.worth[slot.area];
				group.push({ changes: [{ index, candidate: other }, ...changes], incoming: null, gain, cost: 0 });
			}
			for (const candidate of entering) {
				const gain = fixedGain + candidate.worth[slot.area] - holder.worth[slot.area];
				if (gain <= bestGain) continue;
				bestGain = gain;
				const cost = candidate.player.cost - other.player.cost;
				group.push({ changes: [{ index, candidate }, ...changes], incoming: candidate, gain, cost });
			}
			groups.push(keepEfficient(group));
		});
	});
	return groups;
}

/** Sorted by cost, without exchanges that gain no more than a cheaper one. */
function keepEfficient(group: readonly Exchange[]): Exchange[] {
	let bestGain = -Infinity;
	return group
		.toSorted((a, b) => a.cost - b.cost || b.gain - a.gain)
		.filter(({ gain }) => {
			if (gain <= bestGain) return false;
			bestGain = gain;
			return true;
		});
}
