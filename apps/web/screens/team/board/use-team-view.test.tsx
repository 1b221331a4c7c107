import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { blockStorage } from "../../../../../testing/web/blocked-storage.ts";
import { writeStorage } from "../../../app/session/browser-storage.ts";
import { useTeamView } from "./use-team-view.ts";

afterEach(() => {
	vi.restoreAllMocks();
	writeStorage("local", "team_view", null);
});

test("the team is shown as a list while storage is blocked", () => {
	blockStorage();
	const { result } = renderHook(useTeamView);
	expect(result.current[0]).toBe("field");
	act(() => result.current[1]("list"));
	expect(result.current[0]).toBe("list");
	act(() => result.current[1]("field"));
	expect(result.current[0]).toBe("field");
});
