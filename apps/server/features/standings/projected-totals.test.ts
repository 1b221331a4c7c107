import { showProjectedTotals } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, KNOWN_TEAM } from "../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("totals are projected from what rivals see only (D1.2.143, D1.2.144)", async () => {
	// Squads 13 and 14 play a day later, so 1025, 1029 and 1034 on the field are hidden, as 1026 would be.
	const first = await createKnownManager(app);
	const second = await createKnownManager(app, { slots: KNOWN_TEAM.map((id) => (id === 1025 ? 1026 : id)) });
	const third = await createKnownManager(app, { slots: KNOWN_TEAM.map((id) => (id === 1002 ? 1003 : id)) });
	const getTotals = (teamId: number) => first.client(showProjectedTotals, { query: { teamId } });
	expect(await getTotals(first.id)).toEqual({ roundId: null, groups: [], own: null });

	const [match] = app.season.listMatchesOfRound(1);
	if (!match) throw new Error("Round 1 has no match");
	app.clocks.setSeason(FIRST_BOUNCE + 6 * HOUR);
	// Squads 11 and 12 have played; 15 and 16 have a bye.
	await saveKicks(app, match, Object.fromEntries([1001, 1002, 1005, 1006, 1010, 1011].map((id) => [id, 10])));
	await setMatchStatus(app, [match], "complete");

	// Six players with 30 points, the captain's 30 again, and 68.33 × 0.75 for each of three hidden players: no team is
	// announced, so half of them are expected to play, and half of the others to be covered. 1003 of the third team
	// scored nothing.
	const ownTotal = 6 * 30 + 30 + 3 * 51;
	expect(await getTotals(first.id)).toEqual({
		roundId: 1,
		groups: [
			{ total: ownTotal, teams: 2 },
			{ total: ownTotal - 30, teams: 1 },
		],
		own: ownTotal,
	});
	expect((await getTotals(second.id)).own).toBe(ownTotal);
	expect((await getTotals(third.id)).own).toBe(ownTotal - 30);
	expect((await getTotals(987_654)).own).toBeNull();

	// 1003 of the third team now has 30 points too, which the totals include ten seconds after the last projection.
	await saveKicks(app, match, { 1003: 10 });
	await setMatchStatus(app, [match], "complete");
	const projectedAt = app.clocks.wallNow();
	app.clocks.setWall(projectedAt + 9_999);
	expect((await getTotals(third.id)).own).toBe(ownTotal - 30);
	app.clocks.setWall(projectedAt + 10_000);
	expect(await getTotals(third.id)).toEqual({ roundId: 1, groups: [{ total: ownTotal, teams: 3 }], own: ownTotal });

	await finishRound(app, 1);
	expect(await getTotals(first.id)).toEqual({ roundId: null, groups: [], own: null });
});
