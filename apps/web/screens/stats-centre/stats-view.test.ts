import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_VIEW, formatView, hasActiveFilters, parseView, type StatsView, toggleCompared } from "./stats-view.ts";

const views: fc.Arbitrary<StatsView> = fc.record({
	filter: fc.record({
		search: fc.string(),
		position: fc.constantFrom("DEF", "MID", "RUC", "FWD", null),
		squadId: fc.nat(9_999),
		price: fc.constantFrom("all", "affordable", "300000", "1000000"),
		status: fc.constantFrom("playing", "not-playing", null),
		isStarred: fc.boolean(),
	}),
	sort: fc.constantFrom("avgPoints", "K", "cost"),
	direction: fc.constantFrom("asc", "desc"),
	measure: fc.constantFrom("average", "total"),
	comparedIds: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 4 }),
});

test("every view can be stored in the URL, modal included", () => {
	fc.assert(
		fc.property(views, (view) => {
			const params = formatView(view, new URLSearchParams("player=7"));
			expect(parseView(new URLSearchParams(params.toString()))).toEqual(view);
			expect(params.get("player")).toBe("7");
		}),
	);
	expect(formatView(DEFAULT_VIEW, new URLSearchParams()).toString()).toBe("");
});

test("players are sorted by average until the user chooses another column (D1.9.20)", () => {
	const view = parseView(new URLSearchParams());
	expect([view.sort, view.direction]).toEqual(["avgPoints", "desc"]);
});

test("an invalid URL shows the default view", () => {
	const nonsense = new URLSearchParams(
		"position=GOAL&club=-3&price=9&status=late&direction=up&measure=x&with=a,0,5,5,6,7,8,9",
	);
	expect(parseView(nonsense)).toEqual({ ...DEFAULT_VIEW, comparedIds: [5, 6, 7, 8] });
});

test("at most four players can be chosen", () => {
	expect(toggleCompared([1, 2, 3, 4], 5)).toEqual([1, 2, 3, 4]);
	expect(toggleCompared([1, 2, 3, 4], 2)).toEqual([1, 3, 4]);
	expect(toggleCompared([1], 9)).toEqual([1, 9]);
});

test("any non-blank filter counts as active", () => {
	expect(hasActiveFilters({ ...DEFAULT_VIEW.filter, search: "  " })).toBe(false);
	expect(hasActiveFilters({ ...DEFAULT_VIEW.filter, isStarred: true })).toBe(true);
	expect(hasActiveFilters({ ...DEFAULT_VIEW.filter, status: "injured" })).toBe(true);
});
