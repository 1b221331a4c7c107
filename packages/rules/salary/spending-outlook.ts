import { type Dollars, EMPTY_SLOT } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { getPlayerAt, listPlayerIds, listSlots, type TeamShape } from "../lineup/slots.ts";
import type { Line, Player } from "../player.ts";

/** The money that is left for the empty slots of a draft. */
export interface SpendingOutlook {
	/** Empty slots. */
	readonly spots: number;
	readonly averagePerSpot: Dollars;
	/** The cost of the cheapest players who fit the empty slots; Infinity if there are not enough. */
	readonly minimumCost: Dollars;
	/** `dead-end`: not even the cheapest players are affordable. `tight`: hardly any others are. */
	readonly level: "fine" | "tight" | "dead-end";
}

/** With less than this share of the minimum cost to spare, there is hardly a choice of players left. */
const TIGHT_SHARE = 0.1;

/**
 * What a draft can still spend (docs/game-rules.md#filling-a-team). A player with several positions counts for each of
 * them, so that the minimum is never too high and no dead end is reported wrongly.
 *
 * @param available players who can be added now
 */
export function computeSpendingOutlook(
	lineup: Lineup,
	bank: Dollars,
	available: readonly Player[],
	shape: TeamShape,
): SpendingOutlook {
	const open = listSlots(shape).filter((slot) => getPlayerAt(lineup, slot) === EMPTY_SLOT);
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
		level:
			bank < minimumCost ? "dead-end" : spots > 0 && bank - minimumCost < minimumCost * TIGHT_SHARE ? "tight" : "fine",
	};
}
