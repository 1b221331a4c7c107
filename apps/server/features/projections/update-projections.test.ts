import { WEEK_MS } from "@first-bounce/rules/durations";
import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../testing/season/engine-harness.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../testing/season/small-season.ts";
import { buildStatLine, createPayload, createRandomReport } from "../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "../match-day/corrections/correct-stats.ts";
import type { MatchReport } from "../stats-providers/feed.ts";
import { updateProjections } from "./update-projections.ts";

const harness = createEngineHarness();
const DEFAULT_COEFFICIENTS = { base: 10, price_point: 0.8, root_ownership: 12 };

const createPayloads = (reports: readonly MatchReport[]) =>
	reports.map((report) => createPayload(`${report.matchId}`, [report]));

/** Starts a season of four rounds, each with two matches and 48 scores. */
async function start() {
	const season = await seedSeason(harness.database.db, { rounds: 4 });
	const engine = await harness.start();
	const random = createSeededRandom(3);
	/** Plays and publishes a round. */
	const playRound = async (roundId: number) => {
		const reports = season.listMatchesOfRound(roundId).map((match) => createRandomReport(season, match, random));
		const end = FIRST_BOUNCE + (roundId - 1) * WEEK_MS + DAY + 3 * HOUR;
		await harness.stepAt(end, createPayloads(reports));
		await harness.stepAt(end + 3 * HOUR);
		return reports;
	};
	return { season, engine, playRound };
}

const listCoefficients = async () =>
	(
		await harness.database.db
			.selectFrom("projection_coefficients")
			.select(["round_id", "revision", "base", "price_point", "root_ownership"])
			.orderBy("round_id")
			.execute()
	).map(({ round_id, revision, ...coefficients }) => ({ round_id, revision, coefficients }));
const findProjection = (roundId: number, playerId: number) =>
	harness.database.db
		.selectFrom("round_projections")
		.where("round_id", "=", roundId)
		.where("player_id", "=", playerId)
		.selectAll()
		.executeTakeFirst();

test("a publication and a correction fit the coefficients to all scores", async () => {
	const { season, engine, playRound } = await start();
	const [report] = await playRound(1);
	await playRound(2);
	await playRound(3);
	const published = await listCoefficients();
	expect(published.map(({ round_id, revision }) => [round_id, revision])).toEqual([
		[1, 0],
		[2, 0],
		[3, 0],
	]);
	// 48 and 96 scores are too few, 144 are enough.
	expect(published.slice(0, 2).map(({ coefficients }) => coefficients)).toEqual([
		DEFAULT_COEFFICIENTS,
		DEFAULT_COEFFICIENTS,
	]);
	const fitted = published[2]?.coefficients;
	expect(fitted?.root_ownership).toBe(12);
	expect(fitted?.base).not.toBe(10);
	expect(engine.seasons.current().prior).toEqual({
		base: fitted?.base,
		pricePoint: fitted?.price_point,
		rootOwnership: 12,
	});

	const corrected = {
		matchId: report?.matchId ?? 0,
		lines: [{ playerId: report?.lines?.[0]?.playerId ?? 0, stats: buildStatLine({ G: 15, TOG: 90 }) }],
	};
	await correctStats(harness.database, corrected, { actor: "operator:1", reason: "Wrong player" });
	await harness.stepAt(FIRST_BOUNCE + 2 * WEEK_MS + 2 * DAY);
	const rewritten = await listCoefficients();
	expect(rewritten.map(({ revision }) => revision)).toEqual([1, 1, 1]);
	expect(rewritten[2]?.coefficients.base).not.toBe(fitted?.base);
	expect(engine.seasons.current().prior.base).toBe(rewritten[2]?.coefficients.base);

	await harness.database.db.deleteFrom("projection_coefficients").execute();
	const updateAgain = () => updateProjections(harness.database.db, season.id, FIRST_BOUNCE + 2 * WEEK_MS + 2 * DAY);
	expect(await updateAgain()).toEqual({ fitted: [1, 2, 3], projected: null });
	expect(await listCoefficients()).toEqual(rewritten);
	expect(await updateAgain()).toEqual({ fitted: [], projected: null });
});

test("a round's projections are saved at its start, for good", async () => {
	const { season, playRound } = await start();
	await harness.stepAt(FIRST_BOUNCE - HOUR);
	expect(await findProjection(1, 1001)).toBeUndefined();
	await harness.stepAt(FIRST_BOUNCE);
	const before = await findProjection(1, 1001);
	// 10 + 0.8 × 498,000 ÷ 12,000 = 43.2, ± 3.2 × √43.2 = 21.03; without a score all baselines are price ÷ 12,000.
	expect(before).toMatchObject({ season_average: 41.5, last_three: 41.5, price_points: 41.5 });
	expect(before?.estimate).toBeCloseTo(43.2, 10);
	expect([before?.low, before?.high].map((points) => points?.toFixed(2))).toEqual(["22.17", "64.23"]);

	const [report] = await playRound(1);
	const { playerId = 0 } = report?.lines?.[0] ?? {};
	await correctStats(
		harness.database,
		{ matchId: report?.matchId ?? 0, lines: [{ playerId, stats: buildStatLine({ G: 15, TOG: 90 }) }] },
		{ actor: "operator:1", reason: "Wrong player" },
	);
	await harness.stepAt(FIRST_BOUNCE + 2 * DAY);
	expect(await findProjection(1, 1001)).toEqual(before);
	await updateProjections(harness.database.db, season.id, FIRST_BOUNCE + 2 * DAY);
	expect(await findProjection(1, 1001)).toEqual(before);
	expect(await findProjection(2, 1001)).toBeUndefined();
	await harness.stepAt(FIRST_BOUNCE + WEEK_MS);
	expect((await findProjection(2, playerId))?.last_three).toBe(90);
});

test("ownership counts from the season's first bounce on", async () => {
	const { engine } = await start();
	const { db } = harness.database;
	await harness.stepAt(FIRST_BOUNCE - HOUR);
	await db
		.insertInto("selection_counts")
		.values({ season_id: 1, percentages: JSON.stringify({ 1001: 25 }) })
		.execute();
	const getEstimate = () => engine.seasons.current().players.get(1001)?.estimate;
	expect(getEstimate()).toBeCloseTo(43.2, 10);
	await harness.stepAt(FIRST_BOUNCE);
	// + 12 × √0.25
	expect(getEstimate()).toBeCloseTo(49.2, 10);
	expect((await findProjection(1, 1001))?.estimate).toBeCloseTo(49.2, 10);
	await db
		.updateTable("selection_counts")
		.set({ percentages: JSON.stringify({ 1001: 100 }) })
		.execute();
	await harness.stepAt(FIRST_BOUNCE + 1);
	expect(getEstimate()).toBeCloseTo(49.2, 10);
});
