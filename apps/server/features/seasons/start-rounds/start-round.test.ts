import { showMyTeam, updateTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeLineupCost, createKnownManager, KNOWN_TEAM } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../current/season-version-queries.ts";
import { startRound } from "./start-round.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
});
afterAll(() => app.close());

/** Starts the first match of a round, as a feed would. */
const startFirstMatch = (roundId: number) =>
	app.database.db.transaction().execute(async (transaction) => {
		const [first] = app.season.listMatchesOfRound(roundId);
		await transaction
			.updateTable("matches")
			.set({ status: "playing" })
			.where("id", "=", first?.id ?? 0)
			.execute();
		const now = app.clocks.seasonNow();
		const started = await startRound(transaction, { seasonId: app.season.id, roundId }, now);
		await incrementDataVersion(transaction, app.season.id);
		return started;
	});

const readTeam = async (id: number) =>
	(await app.database.pool.query("SELECT start_round_id FROM teams WHERE id = $1", [id])).rows[0].start_round_id;

test("a team over the cap at its start begins one round later", async () => {
	const startsInRound2 = { startRound: 2, completedAt: FIRST_BOUNCE + 2 * DAY };
	const overCapManager = await createKnownManager(app, { ...startsInRound2, bank: -5_000 });
	const underCapManager = await createKnownManager(app, { ...startsInRound2, bank: 0 });
	expect((await overCapManager.client(showMyTeam, {})).team).toMatchObject({ startRoundId: 2 });
	app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY);
	// The round starts by the clock, before a feed reports it.
	expect((await overCapManager.client(showMyTeam, {})).team.startRoundId).toBe(3);
	expect(await readTeam(overCapManager.id)).toBe(2);
	expect(await startFirstMatch(2)).toBe(true);
	expect([await readTeam(overCapManager.id), await readTeam(underCapManager.id)]).toEqual([3, 2]);
	expect(await startFirstMatch(2)).toBe(false);

	const { team } = await overCapManager.client(showMyTeam, {});
	expect(team.salaryCap).toBe(computeLineupCost(app.season, KNOWN_TEAM) - 5_000);
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = team;
	// A cheaper defender. No player is locked for a team that has not started.
	const body = { lineup: { ...lineup, DEF: lineup.DEF.with(4, 1003) }, bench, utilityId, captainId, viceCaptainId };
	const saved = await overCapManager.client(updateTeam, { body: { ...body, emergency } });
	expect(saved.team).toMatchObject({ startRoundId: 3, isComplete: true });
	expect(saved.team.salaryCap - saved.team.value).toBe((1050 - 1003) * 3_000 - 5_000);
});

test("a team over the cap in the last round never plays", async () => {
	await finishRound(app, 2);
	const overCapManager = await createKnownManager(app, {
		startRound: 3,
		completedAt: FIRST_BOUNCE + 10 * DAY,
		bank: -1_000,
	});
	app.clocks.setSeason(FIRST_BOUNCE + 14 * DAY);
	await startFirstMatch(3);
	expect(await readTeam(overCapManager.id)).toBe(3);
	expect((await overCapManager.client(showMyTeam, {})).team.startRoundId).toBeNull();
	await finishRound(app, 3);
	expect((await overCapManager.client(showMyTeam, {})).team.scoreflow).toEqual({});
});
