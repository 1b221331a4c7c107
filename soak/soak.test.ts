import { expect, test } from "vitest";
import { createTestDatabase } from "../apps/server/testing/database.ts";
import { playSeason, type SoakOptions } from "./play-season.ts";

async function play(options: SoakOptions) {
	const database = await createTestDatabase();
	try {
		return await playSeason(database, options);
	} finally {
		await database.close();
	}
}

test("three rounds with 20 feed failures and 3 server kills end with the same results as without them", {
	timeout: 300_000,
}, async () => {
	const season = { seed: 4, rounds: 3, teams: 30, clockStops: 1 };
	const [clean, disturbed] = await Promise.all([
		play({ ...season, faults: 0, kills: 0 }),
		play({ ...season, faults: 20, kills: 3 }),
	]);
	const faults = [...disturbed.faults.values()].reduce((sum, count) => sum + count, 0);
	expect([faults, disturbed.kills]).toEqual([20, 3]);
	// A quarantined payload is superseded by the next valid one of the same match.
	expect(disturbed.verdicts.get("superseded") ?? 0).toBeGreaterThan(0);
	expect(clean.verdicts.get("superseded") ?? 0).toBe(0);
	expect(clean.verdicts.get("quarantined") ?? 0).toBe(0);
	expect(disturbed.outcome).toBe(clean.outcome);
	expect(clean.outcome.length).toBeGreaterThan(50_000);
	// Three of the leagues with finals have enough rounds for a grand final.
	expect(clean.outcome.match(/"is_grand_final":true/g)).toHaveLength(3);
	expect(clean.outcome.match(/"ladder":/g)).toHaveLength(10 * season.rounds);
});
