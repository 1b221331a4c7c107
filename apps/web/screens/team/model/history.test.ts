import { expect, test } from "vitest";
import { advance, begin, redo, undo } from "./history.ts";

test("changes are undone and redone in order, and a new change forgets what was undone", () => {
	const three = advance(advance(begin("a"), "b"), "c");
	expect(undo(three).present).toBe("b");
	expect(undo(undo(undo(three))).present).toBe("a");
	expect(redo(undo(three))).toEqual(three);
	const other = advance(undo(three), "d");
	expect(redo(other).present).toBe("d");
	expect(undo(other).present).toBe("b");
});
