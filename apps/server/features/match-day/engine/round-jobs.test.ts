import { afterEach, expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import { createJobQueue } from "../../jobs/job-queue.ts";

const harness = createEngineHarness();
const errors: unknown[] = [];
afterEach(() => {
	errors.length = 0;
});

/** Sets up a season of two rounds with a team, and functions to advance it. */
async function start() {
	const season = await seedSeason(harness.database.db, { rounds: 2 });
	const random = createSeededRandom(11);
	await seedTeam(harness.database.db, season, { slots: drawSlots(season, random) });
	await harness.start({ onError: (error) => errors.push(error) });
	const { stepAt } = harness;
	const end = FIRST_BOUNCE + DAY + 2 * HOUR;
	const playRound = async () => {
		const reports = season.listMatchesOfRound(1).map((match) => createRandomReport(season, match, random));
		await stepAt(
			end,
			reports.map((report) => createPayload(`${report.matchId}`, [report])),
		);
	};
	return { season, stepAt, play: playRound, end };
}
const listJobs = async () =>
	(
		await harness.database.pool.query(
			"SELECT name, state::text, singleton_key AS key, retry_count AS retries, output FROM pgboss.job ORDER BY completed_on, created_on",
		)
	).rows;
const listJobStates = async () => (await listJobs()).map(({ name, state, key }) => `${name} ${key} ${state}`);

test("each phase of a round is one job, run once", async () => {
	const { stepAt, play, end } = await start();
	for (let step = 0; step < 3; step++) await stepAt(FIRST_BOUNCE - DAY);
	await stepAt(FIRST_BOUNCE + HOUR);
	await play();
	for (let step = 0; step < 3; step++) await stepAt(end + 12 * HOUR);
	expect(await listJobStates()).toEqual([
		"round-open 1/1 completed",
		"round-soft-lock 1/1 completed",
		"round-projections 1/1 completed",
		"round-review 1/1 completed",
		"round-publish 1/1 completed",
		"round-results 1/1 completed",
		"round-open 1/2 completed",
	]);
	const review = (await listJobs()).find(({ name }) => name === "round-review");
	expect(review.output).toEqual({ publishesAt: expect.any(String), quarantined: 0, withoutStats: [] });
	expect(errors).toEqual([]);
});

test("a failed job blocks no others", async () => {
	const { stepAt, play, end } = await start();
	await harness.database.pool.query(`
		CREATE FUNCTION refuse_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
		CREATE TRIGGER refuse BEFORE INSERT ON league_events EXECUTE FUNCTION refuse_events()`);
	await play();
	await stepAt(end + 12 * HOUR);
	const listResultsJobs = async () => (await listJobStates()).filter((line) => line.startsWith("round-results"));
	expect(await listResultsJobs()).toEqual(["round-results 1/1 retry"]);
	expect(await listJobStates()).toEqual(
		expect.arrayContaining(["round-publish 1/1 completed", "round-open 1/2 completed"]),
	);
	await harness.database.pool.query("DROP FUNCTION refuse_events CASCADE");
	await waitFor(async () => {
		await stepAt(end + 12 * HOUR);
		expect(await listResultsJobs()).toEqual(["round-results 1/1 completed"]);
	});
});

test("a failed publication shows its error and succeeds on a later attempt", async () => {
	const { stepAt, play, end } = await start();
	await play();
	await harness.database.pool.query("CREATE TABLE standings_1_1_prepared ()");
	for (let step = 0; step < 3; step++) await stepAt(end + 12 * HOUR);
	const [failed] = (await listJobs()).filter(({ name }) => name === "round-publish");
	expect(failed).toMatchObject({ state: "retry", output: { message: expect.stringContaining("already exists") } });
	// The second and third step make no attempt, because the retry is not due yet.
	expect(errors).toHaveLength(1);
	await harness.database.pool.query("DROP TABLE standings_1_1_prepared");
	await waitFor(async () => {
		await stepAt(end + 12 * HOUR);
		expect(await listJobStates()).toContain("round-publish 1/1 completed");
	});
});

test("a job interrupted by a killed process is sent again", async () => {
	const season = await seedSeason(harness.database.db, { rounds: 2 });
	const queue = await createJobQueue({ pool: harness.database.pool, onError: (error) => errors.push(error) });
	await queue.send("round-publish", { seasonId: season.id, roundId: 1 }, { key: `${season.id}/1` });
	await harness.database.pool.query("UPDATE pgboss.job SET state = 'active', started_on = now()");
	await queue.close();
	await harness.database.pool.query("TRUNCATE seasons CASCADE");
	const { stepAt, play, end } = await start();
	await play();
	await stepAt(end + 12 * HOUR);
	expect(await listJobStates()).toContain("round-publish 1/1 completed");
	expect((await listJobs()).filter(({ state }) => state === "cancelled")).toHaveLength(1);
});
