import { expect, test } from "vitest";
import { createHistory, type History, pushState, redo, undo } from "./undo-history.ts";

const three = pushState(pushState(createHistory("a"), "b"), "c");
const undoTimes = (history: History<string>, times = 1): History<string> => {
	const before = undo(history);
	if (!before) throw new Error("nothing to undo");
	return times > 1 ? undoTimes(before, times - 1) : before;
};

test("changes are undone and redone, until a new change", () => {
	expect(undoTimes(three).present).toBe("b");
	expect(undoTimes(three, 2).present).toBe("a");
	expect(undo(undoTimes(three, 2))).toBeNull();
	expect(redo(undoTimes(three))).toEqual(three);
	expect(redo(three)).toBeNull();
	const other = pushState(undoTimes(three), "d");
	expect(redo(other)).toBeNull();
	expect(undoTimes(other).present).toBe("b");
});

test("undo and redo skip steps that are not allowed", () => {
	const isNotB = (value: string) => value !== "b";
	expect(undo(three, isNotB)?.present).toBe("a");
	expect(redo(undoTimes(three, 2), isNotB)?.present).toBe("c");
	expect(undo(undoTimes(three), () => false)).toBeNull();
});
