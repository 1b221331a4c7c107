import path from "node:path";
import { listBenchIds, listSlotIds } from "@first-bounce/rules/lineup/slots";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSeason2023Path } from "../../../../testing/rules/season-2023.ts";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { StartupError } from "../../startup-error.ts";
import { advanceSeason } from "../match-day/engine/advance-season.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { createSeasonHolder } from "../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { ProblemList } from "../seasons/import/csv/problem-list.ts";
import { readLineups } from "../seasons/import/files/read-lineups.ts";
import { getClock } from "./demo-clock.ts";
import { loadSimulatorFeed } from "./demo-seasons.ts";
import { ensureDemo } from "./ensure-demo.ts";
import { createLineups, findDemoManagerId } from "./queries.ts";
import { processRoundPayloads } from "./replay-round.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FOLDER = path.resolve(getSeason2023Path());
/** A Monday. */
const NOW = Date.parse("2026-11-23T02:00:00Z");

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
	await ensureDemo(database, { now: NOW, seed: 1, folder: FOLDER });
}, 60_000);
afterAll(() => database?.close());

const loadSeason = async (): Promise<SeasonSnapshot> => {
	const season = await loadShownSeason(database.db);
	if (!season) throw new Error("no season");
	return season;
};

test("the season of 2023 starts on the coming Friday with its data", async () => {
	const season = await loadSeason();
	expect([season.seasonId, season.name, season.isDemo]).toEqual([2023, "2023 women's season (real)", true]);
	expect(season.rounds.map(({ status }) => status)).toEqual(Array(10).fill("scheduled"));
	const [first] = season.rounds[0]?.matches.toSorted((a, b) => a.startsAt - b.startsAt) ?? [];
	// On Friday 1 September 2023 Melbourne played Collingwood.
	expect([first?.homeSquadId, first?.awaySquadId, new Date(first?.startsAt ?? 0).toISOString()]).toEqual([
		7386,
		8097,
		"2026-11-27T09:20:00.000Z",
	]);
	expect(season.players.get(296125)).toMatchObject({ firstName: "Ellie", lastName: "Blackburn", cost: 1_185_000 });
	expect(season.rules).toMatchObject({ salaryCap: 15_500_000, trades: { limit: 3, per: "round" }, scoring: { H: 2 } });
	expect(Date.parse((await getClock(database.db, NOW)).seasonTime)).toBe((first?.startsAt ?? 0) - 2 * HOUR_MS);
	const players = [...season.players.values()].filter(({ squadId }) => squadId === 7386 || squadId === 8097);
	expect(players.filter(({ status }) => status === "playing")).toHaveLength(42);
});

test("a real line-up of 2023 scores its published points", async () => {
	const season = await loadSeason();
	const file = { file: getSeason2023Path("lineups_round1.csv"), roundId: 1 };
	const [team] = await readLineups(file, season.rules, new Map(), new ProblemList());
	if (!team) throw new Error("no line-up");
	const userId = (await findDemoManagerId(database.db)) ?? 0;
	const { rows } = await database.pool.query(
		"UPDATE teams SET start_round_id = 1, completed_at = to_timestamp(1) WHERE user_id = $1 RETURNING id",
		[userId],
	);
	const teamId = rows[0].id;
	await createLineups(database.db, [
		{
			team_id: teamId,
			round_id: 1,
			slots: [...listSlotIds(team.lineup, season.rules)],
			captain_id: team.lineup.captainId,
			vice_captain_id: team.lineup.viceCaptainId,
			emergency: [...listBenchIds(team.lineup)],
			bank: 0,
		},
	]);
	const feed = await loadSimulatorFeed(database.db);
	if (!feed) throw new Error("no feed");
	const seasons = await createSeasonHolder(database.db, { on: () => () => undefined });
	const starts = season.rounds[0]?.matches.map(({ startsAt }) => startsAt) ?? [];
	const end = Math.max(...starts) + 4 * HOUR_MS;
	for (const at of [Math.min(...starts) + HOUR_MS, Math.min(...starts) + DAY_MS, end]) {
		await processRoundPayloads(database, seasons.current(), feed, 1, at);
		await seasons.refresh();
		await advanceSeason({ database, seasons }, at);
		await seasons.refresh();
	}
	expect(findCurrentRound(seasons.current().rounds)?.id).toBe(2);
	const points = await database.pool.query("SELECT points FROM standings WHERE team_id = $1", [teamId]);
	// The points of team 1 in lineups_round1.csv.
	expect(points.rows).toEqual([{ points: 1297 }]);
	const scores = await database.pool.query("SELECT home_score, away_score FROM matches WHERE id = 5001");
	expect(scores.rows).toEqual([{ home_score: 73, away_score: 31 }]);
	const problems = await database.pool.query("SELECT faults FROM feed_payloads WHERE verdict = 'quarantined'");
	expect(problems.rows).toEqual([]);
});

test("a second start continues the season, and refuses another folder", async () => {
	expect(await ensureDemo(database, { now: NOW + DAY_MS, seed: 1, folder: FOLDER })).toBe(false);
	expect(await ensureDemo(database, { now: NOW + DAY_MS, seed: 1 })).toBe(false);
	await expect(ensureDemo(database, { now: NOW, seed: 1, folder: "/another/season" })).rejects.toThrow(
		"needs an empty database, and this one has 2023 women's season (real).",
	);
});

test("a real season, running or over, is not replaced", async () => {
	const realDatabase = await createTestDatabase();
	try {
		await seedSeason(realDatabase.db);
		const openInRealDatabase = () => ensureDemo(realDatabase, { now: NOW, seed: 1, folder: FOLDER });
		const message = `--season ${FOLDER} needs an empty database, and this one has Small season. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database`;
		await expect(openInRealDatabase()).rejects.toThrow(new StartupError(message));
		await realDatabase.pool.query("UPDATE seasons SET is_current = false, status = 'closed'");
		await expect(openInRealDatabase()).rejects.toThrow(new StartupError(message));
		const { rows } = await realDatabase.pool.query("SELECT id, is_demo, generated_from FROM seasons");
		expect(rows).toEqual([{ id: 1, is_demo: false, generated_from: null }]);
		expect((await realDatabase.pool.query("SELECT count(*)::int AS users FROM users")).rows).toEqual([{ users: 0 }]);
	} finally {
		await realDatabase.close();
	}
});

test("a folder that does not exist is refused before anything is written", async () => {
	const empty = await createTestDatabase();
	try {
		await expect(ensureDemo(empty, { now: NOW, seed: 1, folder: "/no/such/season" })).rejects.toThrow(
			"The season in /no/such/season cannot be played: /no/such/season: is not a folder",
		);
		expect((await empty.pool.query("SELECT id FROM seasons")).rows).toEqual([]);
		expect((await empty.pool.query("SELECT id FROM users")).rows).toEqual([]);
	} finally {
		await empty.close();
	}
});
