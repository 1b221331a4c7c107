import { type Dollars, NOBODY } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { getPlayerAt, listPlayerIds, listSlots, type TeamShape } from "../lineup/slots.ts";
import type { Line, Player } from "../player.ts";

/** What a manager can spend on the empty slots of an unsaved team. */
export interface SpendingOutlook {
	readonly spots: number;
	readonly averagePerSpot: Dollars;
	/** The cost of the cheapest players who fit the empty slots; Infinity if there are not enough. */
	readonly minimumCost: Dollars;
	/** `dead-end`: not even the cheapest players are affordable. `tight`: only players who cost little more are. */
	readonly level: "fine" | "tight" | "dead-end";
}

/** The bank is `tight` if it exceeds the minimum cost by less than this share of it. */
const TIGHT_SHARE = 0.1;

/**
 * Computes what can still be spent on an unsaved team (docs/game-rules.md#filling-a-team). A player with several positions may be
 * counted on each of her lines, so the minimum cost can be too low but never too high, and a dead end is certain.
 *
 * @param available players who can be added now
 */
export function computeSpendingOutlook(
	lineup: Lineup,
	bank: Dollars,
	available: readonly Player[],
	shape: TeamShape,
): SpendingOutlook {
	const open = listSlots(shape).filter((slot) => getPlayerAt(lineup, slot) === NOBODY);
	const ownIds = new Set(listPlayerIds(lineup));
	const cheapestFirst = available.filter(({ id }) => !ownIds.has(id)).toSorted((a, b) => a.cost - b.cost);
	const sumCheapest = (line: Line | null, count: number): Dollars => {
		const fitting = cheapestFirst.filter(({ position }) => line === null || position.includes(line)).slice(0, count);
		return fitting.length < count ? Number.POSITIVE_INFINITY : fitting.reduce((sum, { cost }) => sum + cost, 0);
	};
	const minimumCost = [...Map.groupBy(open, ({ line }) => line)].reduce(
		(sum, [line, slots]) => sum + sumCheapest(line, slots.length),
		0,
	);
	const spots = open.length;
	return {
		spots,
		averagePerSpot: spots === 0 ? 0 : Math.floor(bank / spots),
		minimumCost,
		level: findLevel(bank, minimumCost, spots),
	};
}

function findLevel(bank: Dollars, minimumCost: Dollars, spots: number): SpendingOutlook["level"] {
	if (bank < minimumCost) return "dead-end";
	return spots > 0 && bank - minimumCost < minimumCost * TIGHT_SHARE ? "tight" : "fine";
}
