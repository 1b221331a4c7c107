import { expect, test } from "vitest";
import { parseFilterParams, setFilterParams } from "./filter-params.ts";
import { DEFAULT_POOL_FILTER, type PoolFilter } from "./player-filter.ts";

const NARROW: PoolFilter = {
	search: "o'brien",
	position: "RUC",
	squadId: 12,
	price: "900000",
	stat: "selections",
	sort: "priceAsc",
	isStarred: true,
	status: "uncertain",
	view: "matchups",
};

test("a filter survives the URL, and other parameters stay", () => {
	const params = setFilterParams(new URLSearchParams("open=pool&player=7"), NARROW);
	expect(parseFilterParams(new URLSearchParams(params.toString()))).toEqual(NARROW);
	expect([params.get("open"), params.get("player")]).toEqual(["pool", "7"]);
});

test("the pool shows the average by default (D1.9.20)", () => {
	expect(parseFilterParams(new URLSearchParams()).stat).toBe("avgPoints");
});

test("the default filter adds no parameters, and invalid values are ignored", () => {
	expect(setFilterParams(setFilterParams(new URLSearchParams(), NARROW), DEFAULT_POOL_FILTER).toString()).toBe("");
	expect(parseFilterParams(new URLSearchParams("pos=GK&club=-3&price=1&stat=luck&sort=x&status=tired&view=y"))).toEqual(
		DEFAULT_POOL_FILTER,
	);
});
