import type { PlayerId, Points } from "@first-bounce/rules/ids";
import type { ProposedLineup } from "@first-bounce/rules/lineup/default-marks";
import { buildLineupFromIds, canFill, createEmptyLineup, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Player } from "@first-bounce/rules/player";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Random } from "../seasons/generator/random.ts";

export interface Prospect extends Player {
	readonly projectedPoints: Points;
}

/** How a bot values players and spends money. */
export interface Taste {
	/** Standard deviation of the log of the bot's opinion of a player, relative to the projection. */
	readonly whim: number;
	/** How unevenly the bot spends: 0 is the same for every position, 1 is stars and scrubs. */
	readonly unevenness: number;
	/** The bot's favourite club, whose players it overrates. */
	readonly squadId: number;
	readonly love: number;
}

export const drawTaste = (squadId: number, random: Random): Taste => ({
	whim: random.between(0.12, 0.4),
	unevenness: random.between(0.2, 0.75),
	squadId,
	love: random.chance(0.35) ? random.between(0.1, 0.5) : 0.02,
});

/** Draws the bot's opinion of each player's points. */
export function drawOpinions(players: Iterable<Prospect>, taste: Taste, random: Random): ReadonlyMap<PlayerId, Points> {
	return new Map(
		[...players].map(({ id, squadId, projectedPoints }) => {
			const love = squadId === taste.squadId ? 1 + taste.love : 1;
			return [id, projectedPoints * love * Math.exp(random.normal(0, taste.whim))];
		}),
	);
}

const BENCH_SHARE = { low: 0.5, high: 0.85 };

/** Draws the budget of each position in order: the cap divided by taste, with a cheap bench and utility. */
function drawBudgets(rules: SeasonRules, taste: Taste, random: Random): number[] {
	const places = listSlots(rules);
	const shares = places.map(({ area }) =>
		area === "field"
			? Math.exp(random.normal(0, taste.unevenness))
			: random.between(BENCH_SHARE.low, BENCH_SHARE.high) * 0.6,
	);
	const total = shares.reduce((sum, share) => sum + share, 0);
	const free = rules.salaryCap - places.length * rules.floorPrice;
	return shares.map((share) => rules.floorPrice + (free * share) / total);
}

/**
 * A full line-up under the cap, or null when the draw left a place without anyone affordable: draw again. What one
 * place does not spend goes on to the next; what is left at the end improves the field. Armbands are left at 0.
 */
export function pickTeam(
	players: readonly Prospect[],
	rules: SeasonRules,
	taste: Taste,
	random: Random,
): ProposedLineup | null {
	const places = listSlots(rules);
	const worth = drawOpinions(players, taste, random);
	const worthOf = (player: Prospect): number => worth.get(player.id) ?? 0;
	const ranked = [...players].sort((one, other) => worthOf(other) - worthOf(one));
	const budget = drawBudgets(rules, taste, random);
	const team = new Map<number, Prospect>();
	const taken = new Set<PlayerId>();
	let spare = 0;

	const order = random.shuffle(places.map((_, place) => place));
	for (const place of order) {
		const slot = places[place];
		const purse = (budget[place] ?? 0) + spare;
		const pick = ranked.find(
			(player) => slot && !taken.has(player.id) && player.cost <= purse && canFill(player, slot),
		);
		if (!pick) return null;
		team.set(place, pick);
		taken.add(pick.id);
		spare = purse - pick.cost;
	}
	for (const place of order) {
		const slot = places[place];
		const present = team.get(place);
		if (!present || slot?.area !== "field") continue;
		const purse = present.cost + spare;
		const better = ranked.find((player) => !taken.has(player.id) && player.cost <= purse && canFill(player, slot));
		if (!better || worthOf(better) <= worthOf(present)) continue;
		team.set(place, better);
		taken.delete(present.id);
		taken.add(better.id);
		spare = purse - better.cost;
	}
	const { emergency: _, ...lineup } = buildLineupFromIds(
		places.map((_, place) => team.get(place)?.id ?? 0),
		rules,
		createEmptyLineup(rules),
	);
	return lineup;
}
