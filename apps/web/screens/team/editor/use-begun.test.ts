import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useBaseVersion } from "./use-begun.ts";

test("a draft is begun on what was saved from here, also while the team from before is still on show; another team begins anew", () => {
	const { result, rerender } = renderHook(({ id, version, isDirty }) => useBaseVersion({ id, version }, isDirty), {
		initialProps: { id: 7, version: 2, isDirty: false },
	});
	rerender({ id: 7, version: 2, isDirty: true });
	result.current.current = 3;
	rerender({ id: 7, version: 2, isDirty: false });
	expect(result.current.current).toBe(3);
	// What comes from elsewhere under an edited draft is not written over; an untouched draft goes on from it.
	rerender({ id: 7, version: 4, isDirty: true });
	expect(result.current.current).toBe(3);
	rerender({ id: 7, version: 4, isDirty: false });
	expect(result.current.current).toBe(4);
	rerender({ id: 9, version: 0, isDirty: false });
	expect(result.current.current).toBe(0);
});
