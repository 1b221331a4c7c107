import { expect, test } from "vitest";
import { filterPool, isInBand, OPEN_FILTER } from "./player-filter.ts";
import { aPlayer } from "./testing/season-builder.ts";

const zoe = aPlayer(1, { firstName: "Zoë", lastName: "Mc-Carthy", cost: 399_500, stats: { avgPoints: 60 } });
const siobhan = aPlayer(2, {
	firstName: "Siobhán",
	lastName: "O'Brien",
	cost: 900_000,
	position: ["RUC", "FWD"],
	squadId: 2,
});
const rookie = aPlayer(3, {
	firstName: "Ana",
	lastName: "Ñunez",
	cost: 300_000,
	stats: { gamesPlayed: 0, avgPoints: 0 },
});
const ALL = [rookie, zoe, siobhan];
const found = (filter: Partial<typeof OPEN_FILTER>, bank = 0, starred: readonly number[] = []) =>
	filterPool(ALL, { ...OPEN_FILTER, ...filter }, { bank, starred: new Set(starred) }).map((player) => player.id);

test("names are found on both names, in any order, without accents, case, apostrophes or hyphens", () => {
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

test("a player of two positions is found under each; clubs and money narrow further", () => {
	expect(found({ position: "FWD" })).toEqual([2]);
	expect(found({ position: "RUC", squadId: 1 })).toEqual([]);
	expect(found({ price: "affordable" }, 399_500)).toEqual([1, 3]);
	expect(found({ price: "300000" })).toEqual([1, 3]);
});

test("status and favourites narrow further", () => {
	expect(found({ status: "injured" })).toEqual([]);
	expect(found({ status: "playing" })).toEqual([2, 1, 3]);
	expect(found({ isStarred: true }, 0, [3])).toEqual([3]);
	expect(found({ isStarred: true })).toEqual([]);
});

test("price bands leave no gap between them, and the last one holds both its ends (C-24)", () => {
	expect(isInBand(399_999, 300_000)).toBe(true);
	expect(isInBand(400_000, 300_000)).toBe(false);
	expect(isInBand(999_999, 900_000)).toBe(true);
	expect(isInBand(1_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_001, 1_000_000)).toBe(false);
});
