import { expect, test } from "vitest";
import { readFilter, writeFilter } from "./filter-address.ts";
import { OPEN_FILTER, type PoolFilter } from "./player-filter.ts";

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

test("a view can be shared: what is written into an address is read from it, and the rest of it stays", () => {
	const address = writeFilter(new URLSearchParams("open=pool&player=7"), NARROW);
	expect(readFilter(new URLSearchParams(address.toString()))).toEqual(NARROW);
	expect([address.get("open"), address.get("player")]).toEqual(["pool", "7"]);
});

test("an open filter leaves nothing in the address, and nonsense is open", () => {
	expect(writeFilter(writeFilter(new URLSearchParams(), NARROW), OPEN_FILTER).toString()).toBe("");
	expect(readFilter(new URLSearchParams("pos=GK&club=-3&price=1&stat=luck&sort=x&status=tired&view=y"))).toEqual(
		OPEN_FILTER,
	);
});
