import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useBaseVersion } from "./use-begun.ts";

test("the base version follows this page's saves, and starts again with another team", () => {
	const { result, rerender } = renderHook(({ id, version, isDirty }) => useBaseVersion({ id, version }, isDirty), {
		initialProps: { id: 7, version: 2, isDirty: false },
	});
	rerender({ id: 7, version: 2, isDirty: true });
	result.current.current = 3;
	rerender({ id: 7, version: 2, isDirty: false });
	expect(result.current.current).toBe(3);
	// A change from elsewhere is the base of an unedited draft only.
	rerender({ id: 7, version: 4, isDirty: true });
	expect(result.current.current).toBe(3);
	rerender({ id: 7, version: 4, isDirty: false });
	expect(result.current.current).toBe(4);
	rerender({ id: 9, version: 0, isDirty: false });
	expect(result.current.current).toBe(0);
});
