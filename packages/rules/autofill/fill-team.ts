import type { Dollars, Points } from "../ids.ts";
import type { Slot, SlotArea } from "../lineup/lineup.ts";
import { canFill } from "../lineup/slots.ts";
import { type Line, mapLines, type Player } from "../player.ts";
import { isCheaper, pruneCandidates } from "./prune-candidates.ts";

/** An empty slot that is to be filled. `line` is null for the utility. */
export type OpenSlot = Pick<Slot, "area" | "line">;

export interface FillCandidate {
	readonly player: Player;
	readonly worth: Readonly<Record<SlotArea, Points>>;
	/** What she adds as captain. */
	readonly captainBonus: Points;
}

interface FillInput {
	readonly slots: readonly OpenSlot[];
	readonly candidates: readonly FillCandidate[];
	readonly bank: Dollars;
	/** The captain's bonus that the team has without the new players. */
	readonly captainBonus: Points;
}

/** The candidate chosen for each open slot, in the order of the slots. */
export type Filling = readonly FillCandidate[];

/** The number of captains to try, those with the highest bonus. */
const MAX_CAPTAINS = 6;
/** The number of fillings, one for each captain that is tried, to improve by exchanges. */
const MAX_IMPROVED = 3;
/** λ is searched in this many steps, between 0 and `MAX_POINTS_PER_DOLLAR`. */
const BISECTIONS = 24;
const MAX_POINTS_PER_DOLLAR = 1e-3;

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
 * Fills the open slots within the bank so that the players are worth the most, to within half a percent; null if the
 * bank or the pool is too small. It tries each of the best captains, as docs/coach.md describes for a team from
 * scratch: players are rated by their worth less their cost × λ points per dollar, with the lowest λ at which the
 * best-rated players fit the bank. Exchanges then improve that filling.
 */
export function fillTeam(input: FillInput): Filling | null {
	const cheapest = findCheapestFilling(input);
	if (!cheapest || getCost(cheapest) > input.bank) return null;
	const reduced = { ...input, candidates: removeDominated(input.candidates, input.slots) };
	const captains = reduced.candidates
		.filter(({ captainBonus }) => captainBonus > input.captainBonus)
		.toSorted((a, b) => b.captainBonus - a.captainBonus || a.player.id - b.player.id)
		.slice(0, MAX_CAPTAINS);
	const starts = [null, ...captains]
		.map((captain) => {
			const withCaptain = captain ? addBonus(reduced, captain) : reduced;
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
	return pruneCandidates(candidates, { byLine: mapLines(count), utility: count(null) }, isPreferable);
}

const isPreferable = (a: FillCandidate, b: FillCandidate): boolean =>
	isCheaper(a.player, b.player) &&
	a.captainBonus >= b.captainBonus &&
	a.worth.field >= b.worth.field &&
	a.worth.bench >= b.worth.bench &&
	a.worth.utility >= b.worth.utility;

const addBonus = (input: FillInput, captain: FillCandidate): FillInput => ({
	...input,
	candidates: input.candidates.map((candidate) =>
		candidate === captain
			? { ...candidate, worth: { ...candidate.worth, field: candidate.worth.field + candidate.captainBonus } }
			: candidate,
	),
});

/** Finds a slot for one more player by moving others; `filled` has a player or undefined for each slot. */
function placePlayer(
	candidate: FillCandidate,
	slots: readonly OpenSlot[],
	filled: (FillCandidate | undefined)[],
	tried: Set<number> = new Set(),
): boolean {
	for (const [index, slot] of slots.entries()) {
		if (tried.has(index) || !canFill(candidate.player, slot)) continue;
		tried.add(index);
		const holder = filled[index];
		if (holder && !placePlayer(holder, slots, filled, tried)) continue;
		filled[index] = candidate;
		return true;
	}
	return false;
}

/**
 * The cheapest filling. Greedily adding the cheapest player who still gets a slot is optimal, because the sets of
 * players that fit the slots form a matroid.
 */
function findCheapestFilling({ slots, candidates }: FillInput): Filling | null {
	const filled = new Array<FillCandidate | undefined>(slots.length).fill(undefined);
	let missing = slots.length;
	for (const candidate of candidates.toSorted((a, b) => a.player.cost - b.player.cost || a.player.id - b.player.id)) {
		if (missing === 0) break;
		if (placePlayer(candidate, slots, filled)) missing -= 1;
	}
	return missing === 0 ? filled.filter((candidate) => candidate !== undefined) : null;
}

/** The filling of the best-rated players, at the lowest λ at which it is affordable, found by bisection. */
function findRelaxedFilling(input: FillInput): Filling | null {
	let best: Filling | null = null;
	let low = 0;
	let high = MAX_POINTS_PER_DOLLAR;
	for (let step = 0; step < BISECTIONS; step++) {
		const pointsPerDollar = step === 0 ? 0 : (low + high) / 2;
		const filling = takeBestRated(input, pointsPerDollar);
		const isAffordable = filling !== null && getCost(filling) <= input.bank;
		if (isAffordable) {
			best = filling;
			high = pointsPerDollar;
			if (step === 0) return best;
		} else low = pointsPerDollar;
	}
	return best;
}

/** Greedily takes the pairs of player and slot that are rated best: by worth less cost × λ (`pointsPerDollar`). */
function takeBestRated({ slots, candidates }: FillInput, pointsPerDollar: number): Filling | null {
	const kinds = slots.filter((slot, index) => slots.findIndex((other) => isSameKind(other, slot)) === index);
	const pairs = candidates.flatMap((candidate) => {
		const costInPoints = pointsPerDollar * candidate.player.cost;
		return kinds.flatMap((slot) =>
			canFill(candidate.player, slot) ? [{ candidate, slot, rating: candidate.worth[slot.area] - costInPoints }] : [],
		);
	});
	pairs.sort((a, b) => b.rating - a.rating || a.candidate.player.id - b.candidate.player.id);
	const filled = new Array<FillCandidate | undefined>(slots.length).fill(undefined);
	const used = new Set<FillCandidate>();
	for (const { candidate, slot } of pairs) {
		if (used.has(candidate)) continue;
		const index = slots.findIndex((other, position) => isSameKind(other, slot) && filled[position] === undefined);
		if (index < 0) continue;
		filled[index] = candidate;
		used.add(candidate);
	}
	const filling = filled.filter((candidate) => candidate !== undefined);
	return filling.length === slots.length ? filling : null;
}

/** A change of a filling. `incoming` is the player who was not in it before; null if two players swap slots. */
interface Exchange {
	readonly changes: readonly { readonly index: number; readonly candidate: FillCandidate }[];
	readonly incoming: FillCandidate | null;
	readonly gain: Points;
	readonly cost: Dollars;
}

/** Makes the best exchange, or the best pair of exchanges, as long as the filling gets better. */
function improveFilling(start: Filling, input: FillInput): Filling {
	let filling = start;
	for (;;) {
		const changes = findBestChanges(filling, input);
		if (!changes) return filling;
		const improved = [...filling];
		for (const { index, candidate } of changes) improved[index] = candidate;
		filling = improved;
	}
}

const MIN_GAIN = 1e-9;

function findBestChanges(filling: Filling, input: FillInput): Exchange["changes"] | null {
	const bankLeft = input.bank - getCost(filling);
	const groups = listExchanges(filling, input);
	let best: Exchange["changes"] | null = null;
	let bestGain = MIN_GAIN;
	for (const group of groups) {
		for (const exchange of group) {
			if (exchange.cost > bankLeft || exchange.gain <= bestGain) continue;
			best = exchange.changes;
			bestGain = exchange.gain;
		}
	}
	for (const [index, group] of groups.entries()) {
		for (const otherGroup of groups.slice(index + 1)) {
			// Cost and gain rise within a group, so the best partner of an exchange is the last one that the bank still
			// allows. It moves towards the front as the exchanges of the first group get dearer.
			let partnerIndex = otherGroup.length - 1;
			for (const exchange of group) {
				while (partnerIndex >= 0 && exchange.cost + (otherGroup[partnerIndex]?.cost ?? 0) > bankLeft) partnerIndex -= 1;
				const partner = otherGroup[partnerIndex];
				if (!partner) break;
				if (exchange.gain + partner.gain <= bestGain || !areDisjoint(exchange, partner)) continue;
				best = [...exchange.changes, ...partner.changes];
				bestGain = exchange.gain + partner.gain;
			}
		}
	}
	return best;
}

const areDisjoint = (a: Exchange, b: Exchange): boolean =>
	(a.incoming === null || a.incoming !== b.incoming) &&
	a.changes.every(({ index }) => b.changes.every((other) => other.index !== index));

/**
 * A group of exchanges for each slot, in which a new player replaces the holder, and one for each pair of slots, in
 * which the first holder takes the second slot from its holder, and a new player or that second holder takes the first
 * slot. A group is sorted by cost and contains only exchanges that gain more than every cheaper one.
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
		const fitting = unpicked.filter((candidate) => canFill(candidate.player, slot));
		filling.forEach((otherHolder, otherIndex) => {
			const target = slots[otherIndex];
			if (!target) return;
			const isPair = otherIndex !== index;
			if (isPair && (isSameKind(slot, target) || !canFill(holder.player, target))) return;
			const changes = isPair ? [{ index: otherIndex, candidate: holder }] : [];
			const gainOfMove = isPair ? holder.worth[target.area] - otherHolder.worth[target.area] : 0;
			const group: Exchange[] = [];
			let bestGain = -Infinity;
			if (isPair && canFill(otherHolder.player, slot)) {
				const gain = gainOfMove + otherHolder.worth[slot.area] - holder.worth[slot.area];
				group.push({ changes: [{ index, candidate: otherHolder }, ...changes], incoming: null, gain, cost: 0 });
			}
			for (const candidate of fitting) {
				const gain = gainOfMove + candidate.worth[slot.area] - holder.worth[slot.area];
				if (gain <= bestGain) continue;
				bestGain = gain;
				const cost = candidate.player.cost - otherHolder.player.cost;
				group.push({ changes: [{ index, candidate }, ...changes], incoming: candidate, gain, cost });
			}
			groups.push(keepEfficient(group));
		});
	});
	return groups;
}

/** Sorts exchanges by cost, and leaves out those that gain no more than a cheaper one. */
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
