import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { expect, test } from "vitest";
import type { Board } from "./board.ts";
import { isUtilityFiller } from "./run-actions.ts";

const utility: Slot = { area: "utility", line: null, index: 0 };
const bench: Slot = { area: "bench", line: "MID", index: 0 };

/** A board on which the next player would be added to `next`. */
const buildBoard = (next: Slot | null, slotToFill: Slot | null = null) =>
	({
		slotToFill,
		editor: { emptySlots: [], findSlot: () => next },
		filters: { get: () => ({ position: null }) },
	}) as unknown as Board;

test("a player for the utility slot is announced unless chosen", () => {
	expect(isUtilityFiller(buildBoard(utility), 1)).toBe(true);
	expect(isUtilityFiller(buildBoard(utility, utility), 1)).toBe(false);
	expect(isUtilityFiller(buildBoard(bench), 1)).toBe(false);
	expect(isUtilityFiller(buildBoard(null), 1)).toBe(false);
});
