import type { MatchFile, RoundsFile } from "@first-bounce/contract/stats/static-data";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import { createSeededRandom, FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { buildStatLine, createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import type { SeasonEngine } from "../../match-day/engine/season-engine.ts";
import { revertMatch } from "../../match-day/match-changes/service.ts";
import type { MatchReport } from "../feed.ts";

const MATCH = 101;
const harness = createEngineHarness();

const readFile = <File>(engine: SeasonEngine, name: string): File | null =>
	JSON.parse(engine.files.getFile(name)?.content.toString() ?? "null");
const readMatch = (engine: SeasonEngine, id = MATCH) => {
	const file = readFile<MatchFile>(engine, `matches/${id}`);
	if (!file) throw new Error("no such file");
	return file;
};
const describeEvents = ({ events }: MatchFile) =>
	events.map(({ playerId, changes, score, isCorrection, quarter, clockSeconds }) => [
		playerId,
		changes.map(({ stat, count, points }) => `${stat} ${count} ${points}`).join(", "),
		score,
		isCorrection,
		`Q${quarter} ${clockSeconds}`,
	]);
const buildLine = (playerId: number, stats: Parameters<typeof buildStatLine>[0]) => ({
	playerId,
	squadId: 11,
	stats: buildStatLine(stats),
});
const processReport = (minutes: number, overrides: Partial<MatchReport>) =>
	harness.stepAt(FIRST_BOUNCE + minutes * MINUTE_MS, [
		createPayload(String(MATCH), [{ matchId: MATCH, status: "playing", ...overrides }]),
	]);

test("a report's changes are events, and decreases are corrections (D1.9.62, D1.9.63)", async () => {
	await seedSeason(harness.database.db);
	const engine = await harness.start();
	await processReport(5, {
		quarter: 1,
		clockSeconds: 290,
		lines: [buildLine(1001, { K: 2 }), buildLine(1002, { TOG: 10 })],
	});
	await processReport(9, {
		quarter: 1,
		clockSeconds: 515,
		lines: [buildLine(1001, { K: 3, G: 1 }), buildLine(1002, { T: 1 })],
	});
	await processReport(11, {
		quarter: 1,
		clockSeconds: 640,
		lines: [buildLine(1001, { K: 2, G: 1 }), buildLine(1002, { T: 1 })],
	});
	await processReport(12, { quarter: 1, clockSeconds: 700 });
	expect(describeEvents(readMatch(engine))).toEqual([
		[1001, "K 2 6", 6, false, "Q1 290"],
		[1001, "G 1 6, K 1 3", 15, false, "Q1 515"],
		[1002, "T 1 4", 4, false, "Q1 515"],
		[1001, "K -1 -3", 12, true, "Q1 640"],
	]);
	expect(readMatch(engine).lines.map(({ playerId, points }) => [playerId, points])).toEqual([
		[1001, 12],
		[1002, 4],
	]);
	expect(readFile<RoundsFile>(engine, "rounds")?.[0]?.tournaments[0]).toMatchObject({
		quarter: 1,
		clockSeconds: 700,
		isBreak: false,
		isAbandoned: false,
		reportedAt: new Date(FIRST_BOUNCE + 12 * MINUTE_MS).toISOString(),
	});
});

test("changes after the siren are corrections, whoever makes them (D1.9.63)", async () => {
	await seedSeason(harness.database.db);
	const engine = await harness.start();
	await processReport(110, {
		quarter: 4,
		clockSeconds: 1_500,
		isBreak: true,
		status: "complete",
		lines: [buildLine(1001, { K: 9 })],
	});
	await processReport(118, { status: "complete", lines: [buildLine(1001, { K: 9, M: 1 })] });
	await correctStats(
		harness.database,
		{ matchId: MATCH, lines: [{ playerId: 1001, stats: buildStatLine({ K: 8, M: 1 }) }] },
		{ actor: "operator:1", reason: "One kick was another player's" },
	);
	await engine.seasons.refresh();
	await engine.liveUpdates.refresh();
	expect(
		describeEvents(readMatch(engine)).map(([, changes, score, isCorrection]) => [changes, score, isCorrection]),
	).toEqual([
		["K 9 27", 27, false],
		["M 1 3", 30, true],
		["K -1 -3", 27, true],
	]);
});

test("a player removed from a match loses her points in a correction", async () => {
	await seedSeason(harness.database.db);
	const engine = await harness.start();
	await processReport(5, { quarter: 1, lines: [buildLine(1001, { K: 2 }), buildLine(1002, { K: 1 })] });
	await correctStats(
		harness.database,
		{ matchId: MATCH, lines: [{ playerId: 1001, stats: null }] },
		{ actor: "operator:1", reason: "She did not play" },
	);
	await engine.seasons.refresh();
	await engine.liveUpdates.refresh();
	expect(describeEvents(readMatch(engine)).at(-1)).toEqual([1001, "K -2 -6", 0, true, "Q1 null"]);
	expect(readMatch(engine).lines.map(({ playerId }) => playerId)).toEqual([1002]);
});

test("after random reports the events add up to every player's points", async () => {
	const season = await seedSeason(harness.database.db);
	const random = createSeededRandom(5);
	const engine = await harness.start();
	const [match] = season.listMatchesOfRound(1);
	if (!match) throw new Error("no match");
	for (let minute = 10; minute < 100; minute += 10)
		await harness.stepAt(FIRST_BOUNCE + minute * MINUTE_MS, [
			createPayload(String(MATCH), [
				{ ...createRandomReport(season, match, random, "playing"), homeScore: 1, awayScore: 1 },
			]),
		]);
	const late = await harness.start();
	for (const shown of [engine, late]) {
		const { lines, events } = readMatch(shown);
		const sums = new Map<number, number>();
		for (const { playerId, points } of events) sums.set(playerId, (sums.get(playerId) ?? 0) + points);
		expect(lines.length).toBeGreaterThan(10);
		for (const { playerId, points } of lines) expect(sums.get(playerId)).toBe(points);
	}
	expect(readMatch(late)).toEqual(readMatch(engine));
});

test("a match reset to before its start has no events", async () => {
	const season = await seedSeason(harness.database.db);
	const engine = await harness.start();
	await processReport(5, { lines: [buildLine(1001, { K: 2 })] });
	await harness.database.db.transaction().execute((trx) => revertMatch(trx, season.id, MATCH));
	await harness.stepAt(FIRST_BOUNCE + 6 * MINUTE_MS);
	await processReport(7, { lines: [buildLine(1001, { K: 1 })] });
	expect(readMatch(engine).events.map(({ number, score }) => [number, score])).toEqual([[3, 3]]);
});

test("checksums list the current round's matches, which change by themselves (D1.9.61)", async () => {
	const season = await seedSeason(harness.database.db);
	const engine = await harness.start();
	await processReport(5, { lines: [buildLine(1001, { K: 2 })] });
	const before = engine.files.current().checksums;
	expect(Object.keys(before).filter((name) => name.startsWith("matches/"))).toEqual(["matches/101", "matches/102"]);
	await processReport(6, { lines: [buildLine(1001, { K: 3 })] });
	const after = engine.files.current().checksums;
	expect(after["matches/101"]).not.toBe(before["matches/101"]);
	expect(after["matches/102"]).toBe(before["matches/102"]);
	const [later] = season.listMatchesOfRound(2);
	const other = await engine.files.findFile(`matches/${later?.id}`);
	expect(JSON.parse(other?.content.toString() ?? "null")).toEqual({ id: later?.id, roundId: 2, lines: [], events: [] });
	expect(await engine.files.findFile("matches/9999")).toBeUndefined();
});
