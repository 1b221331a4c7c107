import { checkLineup } from "@first-bounce/rules/lineup/check-lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { findDraft, listPicks, listSeats } from "../leagues/draft/queries.ts";
import { startDraft } from "../leagues/draft/start-draft.ts";
import { advanceSeason } from "../match-day/engine/advance-season.ts";
import { isDecentName } from "../names/allowed-names.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { createPgListener, type PgListener } from "../seasons/current/pg-listener.ts";
import { createSeasonClocks } from "../seasons/current/season-clock.ts";
import { createSeasonHolder } from "../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { createRandom } from "../seasons/generator/random.ts";
import { BOT_TEAM_NAMES } from "./bots/bot-names.ts";
import { createBots } from "./bots/bots.ts";
import { DEMO_EMAIL } from "./demo-accounts.ts";
import { advanceDemoRound, getClock, jumpToNextLock, playAtSpeed, playRound, setSeasonTime } from "./demo-clock.ts";
import { createDraftLeagues } from "./demo-draft.ts";
import { loadSimulatorFeed } from "./demo-seasons.ts";
import { ensureDemo } from "./ensure-demo.ts";
import { findDemoManagerId } from "./queries.ts";
import { processRoundPayloads } from "./replay-round.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-03-10T02:00:00Z");
const settings = { demoMayRun: true };

let database: Database;
let pgListener: PgListener;
beforeAll(async () => {
	database = await createTestDatabase();
	pgListener = await createPgListener(database);
	// An interrupted first start leaves a season without a clock.
	await database.pool.query(`INSERT INTO seasons (id, name, rules, is_demo) VALUES (1, 'Interrupted', '{}', true)`);
	await createBots(database.db, START, createRandom("cut short"), [1]);
	await ensureDemo(database, { now: START, seed: 2026 });
}, 300_000);
afterAll(async () => {
	await pgListener?.close();
	await database?.close();
});

const loadSeason = async (): Promise<SeasonSnapshot> => {
	const season = await loadShownSeason(database.db);
	if (!season) throw new Error("no season");
	return season;
};
const count = async (query: string): Promise<number> => Number((await database.pool.query(query)).rows[0].count);
const getSeasonTime = async () => Date.parse((await getClock(database.db, START)).seasonTime);

test("a new demo has played three rounds and starts the fourth soon", async () => {
	const season = await loadSeason();
	expect(season.isDemo).toBe(true);
	expect(season.rounds.map(({ status }) => status)).toEqual([
		...Array(3).fill("complete"),
		...Array(9).fill("scheduled"),
	]);
	const firstLock = Math.min(...(season.rounds[3]?.matches ?? []).map(({ startsAt }) => startsAt));
	expect(await getClock(database.db, START)).toMatchObject({
		seasonTime: new Date(firstLock - 2 * HOUR_MS).toISOString(),
		speed: 1,
		playingRoundId: null,
	});
	const squads = season.rounds[3]?.matches.slice(0, 1).flatMap((match) => [match.homeSquadId, match.awaySquadId]) ?? [];
	const players = [...season.players.values()].filter(({ squadId }) => squads.includes(squadId));
	expect(players.filter(({ status }) => status === "playing")).toHaveLength(42);
});

test("round 4 waits for a visitor, however long the server runs", async () => {
	const season = await loadSeason();
	const firstLock = Math.min(...(season.rounds[3]?.matches ?? []).map(({ startsAt }) => startsAt));
	const later = await getClock(database.db, START + 30 * 24 * HOUR_MS);
	expect(Date.parse(later.seasonTime)).toBeLessThan(firstLock);
	expect(later.speed).toBe(0);
});

test("last season is over, with published rounds, ranks and legal prices", async () => {
	const seasons = await database.pool.query("SELECT status, is_current FROM seasons ORDER BY id");
	expect(seasons.rows).toEqual([
		{ status: "closed", is_current: false },
		{ status: "open", is_current: true },
	]);
	expect(await count("SELECT count(*) FROM rounds WHERE season_id = 1 AND status = 'complete'")).toBe(12);
	expect(await count("SELECT count(*) FROM standings WHERE season_id = 1 AND round_id = 12")).toBe(
		BOT_TEAM_NAMES.length + 1,
	);
	expect(await count("SELECT count(*) FROM player_prices WHERE price < 300000 OR price % 1000 <> 0")).toBe(0);
	expect(await count("SELECT count(DISTINCT magic_number) FROM rounds WHERE season_id = 1")).toBeGreaterThan(6);
});

test("all line-ups of the bots are legal and different", async () => {
	const season = await loadSeason();
	const { rows } = await database.pool.query(
		`SELECT l.* FROM lineups l JOIN teams t ON t.id = l.team_id WHERE t.season_id = 2`,
	);
	expect(rows.length).toBeGreaterThan(BOT_TEAM_NAMES.length * 2);
	for (const row of rows) {
		const lineup = buildLineupFromIds(row.slots, season.rules, {
			captainId: row.captain_id,
			viceCaptainId: row.vice_captain_id,
			emergency: row.emergency,
		});
		expect(checkLineup(lineup, season.rules, (id) => season.players.get(id))).toEqual([]);
		expect(row.bank).toBeGreaterThanOrEqual(0);
	}
	const first = rows.filter(({ round_id }) => round_id === 1).map(({ slots }) => [...slots].sort().join());
	expect(new Set(first).size).toBe(first.length);
	expect(
		await count("SELECT count(*) FROM trades t JOIN teams m ON m.id = t.team_id WHERE season_id = 2"),
	).toBeGreaterThan(20);
	expect(
		await count("SELECT count(*) FROM (SELECT 1 FROM trades GROUP BY team_id HAVING count(*) > 3) AS beyond"),
	).toBe(0);
});

test("last season's leagues ended with finals, and the demo manager's leagues", async () => {
	const { rows } = await database.pool.query(
		`SELECT l.name, l.type, l.num_teams, u.email,
			(SELECT count(*) FROM league_matches m WHERE m.league_id = l.id AND m.home_points IS NULL) AS open,
			(SELECT count(*) FROM league_matches m WHERE m.league_id = l.id AND m.is_grand_final) AS finals,
			(SELECT count(*) FROM league_events e WHERE e.league_id = l.id AND e.kind = 'results') AS results
		FROM leagues l JOIN users u ON u.id = l.commissioner_id WHERE l.season_id = 1 ORDER BY l.id`,
	);
	expect(rows.map((row) => [row.type, row.num_teams, row.open, row.finals, row.results])).toEqual([
		["h2h", 10, 0, 1, 12],
		["open", 16, 0, 0, 12],
		["h2h", 6, 0, 1, 9],
		["h2h", 8, 0, 1, 12],
	]);
	expect(rows.filter(({ email }) => email === DEMO_EMAIL)).toHaveLength(3);
});

test("this season has leagues, leagues to join, and an invitation", async () => {
	const open = "num_teams < size AND privacy = 'public' AND season_id = 2 AND (type = 'open' OR start_id > 3)";
	expect(await count(`SELECT count(*) FROM leagues WHERE ${open}`)).toBeGreaterThan(4);
	expect(await count("SELECT count(*) FROM leagues WHERE season_id = 2 AND drawn_at IS NOT NULL")).toBeGreaterThan(0);
	expect(
		await count(
			`SELECT count(*) FROM league_invites i JOIN users u ON u.id = i.user_id WHERE u.email = '${DEMO_EMAIL}'`,
		),
	).toBe(1);
});

test("visitors each get a draft league whose draft starts in one call [D2.9.374]", async () => {
	const { db } = database;
	const clocks = await createSeasonClocks(db, pgListener, () => START);
	const seasons = await createSeasonHolder(db, pgListener);
	const services = { db, seasons, clocks };
	const getDraftLeague = createDraftLeagues(services);
	const managerId = (await findDemoManagerId(db)) ?? 0;
	const ids = await Promise.all([false, true, true, false].map((isTaken) => getDraftLeague(managerId, isTaken)));
	// The first visitor only looks at the list, so the second gets the same league; the third gets one of her own.
	expect(new Set(ids).size).toBe(3);
	expect(ids[0]).toBe(ids[1]);
	const [, id, next] = ids as [number, number, number, number];
	await startDraft(services, managerId, id);
	const draft = await findDraft(db, id);
	expect([draft?.state, draft?.pick_seconds, (await listPicks(db, id)).length]).toEqual(["live", 60, 126]);
	expect((await listSeats(db, id)).filter(({ is_robot }) => is_robot).map(({ name }) => name)).toEqual([
		"Clearance Queens",
		"Torp From Fifty",
		"Goal Sneaks",
		"The Spoilers",
		"Boundary Riders",
	]);
	// After a restart, leagues that wait are given out again before another one is created.
	const after = createDraftLeagues(services);
	expect([await after(managerId, true), await after(managerId, true)]).toEqual([next, ids[3]]);
	await db.deleteFrom("leagues").where("class", "=", "draft").execute();
});

test("bot team names pass moderation, are legal and all different", () => {
	const plain = BOT_TEAM_NAMES.map((name) => name.toLowerCase().replaceAll(/\s/g, ""));
	expect(new Set(plain).size).toBe(plain.length);
	expect(plain.length).toBeGreaterThan(120);
	expect(BOT_TEAM_NAMES.filter((name) => !isDecentName(name) || name.length < 3 || name.length > 30)).toEqual([]);
});

test("the demo manager is registered, an operator, and without a line-up", async () => {
	const { rows } = await database.pool.query(
		`SELECT u.is_operator, u.team_name, t.start_round_id FROM users u JOIN teams t ON t.user_id = u.id
			WHERE u.email = '${DEMO_EMAIL}' AND t.season_id = 2`,
	);
	expect(rows).toEqual([{ is_operator: true, team_name: "The First Bouncers", start_round_id: null }]);
	expect(await findDemoManagerId(database.db)).toBeGreaterThan(0);
});

test("a second start changes nothing, and is refused with another season's folder", async () => {
	const before = await database.pool.query("SELECT id, data_version FROM seasons ORDER BY id");
	expect(await ensureDemo(database, { now: START + HOUR_MS, seed: 1 })).toBe(false);
	await expect(ensureDemo(database, { now: START, seed: 1, folder: "/srv/season-2023" })).rejects.toThrow(
		"--season /srv/season-2023 needs an empty database, and this one has Southern Lights Women's League 2026. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database",
	);
	expect((await database.pool.query("SELECT id, data_version FROM seasons ORDER BY id")).rows).toEqual(before.rows);
});

test("the clock is fixed in public and real seasons, and never reversed", async () => {
	await expect(playRound(database.db, { demoMayRun: false }, START)).rejects.toThrow("clock-refused");
	const now = await getSeasonTime();
	await expect(setSeasonTime(database.db, now - 300 * 24 * HOUR_MS, settings, START)).rejects.toMatchObject({
		reasons: [{ data: { context: "begun" } }],
	});
	await expect(playAtSpeed(database.db, -1, settings, START)).rejects.toThrow("clock-refused");
	await database.db.updateTable("seasons").set({ is_demo: false }).where("id", "=", 2).execute();
	await expect(jumpToNextLock(database.db, settings, START)).rejects.toMatchObject({
		reasons: [{ data: { context: "real" } }],
	});
	await database.db.updateTable("seasons").set({ is_demo: true }).where("id", "=", 2).execute();
});

test("each round that a visitor starts is played until the season ends", async () => {
	const feed = await loadSimulatorFeed(database.db);
	if (!feed) throw new Error("no simulator");
	const seasonHolder = await createSeasonHolder(database.db, { on: () => () => undefined });
	let wallTime = START;
	const clocks = await createSeasonClocks(database.db, pgListener, () => wallTime);
	const advanceRound = () => advanceDemoRound({ db: database.db, currentSeason: seasonHolder.peek, clocks });
	const advanceToRound = async (roundId: number) => {
		await advanceRound();
		await processRoundPayloads(database, seasonHolder.current(), feed, roundId, clocks.seasonNow());
		await seasonHolder.refresh();
		await advanceSeason({ database, seasons: seasonHolder }, clocks.seasonNow());
		await seasonHolder.refresh();
	};

	for (let roundId = 4; roundId <= 12; roundId++) {
		await playRound(database.db, settings, wallTime);
		await clocks.refresh();
		expect(clocks.show().playingRoundId).toBe(roundId);
		// More steps in the first round than later: the result does not depend on their number.
		const stepMs = roundId === 4 ? 10_000 : 120_000;
		for (let attempts = 0; clocks.show().playingRoundId !== null; attempts++) {
			expect(attempts).toBeLessThan(60);
			wallTime += stepMs;
			await advanceToRound(roundId);
			await advanceRound();
		}
		const rounds = seasonHolder.current().rounds;
		expect(rounds[roundId - 1]?.status).toBe("complete");
		expect(rounds[roundId]?.status ?? "scheduled").toBe("scheduled");
		expect(clocks.show().speed).toBe(1);
	}
	await expect(playRound(database.db, settings, wallTime)).rejects.toMatchObject({
		reasons: [{ data: { context: "over" } }],
	});
	const ofSeason = "FROM league_matches WHERE season_id = 2";
	expect(await count(`SELECT count(*) ${ofSeason} AND home_points IS NULL`)).toBe(0);
	expect(await count(`SELECT count(*) ${ofSeason} AND round_id = 12 AND is_grand_final`)).toBe(4);
	const { players, rules } = seasonHolder.current();
	const prices = [...players.values()].flatMap((player) => [...player.prices.values()]);
	expect(prices.length).toBe(540 * 13);
	expect(prices.filter((price) => price < rules.floorPrice || price % rules.priceStep !== 0)).toEqual([]);
	expect(await count("SELECT count(*) FROM feed_payloads WHERE verdict = 'quarantined'")).toBe(0);
}, 300_000);

test("a start removes everything of a demo whose creation was interrupted", async () => {
	await database.db.deleteFrom("season_clocks").execute();
	const stopped = new Error("stopped before creation");
	const onProgress = () => {
		throw stopped;
	};
	await expect(ensureDemo(database, { now: START, seed: 7, onProgress })).rejects.toThrow(stopped);
	for (const table of ["seasons", "users", "matches", "stat_lines", "feed_payloads", "lineups", "leagues"])
		expect([table, await count(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0]);
});
