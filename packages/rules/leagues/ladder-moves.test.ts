import { expect, test } from "vitest";
import { findBiggestMoves } from "./ladder-moves.ts";

test("the biggest moves are the longest jump up and the longest drop", () => {
	expect(findBiggestMoves([1, 2, 3, 4], [4, 1, 2, 3])).toEqual({
		up: { teamId: 4, from: 4, to: 1 },
		down: { teamId: 1, from: 1, to: 2 },
	});
});

test("an unchanged ladder has no moves, nor have new teams", () => {
	expect(findBiggestMoves([1, 2], [1, 2, 3])).toEqual({ up: null, down: null });
	expect(findBiggestMoves([], [1, 2])).toEqual({ up: null, down: null });
});
