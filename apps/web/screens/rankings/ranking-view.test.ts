import { STATES } from "@first-bounce/contract/constants";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getPageOfRank } from "../../components/ranking-table/paging.ts";
import { buildRankingQuery, DEFAULT_VIEW, formatView, parseView, updateView } from "./ranking-view.ts";

const views = fc.record({
	roundId: fc.nat(30),
	order: fc.constantFrom(...RANK_ORDERS),
	direction: fc.constantFrom("asc" as const, "desc" as const),
	state: fc.option(fc.constantFrom(...STATES)),
	squadId: fc.option(fc.integer({ min: 1, max: 9999 })),
	best: fc.constantFrom(null, 1 as const, 10 as const),
	page: fc.integer({ min: 1, max: 5000 }),
});

describe("the rankings' URL", () => {
	test("defaults to total points of all rounds, highest first, ten per page (D1.9.17, D1.9.18)", () => {
		expect(parseView(new URLSearchParams())).toEqual(DEFAULT_VIEW);
		expect(formatView(DEFAULT_VIEW).toString()).toBe("");
		expect(buildRankingQuery(DEFAULT_VIEW)).toEqual({
			page: 1,
			limit: 10,
			order: "totalPoints",
			direction: "desc",
			roundId: 0,
		});
	});

	test("represents every view, and builds valid API queries", () => {
		fc.assert(
			fc.property(views, (view) => {
				expect(parseView(formatView(view))).toEqual(view);
				expect(showRankings.query.safeParse(buildRankingQuery(view)).success).toBe(true);
			}),
		);
	});

	test("ignores invalid values", () => {
		const view = parseView(new URLSearchParams("round=x&order=drop&direction=up&state=XX&club=-1&best=5&page=0"));
		expect(view).toEqual(DEFAULT_VIEW);
	});

	test("returns to the first page after changing a filter", () => {
		expect(updateView({ ...DEFAULT_VIEW, page: 7 }, { state: "TAS" })).toMatchObject({ page: 1, state: "TAS" });
	});
});

describe("the page of a rank", () => {
	test("counts from the top, or from the bottom in reverse order", () => {
		expect(getPageOfRank(10, 203, "desc")).toBe(1);
		expect(getPageOfRank(11, 203, "desc")).toBe(2);
		expect(getPageOfRank(203, 203, "asc")).toBe(1);
		expect(getPageOfRank(1, 203, "asc")).toBe(21);
	});
});
