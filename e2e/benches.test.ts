import { expect, test } from "@playwright/test";
import { bench as lighthouse } from "../bench/web/lighthouse.bench.ts";
import { bench as web } from "../bench/web/web.bench.ts";
import { startDemoServer } from "./testing/demo-server.ts";

for (const bench of [lighthouse, web]) {
	test(`the ${bench.name} benchmark runs and returns results`, async () => {
		const comparisons = await bench.run({
			isTiny: true,
			note: () => undefined,
			openDatabase: () => Promise.reject(new Error("Pages are measured on the demo")),
			startDemo: () => startDemoServer(),
		});
		// On a busy machine Lighthouse may not see a page painted, and then gives it no points for performance.
		expect(comparisons.filter(({ reached }) => reached.median > 0).length).toBeGreaterThanOrEqual(3);
	});
}
