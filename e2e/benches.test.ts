import { expect, test } from "vitest";
import { findBenches } from "../bench/registry.ts";
import { startDemoServer } from "./testing/demo-server.ts";

const benches = (await findBenches()).filter(({ needsBrowser }) => needsBrowser);

test("there are benches of the pages", () => {
	expect(benches.map(({ name }) => name)).toEqual(["lighthouse", "web"]);
});

test.each(benches)("the bench $name can be assembled and gives figures", async ({ run }) => {
	const comparisons = await run({
		isTiny: true,
		note: () => undefined,
		openDatabase: () => Promise.reject(new Error("Pages are measured on the demo")),
		startDemo: () => startDemoServer(),
	});
	expect(comparisons.length).toBeGreaterThan(0);
	for (const { what, reached, floor } of comparisons) {
		expect([what, reached.median > 0]).toEqual([what, true]);
		expect([what, Number.isFinite(floor.median)]).toEqual([what, true]);
	}
});
