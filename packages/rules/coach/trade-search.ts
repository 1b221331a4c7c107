import type { Dollars, PlayerId, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { CoachPlayer } from "./coach-player.ts";
import { findOpenSlots, type OpenSlots } from "./open-slots.ts";
import { type CoachTrade, createRosterCheck, createTeamValue } from "./team-value.ts";

/** Trades that are made together. */
export interface TradeSet {
	readonly trades: readonly CoachTrade[];
	/** How much the value of the team rises. */
	readonly gain: number;
	/** The net cost of the trades; negative if they free up money. */
	readonly cost: Dollars;
}

export interface TradeSetInput {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "coach" | "prices">;
	readonly team: readonly CoachPlayer[];
	/** Players who may come in. */
	readonly pool: readonly CoachPlayer[];
	/** Players of the team who may not leave: locked, traded in this round, or kept by the manager. */
	readonly mustStay: (id: PlayerId) => boolean;
	readonly bank: Dollars;
	readonly tradesLeft: number;
	/** How many alternatives to the best trades are wanted. */
	readonly otherChoices?: number;
	/** The value of an expected dollar in points. */
	readonly pointsPerDollar: number;
	/** The slots that are open in the next round; all by default. */
	readonly openSlots?: OpenSlots;
	/** The bonus that a player coming in adds to a set's gain. Players with a bonus above 0 are always considered. */
	readonly getBonus?: (id: PlayerId) => Points;
	/** Whether the request was aborted. The search then ends at once, and the sets mean nothing. */
	readonly isAborted?: () => boolean;
}

/** The values of a dollar to try while combining trades, relative to one point per opening magic number. */
const MONEY_VALUES = [0, 0.5, 1, 2];

/** Every set of trades worth considering for the next rounds, the best first. Their gains include the bonuses. */
export function listTradeSets(input: TradeSetInput): TradeSet[] {
	const {
		rules,
		team,
		pool,
		mustStay,
		bank,
		tradesLeft,
		otherChoices = 0,
		pointsPerDollar,
		getBonus = () => 0,
	} = input;
	const { isAborted = () => false } = input;
	const openSlots = input.openSlots ?? findOpenSlots(rules, null);
	const roundWeights = rules.coach.roundWeights.slice(0, team[0]?.points.length ?? 0);
	const pointsPerMoney = roundWeights.reduce((sum, weight) => sum + weight, 0) / rules.prices.openingMagicNumber;
	const computeTeamValue = createTeamValue(team, pool, { rules, roundWeights, pointsPerDollar, openSlots });
	return searchTrades({
		leaving: team.filter(({ player }) => !mustStay(player.id)),
		pool,
		bank,
		maxTrades: tradesLeft,
		otherChoices,
		mustConsider: ({ player }) => getBonus(player.id) > 0,
		computeValue: (trades) => {
			if (isAborted()) return 0;
			let value = computeTeamValue(trades);
			for (const { playerIn } of trades) value += getBonus(playerIn.player.id);
			return value;
		},
		fits: createRosterCheck(team, pool, openSlots),
		moneyValues: MONEY_VALUES.map((value) => value * pointsPerMoney),
	});
}

interface TradeSearch {
	/** Players who may leave the team. */
	readonly leaving: readonly CoachPlayer[];
	/** Players who may come in. */
	readonly pool: readonly CoachPlayer[];
	readonly bank: Dollars;
	readonly maxTrades: number;
	/** A player is dropped if `maxTrades` + this many others are preferable, so that there are other choices. */
	readonly otherChoices: number;
	/** Players who are considered even if others are preferable. */
	readonly mustConsider: (player: CoachPlayer) => boolean;
	/** The team's value after these trades. */
	readonly computeValue: (trades: readonly CoachTrade[]) => number;
	/** Whether everyone has a slot after these trades. */
	readonly fits: (trades: readonly CoachTrade[]) => boolean;
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
 * The best sets of one to `maxTrades` trades, the best first. A beam search: it values every single trade, then the most
 * promising sets with one trade more, and so on. What is promising depends on what money is worth, because some trades
 * bring points and others the money that pays for them.
 */
function searchTrades(search: TradeSearch): TradeSet[] {
	const { bank, maxTrades, moneyValues, fits } = search;
	if (maxTrades <= 0) return [];
	const singles = listSingles(search);
	const steps = choosePromising(singles, moneyValues, MAX_SINGLES);
	const found = [...singles];
	let extended: readonly TradeSet[] = singles;
	for (let size = 2; size <= maxTrades; size++) {
		extended = extendSets(choosePromising(extended, moneyValues, MAX_EXTENDED), steps, search);
		found.push(...extended);
	}
	const best = found.filter(({ cost, trades }) => cost <= bank && fits(trades)).sort(compareSets);
	const efficient = keepEfficient(singles);
	return [...improveSets(best.slice(0, MAX_IMPROVED), efficient, search), ...best].sort(compareSets);
}

/** Drops a single trade if another one for the same player gains as much, costs no more and brings in the same lines. */
function keepEfficient(singles: readonly TradeSet[]): TradeSet[] {
	const byKind = Map.groupBy(
		singles.toSorted((a, b) => a.cost - b.cost || compareSets(a, b)),
		({ trades: [trade] }) => `${trade?.playerOut.player.id} ${trade?.playerIn.lines}`,
	);
	return [...byKind.values()].flatMap((group) => {
		let bestGain = -Infinity;
		return group.filter(({ gain }) => {
			if (gain <= bestGain) return false;
			bestGain = gain;
			return true;
		});
	});
}

/** Improves each set by replacing one trade at a time while that helps. Sets that cannot be improved are left out. */
function improveSets(sets: readonly TradeSet[], singles: readonly TradeSet[], search: TradeSearch): TradeSet[] {
	return sets.flatMap((set) => {
		const better = [...generateImprovements(set, singles, search)];
		return better.slice(-1);
	});
}

function* generateImprovements(
	start: TradeSet,
	singles: readonly TradeSet[],
	search: TradeSearch,
): Generator<TradeSet> {
	const { bank, computeValue, fits } = search;
	const valueBefore = computeValue([]);
	for (let set: TradeSet | null = start; set; ) {
		let best: TradeSet = set;
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
				if (gain > best.gain && fits(trades)) best = { trades, gain, cost: remainingCost + cost };
			}
		}
		if (best === set) return;
		yield best;
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
function extendSets(sets: readonly TradeSet[], steps: readonly TradeSet[], { computeValue }: TradeSearch): TradeSet[] {
	const valueBefore = computeValue([]);
	const seenKeys = new Set<string>();
	return sets.flatMap((set) =>
		steps.flatMap((step): TradeSet[] => {
			const [added] = step.trades;
			if (!added || set.trades.some((trade) => isSameOnEitherSide(trade, added))) return [];
			const trades = [...set.trades, added].sort((a, b) => a.playerOut.player.id - b.playerOut.player.id);
			const key = trades.flatMap(({ playerIn, playerOut }) => [playerIn.player.id, playerOut.player.id]).join();
			if (seenKeys.has(key)) return [];
			seenKeys.add(key);
			return [{ trades, gain: computeValue(trades) - valueBefore, cost: set.cost + step.cost }];
		}),
	);
}

const isSameOnEitherSide = (a: CoachTrade, b: CoachTrade): boolean =>
	a.playerIn === b.playerIn || a.playerOut === b.playerOut;

/** The sets that are best at one of the values of money. */
function choosePromising(sets: readonly TradeSet[], moneyValues: readonly number[], count: number): TradeSet[] {
	const chosen = new Set<TradeSet>();
	for (const moneyValue of moneyValues) {
		const ranked = sets
			.map((set) => ({ set, worth: set.gain - moneyValue * set.cost }))
			.sort((a, b) => b.worth - a.worth || compareSets(a.set, b.set));
		for (const { set } of ranked.slice(0, count)) chosen.add(set);
	}
	return [...chosen];
}

/** Higher gain first, then less cost, fewer trades and lower ids, so that the order of the players makes no difference. */
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

/** Removes players that enough others beat in every respect. */
function removeDominated({ pool, maxTrades, otherChoices, mustConsider }: TradeSearch): CoachPlayer[] {
	const count = maxTrades + otherChoices;
	return pool.filter((player) => {
		if (mustConsider(player)) return true;
		let better = 0;
		for (const other of pool) if (isPreferable(other, player) && ++better >= count) return false;
		return true;
	});
}

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
