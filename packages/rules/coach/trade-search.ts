import type { Dollars, PlayerId, Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { CoachPlayer } from "./coach-player.ts";
import { findOpenSlots, type OpenSlots } from "./open-slots.ts";
import { type CoachTrade, createRosterCheck, createTeamValue } from "./team-value.ts";

export interface TradeSet {
	readonly trades: readonly CoachTrade[];
	/** How much the value of the team rises. */
	readonly gain: number;
	/** The net cost of the trades; negative if they free up money. */
	readonly cost: Dollars;
}

interface TradeSetInput {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "coach" | "prices">;
	readonly team: readonly CoachPlayer[];
	/** Players who may come in. */
	readonly pool: readonly CoachPlayer[];
	/** Whether a player of the team may not leave: she is locked, was traded in this round, or is on the keep list. */
	readonly mustStay: (id: PlayerId) => boolean;
	readonly bank: Dollars;
	readonly tradesLeft: number;
	/** How many alternatives the caller wants besides the best set. */
	readonly alternativeCount?: number;
	/** The value of an expected dollar in points. */
	readonly pointsPerDollar: number;
	/** The slots that are open in the next round; all by default. */
	readonly openSlots?: OpenSlots;
	/** The bonus that a player coming in adds to a set's gain. Players with a bonus above 0 are always considered. */
	readonly getBonus?: (id: PlayerId) => Points;
	/** Whether the request was aborted. The search then ends at once, and the sets mean nothing. */
	readonly isAborted?: () => boolean;
}

/** The values of a dollar to try while combining trades, in points for each opening magic number of dollars. */
const MONEY_VALUES = [0, 0.5, 1, 2];

/** Every set of trades worth considering for the next rounds, the best first. Their gains include the bonuses. */
export function listTradeSets(input: TradeSetInput): TradeSet[] {
	const { rules, team, pool, mustStay, bank, tradesLeft, pointsPerDollar } = input;
	const { alternativeCount = 0, getBonus = () => 0, isAborted = () => false } = input;
	const { openSlots = findOpenSlots(rules, null) } = input;
	const roundWeights = rules.coach.roundWeights.slice(0, team[0]?.points.length ?? 0);
	const pointsPerMoney = sum(roundWeights) / rules.prices.openingMagicNumber;
	const computeTeamValue = createTeamValue(team, pool, { rules, roundWeights, pointsPerDollar, openSlots });
	return searchTrades({
		leaving: team.filter(({ player }) => !mustStay(player.id)),
		pool,
		bank,
		maxTrades: tradesLeft,
		alternativeCount,
		mustConsider: ({ player }) => getBonus(player.id) > 0,
		computeValue: (trades) => {
			if (isAborted()) return 0;
			let value = computeTeamValue(trades);
			for (const { playerIn } of trades) value += getBonus(playerIn.player.id);
			return value;
		},
		hasSlotForEveryone: createRosterCheck(team, pool, openSlots),
		moneyValues: MONEY_VALUES.map((value) => value * pointsPerMoney),
	});
}

interface TradeSearch {
	readonly leaving: readonly CoachPlayer[];
	/** Players who may come in. */
	readonly pool: readonly CoachPlayer[];
	readonly bank: Dollars;
	readonly maxTrades: number;
	/** The number of alternatives wanted; a player is dropped if `maxTrades` + this many are preferable. */
	readonly alternativeCount: number;
	/** Players who are considered even if others are preferable. */
	readonly mustConsider: (player: CoachPlayer) => boolean;
	readonly computeValue: (trades: readonly CoachTrade[]) => number;
	readonly hasSlotForEveryone: (trades: readonly CoachTrade[]) => boolean;
	/** The values of a dollar, in points, to try while combining trades. */
	readonly moneyValues: readonly number[];
}

/** The number of single trades to combine with others, for each value of money. */
const MAX_SINGLES = 30;
/** The number of sets to extend by one more trade, for each value of money. */
const MAX_EXTENDED = 20;
/** The number of sets to improve at the end. */
const MAX_IMPROVED = 2;

/**
 * Finds the best sets of one to `maxTrades` trades, the best first, by a beam search: it values every single trade,
 * then extends the most promising sets by one trade, and so on. The most promising sets are kept for several values of
 * a dollar, because some trades bring points and others the money that pays for them.
 */
function searchTrades(search: TradeSearch): TradeSet[] {
	const { bank, maxTrades, moneyValues, hasSlotForEveryone } = search;
	if (maxTrades <= 0) return [];
	const singles = listSingles(search);
	const additions = choosePromising(singles, moneyValues, MAX_SINGLES);
	const found = [...singles];
	let largestSets: readonly TradeSet[] = singles;
	for (let size = 2; size <= maxTrades; size++) {
		largestSets = extendSets(choosePromising(largestSets, moneyValues, MAX_EXTENDED), additions, search);
		found.push(...largestSets);
	}
	const best = found.filter(({ cost, trades }) => cost <= bank && hasSlotForEveryone(trades)).sort(compareSets);
	const efficient = keepEfficient(singles);
	const improved = best.slice(0, MAX_IMPROVED).flatMap((set) => improveSet(set, efficient, search) ?? []);
	return [...improved, ...best].sort(compareSets);
}

/**
 * Drops a single trade if another one that trades out the same player gains at least as much, costs no more, and brings
 * in a player of the same lines.
 */
function keepEfficient(singles: readonly TradeSet[]): TradeSet[] {
	const byPlayerOutAndLines = Map.groupBy(
		singles.toSorted((a, b) => a.cost - b.cost || compareSets(a, b)),
		({ trades: [trade] }) => `${trade?.playerOut.player.id} ${trade?.playerIn.lines}`,
	);
	return [...byPlayerOutAndLines.values()].flatMap((group) => {
		let bestGain = -Infinity;
		return group.filter(({ gain }) => {
			if (gain <= bestGain) return false;
			bestGain = gain;
			return true;
		});
	});
}

/** Replaces trades of a set, each by the single trade that improves it most; null if none improves it. */
function improveSet(start: TradeSet, singles: readonly TradeSet[], search: TradeSearch): TradeSet | null {
	const { bank, computeValue, hasSlotForEveryone } = search;
	const valueBefore = computeValue([]);
	let set = start;
	for (;;) {
		let best = set;
		for (const removed of set.trades) {
			const remaining = set.trades.filter((trade) => trade !== removed);
			const remainingCost = set.cost - (removed.playerIn.player.cost - removed.playerOut.player.cost);
			for (const {
				trades: [added],
				cost,
			} of singles) {
				if (!added || remainingCost + cost > bank || remaining.some((trade) => isSameOnEitherSide(trade, added)))
					continue;
				const trades = [...remaining, added];
				const gain = computeValue(trades) - valueBefore;
				if (gain > best.gain && hasSlotForEveryone(trades)) best = { trades, gain, cost: remainingCost + cost };
			}
		}
		if (best === set) return set === start ? null : set;
		set = best;
	}
}

/** Every single trade, even if it is not affordable or does not fit on its own. */
function listSingles(search: TradeSearch): TradeSet[] {
	const { leaving, computeValue } = search;
	const valueBefore = computeValue([]);
	const candidates = removeDominated(search);
	return leaving.flatMap((playerOut) =>
		candidates.map((playerIn): TradeSet => {
			const trades = [{ playerIn, playerOut }];
			return { trades, gain: computeValue(trades) - valueBefore, cost: playerIn.player.cost - playerOut.player.cost };
		}),
	);
}

/** Each set with each of the single trades added, without duplicates. */
function extendSets(sets: readonly TradeSet[], additions: readonly TradeSet[], { computeValue }: TradeSearch) {
	const valueBefore = computeValue([]);
	const seenKeys = new Set<string>();
	return sets.flatMap((set) =>
		additions.flatMap((addition): TradeSet[] => {
			const [added] = addition.trades;
			if (!added || set.trades.some((trade) => isSameOnEitherSide(trade, added))) return [];
			const trades = [...set.trades, added].sort((a, b) => a.playerOut.player.id - b.playerOut.player.id);
			const key = trades.flatMap(({ playerIn, playerOut }) => [playerIn.player.id, playerOut.player.id]).join();
			if (seenKeys.has(key)) return [];
			seenKeys.add(key);
			return [{ trades, gain: computeValue(trades) - valueBefore, cost: set.cost + addition.cost }];
		}),
	);
}

const isSameOnEitherSide = (a: CoachTrade, b: CoachTrade): boolean =>
	a.playerIn === b.playerIn || a.playerOut === b.playerOut;

/** The `count` best sets for each value of a dollar. */
function choosePromising(sets: readonly TradeSet[], moneyValues: readonly number[], count: number): TradeSet[] {
	const chosen = new Set<TradeSet>();
	for (const moneyValue of moneyValues) {
		const ranked = sets
			.map((set) => ({ set, rating: set.gain - moneyValue * set.cost }))
			.sort((a, b) => b.rating - a.rating || compareSets(a.set, b.set));
		for (const { set } of ranked.slice(0, count)) chosen.add(set);
	}
	return [...chosen];
}

/** By gain, then lower cost, fewer trades and lower ids, so that the order of the input makes no difference. */
function compareSets(a: TradeSet, b: TradeSet): number {
	const byValue = b.gain - a.gain || a.cost - b.cost || a.trades.length - b.trades.length;
	if (byValue !== 0) return byValue;
	for (const [index, { playerIn, playerOut }] of a.trades.entries()) {
		const other = b.trades[index];
		if (!other) break;
		const byId = playerOut.player.id - other.playerOut.player.id || playerIn.player.id - other.playerIn.player.id;
		if (byId !== 0) return byId;
	}
	return 0;
}

/** Removes players to whom at least `maxTrades` + `alternativeCount` others are preferable. */
function removeDominated({ pool, maxTrades, alternativeCount, mustConsider }: TradeSearch): CoachPlayer[] {
	const count = maxTrades + alternativeCount;
	return pool.filter((player) => {
		if (mustConsider(player)) return true;
		let better = 0;
		for (const other of pool) if (isPreferable(other, player) && ++better >= count) return false;
		return true;
	});
}

/** Whether `a` can replace `b`: she plays all of her lines, costs no more, and is expected to gain no less. */
function isPreferable(a: CoachPlayer, b: CoachPlayer): boolean {
	if ((a.lines & b.lines) !== b.lines || a.player.cost > b.player.cost || a.priceRise < b.priceRise) return false;
	if (a.points.some((points, round) => points < (b.points[round] ?? 0))) return false;
	const isSame =
		a.lines === b.lines &&
		a.player.cost === b.player.cost &&
		a.priceRise === b.priceRise &&
		a.points.every((points, round) => points === b.points[round]);
	return !isSame || a.player.id < b.player.id;
}
