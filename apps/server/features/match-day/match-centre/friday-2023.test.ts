import type { MatchFile, RoundsFile } from "@first-bounce/contract/stats/static-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSeason2023Stats } from "../../../../../testing/rules/season-2023.ts";
import { type Season2023, seedSeason2023 } from "../../../../../testing/season/season-2023.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { createSimulatorFeed } from "../../stats-providers/simulator/simulator-feed.ts";
import { createSeasonEngine, type SeasonEngine } from "../engine/season-engine.ts";

/** Friday 1 September 2023: Melbourne against Collingwood. */
const MATCH = 5001;
const STEP_MS = 4 * 60_000;
const STEPS = 36;

let database: Database;
let season: Season2023;
let engine: SeasonEngine;

beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason2023(database.db);
	await setClock(database.db, { seasonAt: Date.parse("2023-09-01T09:00:00Z"), speed: 0 }, Date.now());
	const onError = (error: unknown) => {
		throw error;
	};
	engine = await createSeasonEngine({
		database,
		loadFeed: async () => createSimulatorFeed(season),
		onError,
	});
});
afterAll(async () => {
	await engine.close();
	await database.close();
});

const readFile = <File>(name: string): File => JSON.parse(engine.files.getFile(name)?.content.toString() ?? "null");

/** Lists each player's points, from the stats in the database and the season's published weights. */
async function listPointsFromStats(): Promise<Map<number, number>> {
	const { rows } = await database.pool.query<{ player_id: number; points: number }>(
		`SELECT player_id, 3 * kicks + 2 * handballs + 3 * marks + 4 * tackles + frees_for - 3 * frees_against
				+ hitouts + 6 * goals + behinds AS points
			FROM stat_lines WHERE match_id = $1 AND tog > 0`,
		[MATCH],
	);
	return new Map(rows.map(({ player_id, points }) => [player_id, points]));
}

test("on a Friday of 2023 events agree with stats throughout (D1.9.61, D1.9.62)", async () => {
	const clocks = new Set<string>();
	let events = 0;
	for (let step = 0; step <= STEPS; step++) {
		await setClock(database.db, { seasonAt: Date.parse("2023-09-01T09:20:00Z") + step * STEP_MS }, Date.now());
		await engine.clocks.refresh();
		await engine.runner.step();
		const expected = await listPointsFromStats();
		const file = readFile<MatchFile>(`matches/${MATCH}`);
		expect(file.lines).toHaveLength(42);
		expect(new Map(file.lines.map(({ playerId, points }) => [playerId, points]))).toEqual(expected);
		const sums = new Map<number, number>();
		for (const { playerId, points, score } of file.events) {
			sums.set(playerId, (sums.get(playerId) ?? 0) + points);
			expect(sums.get(playerId)).toBe(score);
		}
		for (const [playerId, points] of expected) expect(sums.get(playerId) ?? 0).toBe(points);
		expect(file.events.length).toBeGreaterThanOrEqual(events);
		events = file.events.length;
		const match = readFile<RoundsFile>("rounds")[0]?.tournaments.find(({ id }) => id === MATCH);
		clocks.add(`${match?.status} ${match?.quarter}${match?.isBreak ? " break" : ""}`);
		expect(file.events.every(({ isCorrection }) => !isCorrection)).toBe(true);
	}
	expect([...clocks]).toEqual([
		"playing 1",
		"playing 1 break",
		"playing 2",
		"playing 2 break",
		"playing 3",
		"playing 3 break",
		"playing 4",
		"complete 4 break",
	]);
	const published = readSeason2023Stats().filter(({ playerId }) =>
		season.results.get(MATCH)?.lines.some((line) => line.playerId === playerId),
	);
	const inRound1 = published.filter(({ roundId }) => roundId === 1);
	expect(inRound1).toHaveLength(42);
	const final = readFile<MatchFile>(`matches/${MATCH}`);
	expect(new Map(final.lines.map(({ playerId, points }) => [playerId, points]))).toEqual(
		new Map(inRound1.map(({ playerId, fantasyPoints }) => [playerId, fantasyPoints])),
	);
	const goals = final.events.filter(({ changes }) => changes.some(({ stat, points }) => stat === "G" && points === 6));
	expect(goals.length).toBeGreaterThan(5);
});
