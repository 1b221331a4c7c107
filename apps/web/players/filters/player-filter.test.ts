import { expect, test } from "vitest";
import { buildPlayer } from "../../../../testing/web/player-season.ts";
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
	status: "injured",
	stats: { gamesPlayed: 0, avgPoints: 0, scores: {} },
});
const ALL = [rookie, zoe, siobhan];
const findPlayers = (filter: Partial<typeof DEFAULT_POOL_FILTER>, bank = 0, starred: readonly number[] = []) =>
	filterPool(ALL, { ...DEFAULT_POOL_FILTER, ...filter }, { bank, starred: new Set(starred) }).map(
		(player) => player.id,
	);

test("search matches first and last names in any order and spelling (D1.5.43)", () => {
	expect(findPlayers({ search: "zoe" })).toEqual([1]);
	expect(findPlayers({ search: "OBRIEN sio" })).toEqual([2]);
	expect(findPlayers({ search: "mc carthy" })).toEqual([1]);
	expect(findPlayers({ search: "nunez" })).toEqual([3]);
	expect(findPlayers({ search: "  " })).toEqual([2, 1, 3]);
});

test("players are sorted by the stat, those without matches last", () => {
	expect(findPlayers({})).toEqual([2, 1, 3]);
	expect(findPlayers({ sort: "statAsc" })).toEqual([1, 2, 3]);
	expect(findPlayers({ sort: "priceAsc" })).toEqual([3, 1, 2]);
	expect(findPlayers({ stat: "cost" })).toEqual([2, 1, 3]);
	expect(findPlayers({ sort: "name" })).toEqual([1, 3, 2]);
});

test("players are sorted by projected points, whatever the stat [D2.9.898]", () => {
	const players = [40, 90, 60].map((projectedPoints, index) => buildPlayer(index + 1, { stats: { projectedPoints } }));
	const filter = { ...DEFAULT_POOL_FILTER, stat: "cost", sort: "projected" } as const;
	const sorted = filterPool(players, filter, { bank: 0, starred: new Set() });
	expect(sorted.map(({ id }) => id)).toEqual([2, 3, 1]);
});

test("a player with two positions matches both, and filters combine (D1.5.37, D1.5.38, D1.5.39, D1.5.53)", () => {
	expect(findPlayers({ position: "FWD" })).toEqual([2]);
	expect(findPlayers({ position: "RUC" })).toEqual([2]);
	expect(findPlayers({ squadId: 1 })).toEqual([1, 3]);
	expect(findPlayers({ squadId: 2 })).toEqual([2]);
	expect(findPlayers({ position: "RUC", squadId: 1 })).toEqual([]);
	expect(findPlayers({ price: "affordable" }, 399_500)).toEqual([1, 3]);
	expect(findPlayers({ price: "300000" })).toEqual([1, 3]);
});

test("players can be filtered by status and by favourites (D1.5.41, D1.5.42)", () => {
	expect(findPlayers({ status: "injured" })).toEqual([3]);
	expect(findPlayers({ status: "playing" })).toEqual([2, 1]);
	expect(findPlayers({ status: "emergency" })).toEqual([]);
	expect(findPlayers({ isStarred: true }, 0, [3])).toEqual([3]);
	expect(findPlayers({ isStarred: true })).toEqual([]);
});

test("price bands are contiguous, and the last one includes both ends (D1.5.50, D1.5.51)", () => {
	expect(isInBand(399_999, 300_000)).toBe(true);
	expect(isInBand(400_000, 300_000)).toBe(false);
	expect(isInBand(899_999, 900_000)).toBe(false);
	expect(isInBand(900_000, 900_000)).toBe(true);
	expect(isInBand(999_999, 900_000)).toBe(true);
	expect(isInBand(1_000_000, 900_000)).toBe(false);
	expect(isInBand(999_999, 1_000_000)).toBe(false);
	expect(isInBand(1_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_000, 1_000_000)).toBe(true);
	expect(isInBand(3_000_001, 1_000_000)).toBe(false);
});

test("bands start at 300K, are 100K wide and exclude their upper end (D1.5.44, D1.5.45, D1.5.46, D1.5.47)", () => {
	expect(PRICE_BANDS.slice(0, 4)).toEqual([300_000, 400_000, 500_000, 600_000]);
	const listEdges = (from: number) => [from - 1, from, from + 99_999, from + 100_000];
	for (const from of PRICE_BANDS.slice(0, 4))
		expect(listEdges(from).map((cost) => isInBand(cost, from))).toEqual([false, true, true, false]);
});

test('700K and 800K have their own bands, and "all" includes everyone (D1.5.48, D1.5.49, D1.5.52)', () => {
	expect(PRICE_BANDS.slice(4, 6)).toEqual([700_000, 800_000]);
	expect([699_999, 700_000, 799_999, 800_000].map((cost) => isInBand(cost, 700_000))).toEqual([
		false,
		true,
		true,
		false,
	]);
	expect([799_999, 800_000, 899_999, 900_000].map((cost) => isInBand(cost, 800_000))).toEqual([
		false,
		true,
		true,
		false,
	]);
	expect(findPlayers({ price: "all" })).toHaveLength(3);
});
