import { expect, test } from "vitest";
import { testDatabase } from "../apps/server/testing/database.ts";
import { startServer } from "../e2e/testing/server.ts";
import { findBenches } from "./registry.ts";

const benches = (await findBenches()).filter(({ needsBrowser }) => !needsBrowser);

test("there is a bench for each part of the product that has goals", () => {
	expect(benches.map(({ name }) => name)).toEqual(["leagues", "live", "rankings", "scoring", "static", "team"]);
});

test.each(benches)("the bench $name can be assembled and gives figures", async ({ run }) => {
	const comparisons = await run({
		isTiny: true,
		note: () => undefined,
		openDatabase: () => testDatabase(),
		startDemo: startServer,
	});
	expect(comparisons.length).toBeGreaterThan(0);
	for (const { what, reached, floor } of comparisons) {
		expect([what, reached.median > 0]).toEqual([what, true]);
		expect([what, Number.isFinite(floor.median)]).toEqual([what, true]);
	}
});
