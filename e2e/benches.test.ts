import { expect, test } from "@playwright/test";
import { bench as lighthouse } from "../bench/web/lighthouse.bench.ts";
import { bench as webLive } from "../bench/web/web-live.bench.ts";
import { bench as webTeam } from "../bench/web/web-team.bench.ts";
import { setUpServer } from "./testing/server-fixture.ts";

test.describe("the web benchmarks", () => {
	const fixture = setUpServer();

	for (const { bench, results } of [
		{ bench: lighthouse, results: 3 },
		{ bench: webTeam, results: 3 },
		{ bench: webLive, results: 1 },
	]) {
		test(`the ${bench.name} benchmark runs and returns results`, async () => {
			const comparisons = await bench.run({
				isTiny: true,
				log: () => undefined,
				openDatabase: () => Promise.reject(new Error("The web benchmarks use the demo")),
				// The benchmarks share the demo of the fixture, which stops it.
				startDemo: async () => ({ ...fixture.server, stop: async () => undefined }),
			});
			expect(comparisons.length).toBeGreaterThanOrEqual(results);
			// On a busy machine the browser may miss a page's paint, and Lighthouse then gives no points for audits
			// that need it.
			expect(comparisons.filter(({ result }) => result.median > 0)).not.toEqual([]);
		});
	}
});
