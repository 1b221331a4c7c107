import { createHash } from "node:crypto";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { enterCup, showCup, showCupDraw, showCupDrawInputs } from "@first-bounce/contract/leagues/cup";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStandingsTable, playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import type { LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { listDueJobs, runRoundJob } from "../../match-day/engine/round-jobs.ts";
import { listCupOutcomes } from "../../rankings/round-result/cup-outcome-queries.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";
import { drawSeasonCup, settleCupRound } from "./cup-rounds.ts";
import { findCup } from "./queries.ts";

const random = createSeededRandom(1897);
let app: TestApp;
let managers: LeagueManager[];

async function openSeason(startRound: number): Promise<void> {
	app = await createTestApp({}, { rounds: 4, rules: { cup: { startRound, seed: 7 } } });
	managers = [];
	for (let index = 0; index < 7; index++) {
		const slots = drawSlots(app.season, random);
		const team = await seedTeam(app.database.db, app.season, { slots, completedAt: FIRST_BOUNCE - DAY + index });
		managers.push({ userId: team.userId, teamId: team.id, team, client: app.as(await app.getToken(team.userId)) });
	}
}
beforeEach(() => openSeason(2), 60_000);
afterEach(() => app.close());

const getManager = (index: number) => managers[index] as LeagueManager;
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const getInputs = async () => (await getManager(0).client(showCupDrawInputs, {})).inputs;
const listPairs = async (roundId: number) =>
	(await getManager(0).client(showCupDraw, { query: { roundId } })).matches.map(({ home, away }) => [
		home?.teamId,
		away?.teamId,
	]);

const START = FIRST_BOUNCE + 7 * DAY;
const draw = () => drawSeasonCup(app.database.db, app.seasons.current(), START);

async function runDueJobs(): Promise<void> {
	const { database, seasons, clocks } = app;
	const now = clocks.seasonNow();
	for (const job of await listDueJobs(database, seasons.current(), now))
		if (job.queue === "round-open" || job.queue === "round-soft-lock")
			await runRoundJob(database, seasons.current(), now, job);
}

/** Recomputes the order of teams as docs/game-rules.md says. */
function recompute(
	{ seed, moment, entrants }: { readonly seed: string; readonly moment: string; readonly entrants: readonly number[] },
	teams: readonly number[],
): number[] {
	const key = hash(`${seed}:${moment}:${entrants.join(",")}`);
	return teams.toSorted((a, b) => (hash(`${key}:${a}`) < hash(`${key}:${b}`) ? -1 : 1));
}

test("only the seed's hash is public until the draw, then everything [D2.1.52]", async () => {
	await runDueJobs();
	const open = await getInputs();
	expect(open).toEqual({ seedHash: expect.stringMatching(/^[0-9a-f]{64}$/), seed: null, moment: null, entrants: [] });
	for (const { client } of managers.slice(0, 6)) await client(enterCup, {});
	await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", getManager(5).userId).execute();
	const secret = (await findCup(app.database.db, app.season.id))?.secret_seed ?? "";
	expect(secret).toMatch(/^[0-9a-f]{64}$/);
	const answers = [
		await getManager(0).client(showCup, {}),
		await getInputs(),
		await getManager(0).client(exportOwnData, {}),
		(await app.app.inject({ url: "/json/fantasy/season.json" })).body,
		(await app.database.db.selectFrom("audit").selectAll().execute()).map(({ after }) => after),
	];
	expect(JSON.stringify(answers)).not.toContain(secret);
	expect((await getManager(0).client(showCup, {})).cup?.draw).toEqual({
		seedHash: open?.seedHash,
		seed: null,
		moment: null,
	});

	app.clocks.setSeason(START);
	await runDueJobs();
	const inputs = await getInputs();
	const { seed = null, moment = null, entrants = [] } = inputs ?? {};
	if (seed === null || moment === null) throw new Error("not drawn");
	expect([inputs?.seedHash, hash(seed)]).toEqual([open?.seedHash, open?.seedHash]);
	expect(entrants).toEqual(managers.slice(0, 5).map(({ teamId }) => teamId));
	const [a, b, c, d, e] = recompute({ seed, moment, entrants }, entrants);
	expect(await listPairs(2)).toEqual([
		[a, undefined],
		[b, undefined],
		[c, undefined],
		[d, e],
	]);
	expect((await getManager(6).client(showCup, {})).cup?.draw).toEqual({ seedHash: open?.seedHash, seed, moment });
});

test("qualified teams are ordered by the same draw [D2.1.51]", async () => {
	await app.close();
	await openSeason(3);
	for (const { client } of managers) await client(enterCup, {});
	const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const roundId of [1, 2]) await playRandomRound(app, roundId, random, advance);
	app.clocks.setSeason(START + 7 * DAY);
	await advance();
	expect((await getManager(0).client(showCup, {})).cup).toMatchObject({ entrants: 7, qualifiers: 2 });
	await playRandomRound(app, 3, random, advance);
	const [pair = []] = await listPairs(4);
	const { seed = null, moment = null, entrants = [] } = (await getInputs()) ?? {};
	expect(pair).toHaveLength(2);
	const ids = pair.filter((id) => id !== undefined);
	expect(pair).toEqual(recompute({ seed: seed ?? "", moment: moment ?? "", entrants }, ids));
});

test("an entrant whose account was closed at the draw never qualifies [D2.1.51]", async () => {
	await app.close();
	await openSeason(3);
	const { db } = app.database;
	for (const { client } of managers) await client(enterCup, {});
	const owner = (is_active: boolean) =>
		db.updateTable("users").set({ is_active }).where("id", "=", getManager(0).userId).execute();
	const advance = () => advanceLeagues(db, app.seasons.current(), app.clocks.seasonNow());
	for (const roundId of [1, 2]) await playRandomRound(app, roundId, random, advance);
	await owner(false);
	app.clocks.setSeason(START + 7 * DAY);
	await advance();
	expect((await getManager(1).client(showCup, {})).cup).toMatchObject({ entrants: 6, qualifiers: 2 });
	await owner(true);
	await playRandomRound(app, 3, random, advance);
	await sql`UPDATE standings SET points = 9999 WHERE round_id = 3 AND team_id = ${getManager(0).teamId}`.execute(db);
	await db
		.transaction()
		.execute((trx) => settleCupRound(trx, { seasonId: 1, roundId: 3, now: 0, standings: "standings" }));
	const [pair = []] = await listPairs(4);
	expect(pair).toHaveLength(2);
	expect(pair).not.toContain(getManager(0).teamId);
	expect((await getManager(0).client(showCup, {})).cup).toMatchObject({ isEntered: true, path: [] });
	expect((await listCupOutcomes(db, 1, 3)).map(({ teamId }) => teamId)).not.toContain(getManager(0).teamId);
});

test("the draw is made once by several processes [D2.1.52]", async () => {
	const { db, pool } = app.database;
	for (const { client } of managers) await client(enterCup, {});
	await pool.query("ALTER TABLE cup_matches RENAME TO crashed");
	await expect(draw()).rejects.toThrow("cup_matches");
	await pool.query("ALTER TABLE crashed RENAME TO cup_matches");
	expect(await findCup(db, app.season.id)).toMatchObject({ drawn_at: null, moment: null });
	await Promise.all([draw(), draw(), draw()]);
	const pairs = await listPairs(2);
	expect(pairs).toHaveLength(4);
	const { rows } = await pool.query("SELECT before, after FROM audit WHERE action = 'cup-drawn'");
	const cup = await findCup(db, app.season.id);
	expect(rows).toEqual([{ before: { seedHash: cup?.seed_hash }, after: { moment: cup?.moment, entrants: 7 } }]);
	await draw();
	expect(await listPairs(2)).toEqual(pairs);
});

test("the database refuses a second draw and another seed", async () => {
	await getManager(0).client(enterCup, {});
	await expect(sql`UPDATE cups SET secret_seed = 'x', seed_hash = 'y'`.execute(app.database.db)).rejects.toThrow(
		"the seed of the cup of season 1 is published and cannot change",
	);
	await draw();
	await expect(
		sql`UPDATE cups SET drawn_at = NULL, start_id = NULL, moment = NULL`.execute(app.database.db),
	).rejects.toThrow("the cup of season 1 is drawn already");
});

test("a draw of an earlier version stays and orders its qualifiers", async () => {
	const { db } = app.database;
	const teamIds = managers.map(({ teamId }) => teamId);
	await sql`INSERT INTO cups (season_id, drawn_at, start_id, seed, entrants, qualifiers) VALUES (1, now(), 2, 7, 7, 4)`.execute(
		db,
	);
	await sql`INSERT INTO cup_entries (season_id, team_id, entered_at) SELECT 1, unnest(${teamIds}::int[]), now()`.execute(
		db,
	);
	await advanceLeagues(db, app.seasons.current(), FIRST_BOUNCE);
	await draw();
	expect(await findCup(db, 1)).toMatchObject({ seed: 7, seed_hash: null, secret_seed: null, moment: null });
	await createStandingsTable(db, app.season, 2);
	await sql`INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank,
		team_value) SELECT 1, 2, id, id, id, 0, 0, id, 0 FROM unnest(${teamIds}::int[]) AS id`.execute(db);
	await db
		.transaction()
		.execute((trx) => settleCupRound(trx, { seasonId: 1, roundId: 2, now: 0, standings: "standings" }));
	expect(teamIds).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect(await listPairs(3)).toEqual([
		[6, 5],
		[4, 7],
	]);
	expect(await getInputs()).toBeNull();
	expect((await getManager(0).client(showCup, {})).cup?.draw).toBeNull();
});

test("a cup that was open during an upgrade gets a seed", async () => {
	await sql`INSERT INTO cups (season_id) VALUES (1)`.execute(app.database.db);
	expect(await getInputs()).toBeNull();
	await runDueJobs();
	const hashed = (await getInputs())?.seedHash;
	expect(hashed).toMatch(/^[0-9a-f]{64}$/);
	await runDueJobs();
	for (const { client } of managers) await client(enterCup, {});
	expect((await getInputs())?.seedHash).toBe(hashed);
});
