import { expect, test } from "vitest";
import { createHistory, type History, pushState, redo, undo } from "./history.ts";

const three = pushState(pushState(createHistory("a"), "b"), "c");
const back = (history: History<string>, times = 1): History<string> => {
	const before = undo(history);
	if (!before) throw new Error("nothing to undo");
	return times > 1 ? back(before, times - 1) : before;
};

test("changes are undone and redone in order, and a new change clears the redo steps", () => {
	expect(back(three).present).toBe("b");
	expect(back(three, 2).present).toBe("a");
	expect(undo(back(three, 2))).toBeNull();
	expect(redo(back(three))).toEqual(three);
	expect(redo(three)).toBeNull();
	const other = pushState(back(three), "d");
	expect(redo(other)).toBeNull();
	expect(back(other).present).toBe("b");
});

test("undo and redo skip steps that are not allowed", () => {
	const notB = (value: string) => value !== "b";
	expect(undo(three, notB)?.present).toBe("a");
	expect(redo(back(three, 2), notB)?.present).toBe("c");
	expect(undo(back(three), () => false)).toBeNull();
});
