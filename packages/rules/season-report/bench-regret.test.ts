import { expect, test } from "vitest";
import type { ScoreEntry } from "../scoring/score-lineup.ts";
import { findBenchRegret } from "./bench-regret.ts";

const createEntry = (
	playerId: number,
	area: "field" | "bench",
	points: number,
	overrides: Partial<ScoreEntry> = {},
): ScoreEntry => {
	const factor = area === "field" ? 1 : 0;
	return {
		slot: { area, line: "MID", index: 0 },
		playerId,
		state: "played",
		points,
		factor,
		counted: points * factor,
		covers: null,
		coveredBy: null,
		...overrides,
	};
};

test("the biggest regret is the most outscored fielded player's", () => {
	const ledger = [
		createEntry(1, "field", 80),
		createEntry(2, "field", 35),
		createEntry(3, "bench", 98),
		createEntry(4, "bench", 60),
	];
	expect(findBenchRegret(ledger)).toEqual({ benchId: 3, fieldId: 2, gain: 63 });
});

test("there is no regret without a better bench in line", () => {
	expect(findBenchRegret([createEntry(1, "field", 80), createEntry(2, "bench", 80)])).toBeNull();
	const defender = createEntry(2, "bench", 120, { slot: { area: "bench", line: "DEF", index: 0 } });
	expect(findBenchRegret([createEntry(1, "field", 80), defender])).toBeNull();
	const covered = createEntry(1, "field", 0, { state: "did-not-play", coveredBy: 2 });
	expect(findBenchRegret([covered, createEntry(2, "bench", 70, { factor: 1, counted: 70, covers: 1 })])).toBeNull();
});

test("a captain is never swapped for a bench player", () => {
	const captain = createEntry(1, "field", 30, { factor: 2, counted: 60 });
	expect(findBenchRegret([captain, createEntry(2, "bench", 90)])).toBeNull();
});
