import { expect, test } from "vitest";
import { buildLineupFromIds } from "../lineup/slots.ts";
import type { Line } from "../player.ts";
import { computeSpendingOutlook } from "./spending-outlook.ts";

/** Two defenders and a midfielder on field, and the utility. */
const shape = { field: { DEF: 2, MID: 1, RUC: 0, FWD: 0 }, bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 } };
const createPlayer = (id: number, cost: number, ...position: Line[]) => ({
	id,
	name: `P${id}`,
	squadId: 1,
	position,
	cost,
});
const pool = [
	createPlayer(1, 900, "DEF"),
	createPlayer(2, 300, "DEF"),
	createPlayer(3, 400, "DEF", "MID"),
	createPlayer(4, 300, "MID"),
	createPlayer(5, 800, "MID"),
];
const compute = (bank: number, ids = [1, 0, 0, 0]) =>
	computeSpendingOutlook(buildLineupFromIds(ids, shape), bank, pool, shape);

test("empty slots cost at least the cheapest players for them", () => {
	// One defender, one midfielder and the utility are missing: 300 each.
	expect(compute(1_500)).toEqual({ spots: 3, averagePerSpot: 500, minimumCost: 900, level: "fine" });
});

test("an unsaved team is tight just above the minimum, dead below", () => {
	expect(compute(989).level).toBe("tight");
	expect(compute(990).level).toBe("fine");
	expect(compute(900).level).toBe("tight");
	expect(compute(899).level).toBe("dead-end");
});

test("an unsaved team without enough players is at a dead end", () => {
	expect(
		computeSpendingOutlook(
			buildLineupFromIds([1, 2, 0, 0], shape),
			9_000,
			[pool[0], pool[1]].flatMap((player) => player ?? []),
			shape,
		),
	).toMatchObject({ spots: 2, level: "dead-end" });
});

test("a full team has nothing left to fill", () => {
	expect(compute(0, [1, 2, 4, 5])).toEqual({ spots: 0, averagePerSpot: 0, minimumCost: 0, level: "fine" });
});
