import type { PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeNextPrice } from "@first-bounce/rules/prices/price-change";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { expect, test } from "vitest";
import { buildPlayer, buildSeason, RULES } from "../../../../testing/web/player-season.ts";
import { buildFormRows } from "./form-section.tsx";
import { buildMatchRows } from "./match-stats-table.tsx";

const match = (roundId: number, points: number): PlayerStatsFile[number] => ({
	roundId,
	matchId: roundId * 10,
	opponentId: 2,
	points,
	stats: { ...EMPTY_STAT_LINE, TOG: 80, K: 5 },
});
const player = buildPlayer(1, { stats: { prices: { 1: 500_000, 2: 540_000 }, scores: { 1: 90 } } });

test("each round has its price, score and break-even", () => {
	const season = buildSeason([player]);
	const rows = buildFormRows(player, [match(1, 90)], season);
	expect(rows.map(({ roundId, price, points }) => [roundId, price, points])).toEqual([
		[1, 500_000, 90],
		[2, 540_000, null],
	]);
	const breakEven = rows[1]?.breakEven ?? 0;
	const computePriceAfter = (points: number) => computeNextPrice(540_000, [points, 90], 12_000, season.rules);
	expect(computePriceAfter(breakEven)).toBeGreaterThanOrEqual(540_000);
	expect(computePriceAfter(breakEven - 8)).toBeLessThan(540_000);
	expect(rows[0]?.breakEven).toBe(Math.ceil(500_000 / RULES.prices.openingMagicNumber));
});

test("an abandoned match does not count for break-evens", () => {
	const season = buildSeason([player]);
	const [first] = season.matchById.values();
	if (!first) throw new Error("The season has no match");
	const matchById = new Map(season.matchById).set(10, { ...first, id: 10, isAbandoned: true });
	const rows = buildFormRows(player, [match(1, 90)], { ...season, matchById });
	// 540,000 ÷ 12,000, as without a score.
	expect(rows.map(({ breakEven }) => breakEven)).toEqual([42, 45]);
});

test("a round is missed or a bye once that is certain", () => {
	const players = [player, buildPlayer(5, { squadId: 5 })];
	const season = buildSeason(players, "playing", ["complete", "playing"]);
	expect(buildMatchRows(player, [match(1, 90)], season)).toMatchObject([
		{ kind: "missed", roundId: 2, opponentId: 2 },
		{ kind: "match", roundId: 1 },
	]);
	const byePlayer = buildPlayer(5, { squadId: 5, stats: { prices: { 1: 300_000 } } });
	expect(buildMatchRows(byePlayer, [], season)).toEqual([{ kind: "bye", roundId: 1 }]);
	const signedLater = buildPlayer(6, { squadId: 1, stats: { prices: { 2: 300_000 } } });
	expect(buildMatchRows(signedLater, [], buildSeason(players, "playing", ["playing", "scheduled"]))).toEqual([]);
});
