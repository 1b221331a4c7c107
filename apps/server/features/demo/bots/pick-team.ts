import type { PlayerId, Points } from "@first-bounce/rules/ids";
import type { ProposedLineup } from "@first-bounce/rules/lineup/default-roles";
import { buildLineupFromIds, canFill, createEmptyLineup, listSlots } from "@first-bounce/rules/lineup/slots";
import { sum } from "@first-bounce/rules/numbers";
import type { Player } from "@first-bounce/rules/player";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Random } from "../../seasons/generator/random.ts";

export interface Prospect extends Player {
	readonly projectedPoints: Points;
}

/** How a bot values players and spends money. */
export interface BotStrategy {
	/** Standard deviation of the logarithm of the bot's estimates relative to the projections. */
	readonly estimateDeviation: number;
	/** How unevenly the bot spends its money: 0 spends the same on every slot, 1 buys a few expensive stars. */
	readonly unevenness: number;
	/** The bot's favourite club, whose players it overrates. */
	readonly squadId: number;
	readonly clubBonus: number;
}

export const createRandomStrategy = (squadId: number, random: Random): BotStrategy => ({
	estimateDeviation: random.between(0.12, 0.4),
	unevenness: random.between(0.2, 0.75),
	squadId,
	clubBonus: random.chance(0.35) ? random.between(0.1, 0.5) : 0.02,
});

/** Draws the bot's estimate of each player's points. */
export function drawEstimates(
	players: Iterable<Prospect>,
	strategy: BotStrategy,
	random: Random,
): ReadonlyMap<PlayerId, Points> {
	return new Map(
		[...players].map(({ id, squadId, projectedPoints }) => {
			const factor = squadId === strategy.squadId ? 1 + strategy.clubBonus : 1;
			return [id, projectedPoints * factor * Math.exp(random.normal(0, strategy.estimateDeviation))];
		}),
	);
}

const BENCH_SHARE = { low: 0.5, high: 0.85 };

/** Draws the budget of each slot in order, with a cheap bench and utility. */
function drawBudgets(rules: SeasonRules, strategy: BotStrategy, random: Random): number[] {
	const slots = listSlots(rules);
	const shares = slots.map(({ area }) =>
		area === "field"
			? Math.exp(random.normal(0, strategy.unevenness))
			: random.between(BENCH_SHARE.low, BENCH_SHARE.high) * 0.6,
	);
	const spendable = rules.salaryCap - slots.length * rules.floorPrice;
	const total = sum(shares);
	return shares.map((share) => rules.floorPrice + (spendable * share) / total);
}

/**
 * Picks a full line-up under the cap, or returns null if no affordable player is left for a slot. Money left over from one
 * slot goes to the next, and in the end improves the field. Captains are not set.
 */
export function pickTeam(
	players: readonly Prospect[],
	rules: SeasonRules,
	strategy: BotStrategy,
	random: Random,
): ProposedLineup | null {
	const slots = listSlots(rules);
	const estimates = drawEstimates(players, strategy, random);
	const getEstimate = (player: Prospect): number => estimates.get(player.id) ?? 0;
	const ranked = [...players].sort((one, other) => getEstimate(other) - getEstimate(one));
	const budget = drawBudgets(rules, strategy, random);
	const team = new Map<number, Prospect>();
	const pickedIds = new Set<PlayerId>();
	let unspent = 0;

	const order = random.shuffle(slots.map((_, index) => index));
	for (const index of order) {
		const slot = slots[index];
		const available = (budget[index] ?? 0) + unspent;
		const pick = ranked.find(
			(player) => slot && !pickedIds.has(player.id) && player.cost <= available && canFill(player, slot),
		);
		if (!pick) return null;
		team.set(index, pick);
		pickedIds.add(pick.id);
		unspent = available - pick.cost;
	}
	for (const index of order) {
		const slot = slots[index];
		const current = team.get(index);
		if (!current || slot?.area !== "field") continue;
		const available = current.cost + unspent;
		const better = ranked.find(
			(player) => !pickedIds.has(player.id) && player.cost <= available && canFill(player, slot),
		);
		if (!better || getEstimate(better) <= getEstimate(current)) continue;
		team.set(index, better);
		pickedIds.delete(current.id);
		pickedIds.add(better.id);
		unspent = available - better.cost;
	}
	const { emergency: _, ...lineup } = buildLineupFromIds(
		slots.map((_, index) => team.get(index)?.id ?? 0),
		rules,
		createEmptyLineup(rules),
	);
	return lineup;
}
