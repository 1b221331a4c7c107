import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { blockStorage } from "../../../testing/web/blocked-storage.ts";
import { useTheme } from "./theme.ts";

afterEach(() => {
	vi.restoreAllMocks();
	delete document.documentElement.dataset.theme;
});

test("a theme can be chosen while storage is blocked", () => {
	blockStorage();
	const { result } = renderHook(useTheme);
	act(() => result.current[1]("dark"));
	expect([result.current[0], document.documentElement.dataset.theme]).toEqual(["dark", "dark"]);
	act(() => result.current[1]("system"));
	expect([result.current[0], document.documentElement.dataset.theme]).toEqual(["system", undefined]);
});
