import { expect, test } from "vitest";
import { buildPlayer } from "../testing/season-builder.ts";
import { DEFAULT_POOL_FILTER, filterPool, isInBand, PRICE_BANDS } from "./player-filter.ts";

const zoe = buildPlayer(1, { firstName: "Zoë", lastName: "Mc-Carthy", cost: 399_500, stats: { avgPoints: 60 } });
const siobhan = buildPlayer(2, {
	firstName: "Siobhán",
	lastName: "O'Brien",
	cost: 900_000,
	position: ["RUC", "FWD"],
	squadId: 2,
});
const rookie = buildPlayer(3, {
	firstName: "Ana",
	lastName: "Ñunez",
	cost: 300_000,
	stats: { gamesPlayed: 0, avgPoints: 0 },
});
const ALL = [rookie, zoe, siobhan];
const found = (filter: Partial<typeof DEFAULT_POOL_FILTER>, bank = 0, starred: readonly number[] = []) =>
	filterPool(ALL, { ...DEFAULT_POOL_FILTER, ...filter }, { bank, starred: new Set(starred) }).map(
		(player) => player.id,
	);

test("names are found on both names, in any order, without accents, case, apostrophes or hyphens (D1.5.43)", () => {
	expect(found({ search: "zoe" })).toEqual([1]);
	expect(found({ search: "OBRIEN sio" })).toEqual([2]);
	expect(found({ search: "mc carthy" })).toEqual([1]);
	expect(found({ search: "nunez" })).toEqual([3]);
	expect(found({ search: "  " })).toEqual([2, 1, 3]);
});

test("the best come first by the chosen stat, and who has not played comes last", () => {
	expect(found({})).toEqual([2, 1, 3]);
	expect(found({ sort: "priceAsc" })).toEqual([3, 1, 2]);
	expect(found({ stat: "cost" })).toEqual([2, 1, 3]);
	expect(found({ sort: "name" })).toEqual([1, 3, 2]);
});

test("a player of two positions is found under each; clubs and money narrow further (D1.5.37, D1.5.38, D1.5.39, D1.5.53)", () => {
	expect(found({ position: "FWD" })).toEqual([2]);
	expect(found({ position: "RUC", squadId: 1 })).toEqual([]);
	expect(found({ price: "affordable" }, 399_500)).toEqual([1, 3]);
	expect(found({ price: "300000" })).toEqual([1, 3]);
});

test("status and favourites narrow further (D1.5.41, D1.5.42)", () => {
	expect(found({ status: "injured" })).toEqual([]);
	expect(found({ status: "playing" })).toEqual([2, 1, 3]);
	expect(found({ isStarred: true }, 0, [3])).toEqual([3]);
	expect(found({ isStarred: true })).toEqual([]);
});

test("price bands leave no gap between them, and the last one holds both its ends (D1.5.50, D1.5.51)", () => {
	expect(isInBand(399_999, 300_000)).toBe(true);
	expect(isInBand(400_000, 300_000)).toBe(false);
	expect(isInBand(999_999, 900_000)).toBe(true);
	expect(isInBand(1_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_001, 1_000_000)).toBe(false);
});

test("bands of 100K begin at 300K, and hold all but a dollar less and a dollar more (D1.5.44, D1.5.45, D1.5.46, D1.5.47)", () => {
	expect(PRICE_BANDS.slice(0, 4)).toEqual([300_000, 400_000, 500_000, 600_000]);
	const edges = (from: number) => [from - 1, from, from + 99_999, from + 100_000];
	for (const from of PRICE_BANDS.slice(0, 4))
		expect(edges(from).map((cost) => isInBand(cost, from))).toEqual([false, true, true, false]);
});

test("700K and 800K have bands of their own, and all means all (D1.5.48, D1.5.49, D1.5.52)", () => {
	expect(PRICE_BANDS.slice(4, 6)).toEqual([700_000, 800_000]);
	expect(found({ price: "all" })).toHaveLength(3);
});
