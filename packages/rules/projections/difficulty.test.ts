import { expect, test } from "vitest";
import { rateOpponents } from "./difficulty.ts";

const buildClub = (squadId: number, ...estimates: number[]) => estimates.map((estimate) => ({ squadId, estimate }));

test("rates clubs by fifths, the strongest 5 [D2.9.694]", () => {
	const players = [buildClub(1, 90, 80), buildClub(2, 50), buildClub(3, 100), buildClub(4, 20, 20), buildClub(5, 60)];
	expect([...rateOpponents(players.flat())]).toEqual([
		[1, 5],
		[2, 2],
		[3, 4],
		[4, 1],
		[5, 3],
	]);
});

test("counts as many players as a club fields, and rates equals alike [D2.9.694]", () => {
	const deep = buildClub(1, ...Array.from({ length: 30 }, () => 10));
	const short = buildClub(2, ...Array.from({ length: 21 }, () => 10));
	expect([...rateOpponents([...deep, ...short])]).toEqual([
		[1, 1],
		[2, 1],
	]);
});
