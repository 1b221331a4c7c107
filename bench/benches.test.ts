import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestDatabase } from "../apps/server/testing/database.ts";
import { bench as coach } from "./coach/coach.bench.ts";
import { bench as conversation } from "./conversation/conversation.bench.ts";
import { bench as leagues } from "./leagues/leagues.bench.ts";
import { bench as live } from "./live/live.bench.ts";
import { bench as rankings } from "./rankings/rankings.bench.ts";
import { bench as rush } from "./rush/rush.bench.ts";
import { bench as scoring } from "./scoring/scoring.bench.ts";
import { bench as statics } from "./static/static.bench.ts";
import { bench as team } from "./team/team.bench.ts";

const benches = [coach, conversation, leagues, live, rankings, rush, scoring, statics, team];
/** Run by e2e/benches.test.ts, where there is a browser. */
const PAGE_BENCHES = ["web/lighthouse.bench.ts", "web/web-live.bench.ts", "web/web-team.bench.ts"];

test("every benchmark has a test that runs it", () => {
	const files = globSync("**/*.bench.ts", { cwd: import.meta.dirname }).toSorted();
	const expected = [...benches.map(({ name }) => `${name}/${name}.bench.ts`), ...PAGE_BENCHES].toSorted();
	expect(files).toEqual(expected);
});

test.each(benches)("the $name benchmark runs and returns results", { timeout: 240_000 }, async ({ run }) => {
	const comparisons = await run({
		isTiny: true,
		log: () => undefined,
		openDatabase: () => createTestDatabase(),
		startDemo: () => Promise.reject(new Error("Only benchmarks of pages may start the demo")),
	});
	expect(comparisons.length).toBeGreaterThan(0);
	for (const { label, result, floor } of comparisons) {
		expect([label, Number.isFinite(result.median)]).toEqual([label, true]);
		expect([label, Number.isFinite(floor.median)]).toEqual([label, true]);
	}
});
