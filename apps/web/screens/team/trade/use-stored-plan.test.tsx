import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { useStoredPlan } from "./use-stored-plan.ts";

const { lookup } = buildSeason(buildSquad());
const KEY = "team_plan:7";
const load = (stored: unknown) => {
	localStorage.setItem(KEY, typeof stored === "string" ? stored : JSON.stringify(stored));
	return renderHook(() => useStoredPlan(7, lookup)).result.current[0];
};
beforeEach(() => localStorage.clear());

test("a stored plan is loaded as it was saved", () => {
	const plan = { "3": [{ playerInId: 5, playerOutId: 6 }], "4": [{ playerInId: 0, playerOutId: 7 }] };
	expect(load(plan)).toEqual(plan);
});

test("invalid rounds and trades of a stored plan are ignored", () => {
	expect(load("not json")).toEqual({});
	expect(load([1, 2])).toEqual({});
	expect(load("null")).toEqual({});
	expect(
		load({
			"3": "x",
			x: [{ playerInId: 5, playerOutId: 6 }],
			"4": [null, { playerInId: "5" }, { playerInId: 5, playerOutId: 6, more: 1 }],
		}),
	).toEqual({ "4": [{ playerInId: 5, playerOutId: 6 }] });
});

test("players who are not in the season are left out", () => {
	const stored = {
		"3": [
			{ playerInId: 4711, playerOutId: 6 },
			{ playerInId: 4711, playerOutId: 4712 },
		],
	};
	expect(load(stored)).toEqual({ "3": [{ playerInId: 0, playerOutId: 6 }] });
});

test("the plan is written when it changes, not when opened", () => {
	const setItem = vi.spyOn(Storage.prototype, "setItem");
	const { result } = renderHook(() => useStoredPlan(7, lookup));
	expect(setItem).not.toHaveBeenCalled();
	act(() => result.current[1](() => ({ "3": [{ playerInId: 5, playerOutId: 6 }] })));
	expect(setItem.mock.calls).toEqual([[KEY, '{"3":[{"playerInId":5,"playerOutId":6}]}']]);
	setItem.mockRestore();
});

test("a change in another tab is kept", () => {
	const { result } = renderHook(() => useStoredPlan(7, lookup));
	localStorage.setItem(KEY, '{"3":[{"playerInId":5,"playerOutId":6}]}');
	act(() => void dispatchEvent(new StorageEvent("storage", { key: KEY })));
	act(() => result.current[1]((before) => ({ ...before, "4": [{ playerInId: 7, playerOutId: 8 }] })));
	expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual({
		"3": [{ playerInId: 5, playerOutId: 6 }],
		"4": [{ playerInId: 7, playerOutId: 8 }],
	});
});
