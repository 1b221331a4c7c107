import { showMyTeam, updateTeam } from "@first-bounce/contract/team/team";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKnownManager } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { connect } from "../../../db/connect.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { computeFinalStandings } from "../../standings/final-standings.ts";
import { correctStats } from "../corrections/correct-stats.ts";
import { publishRound } from "./publish-round.ts";

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
});
afterEach(() => app.close());

const query = async (text: string, values: readonly unknown[] = []) =>
	(await app.database.pool.query(text, [...values])).rows;
const listWaiting = async () =>
	(
		await query("SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
	).map((row) => String(row.query).trim().split(" ").slice(0, 2).join(" "));

/** Ends all matches of round 2 with these kicks by player. */
async function endRound2(kicks: Readonly<Record<number, number>>) {
	app.clocks.setSeason(FIRST_BOUNCE + 9 * DAY);
	const matches = app.season.listMatchesOfRound(2);
	const [last] = matches.slice(-1);
	if (!last) throw new Error("round 2 has no matches");
	await saveKicks(app, last, kicks);
	await setMatchStatus(app, matches, "complete");
}

const publishRound2 = () => publishRound(app.database, app.season.id, 2, app.clocks.seasonNow());

/** Publishes round 2, or runs `publish`, and runs `work` once standings are written but not visible yet. */
async function runDuringPublication(work: () => Promise<void>, publish: () => Promise<unknown> = publishRound2) {
	const client = await app.database.pool.connect();
	await client.query("BEGIN; LOCK TABLE league_matches IN SHARE MODE");
	const publication = publish();
	try {
		await waitFor(async () => expect(await listWaiting()).toEqual(["UPDATE league_matches"]));
		await work();
		expect(await listWaiting()).toEqual(["UPDATE league_matches"]);
	} finally {
		await client.query("ROLLBACK");
		client.release();
	}
	return publication;
}

const listPublished = () =>
	query(`SELECT team_id AS id, points, total_points AS total, overall_rank AS rank FROM standings
		WHERE round_id = 2 ORDER BY team_id`);

test("a team that starts next round is saved during publication (D2.9.135)", async () => {
	const { client, id } = await createKnownManager(app, { startRound: 3 });
	await endRound2({ 1049: 10, 1053: 1 });
	const { lineup, bench, viceCaptainId, utilityId, emergency } = (await client(showMyTeam, {})).team;
	const body = { lineup, bench, captainId: 1053, viceCaptainId, utilityId, emergency };
	const published = await runDuringPublication(async () => {
		const { team } = await client(updateTeam, { body });
		expect(team).toMatchObject({ version: 1, captainId: 1053 });
		expect(await listPublished()).toEqual([]);
		expect(await query("SELECT status FROM rounds WHERE id = 2")).toEqual([{ status: "playing" }]);
	});
	expect(published).toBe(true);
	expect(await query("SELECT status FROM rounds WHERE id = 2")).toEqual([{ status: "complete" }]);
	expect((await client(showMyTeam, {})).team.captainId).toBe(1053);
	expect(await query("SELECT version, start_round_id FROM teams WHERE id = $1", [id])).toEqual([
		{ version: 1, start_round_id: 3 },
	]);
	expect(await query("SELECT FROM standings WHERE round_id = 2 AND team_id = $1", [id])).toEqual([]);
});

/** Publishes round 2 with a PostgreSQL setting. Returns PostgreSQL's messages and the result. */
function publishWith(setting: string) {
	const messages: string[] = [];
	const { pool } = connect({ url: app.database.url }, 1);
	pool.on("connect", (client) => {
		client.on("notice", ({ message }) => messages.push(message ?? ""));
		client.query(`SET ${setting}`);
	});
	const published = publishRound({ pool }, app.season.id, 2, app.clocks.seasonNow()).finally(() => pool.end());
	return { messages, published };
}

test("saves that wait for a publication scan and index nothing (D2.9.135)", async () => {
	await seedTeams(app.database.db, app.season, [
		{ slots: drawSlots(app.season, createSeededRandom(5)), startRound: 1 },
	]);
	await endRound2({ 1049: 10 });
	const save = await app.database.pool.connect();
	await save.query("BEGIN");
	await save.query("SELECT pg_advisory_xact_lock_shared($1, 1)", [app.season.id]);
	const { messages, published } = publishWith("client_min_messages = debug1");
	await waitFor(async () => expect(await listWaiting()).toEqual(["SELECT pg_advisory_xact_lock($1::int,"]));
	const [prepared] = [messages.splice(0)];
	await save.query("COMMIT");
	save.release();
	expect(await published).toBe(true);
	expect(prepared).toContain('building index "standings_1_2_prepared_pkey" on table "standings_1_2_prepared" serially');
	expect(messages.filter((message) => /^(verifying|validating|building|rewriting) /.test(message))).toEqual([]);
});

test("a team is saved and a round published during a backup (D2.9.135)", async () => {
	const { client } = await createKnownManager(app, { startRound: 3 });
	const { lineup, bench, viceCaptainId, utilityId, emergency } = (await client(showMyTeam, {})).team;
	const body = { lineup, bench, captainId: 1053, viceCaptainId, utilityId, emergency };
	await endRound2({ 1049: 10 });
	const backup = await app.database.pool.connect();
	try {
		await backup.query(
			"BEGIN; SELECT FROM teams; SELECT FROM lineups; SELECT FROM team_actions; SELECT FROM standings",
		);
		expect((await client(updateTeam, { body })).team.captainId).toBe(1053);
		expect(await publishWith("lock_timeout = '5s'").published).toBe(true);
	} finally {
		await backup.query("COMMIT");
		backup.release();
	}
});

/** Stores a line-up of round 2 and its receipt after the lock, which the rules of the game do not allow. */
async function saveLate(teamId: number, userId: number, slots: readonly number[]): Promise<void> {
	await query(
		`WITH team AS (UPDATE teams SET version = version + 1, start_round_id = least(start_round_id, 2) WHERE id = $1
				RETURNING id, version),
			lineup AS (INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
				VALUES ($1, 2, $3, $4, $5, '{}', 0) ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots,
				captain_id = excluded.captain_id, vice_captain_id = excluded.vice_captain_id, emergency = '{}')
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT id, $2, 2, 'save', version, '{}', now() FROM team`,
		[teamId, userId, slots, slots[0], slots[1]],
	);
}

/** Computes what `listPublished` should return from the current line-ups and stats. */
async function computeRound2() {
	const season = await loadCurrentSeason(app.database.db);
	if (!season) throw new Error("No season");
	const { lineups, standings } = await computeFinalStandings(app.database.pool, season, 2);
	return Array.from({ length: lineups.count }, (_, row) => ({
		id: lineups.teamIds[row] ?? 0,
		points: standings.points[row],
		total: standings.totals[row],
		rank: standings.overallRank[row],
	})).toSorted((a, b) => a.id - b.id);
}

test.each([11, 12, 13])("published standings follow from the data at publication (D2.9.136, seed %i)", async (seed) => {
	const random = createSeededRandom(seed);
	const { db } = app.database;
	const plans = Array.from({ length: 12 }, (_, number) => ({
		slots: drawSlots(app.season, random),
		startRound: number < 9 ? 1 : 3,
	}));
	const teams = await seedTeams(db, app.season, plans);
	const kickers = plans[0]?.slots.slice(0, 4) ?? [];
	await endRound2(Object.fromEntries(kickers.map((id) => [id, Math.floor(random() * 20)])));
	const published = await runDuringPublication(async () => {
		for (const { id, userId } of teams) if (random() < 0.4) await saveLate(id, userId, drawSlots(app.season, random));
		if (random() < 0.5) {
			await db
				.updateTable("stat_lines")
				.set({ kicks: Math.floor(random() * 30) })
				.execute();
			await incrementDataVersion(db, app.season.id);
		}
	});
	expect(published).toBe(true);
	const expected = await computeRound2();
	expect(expected.length).toBeGreaterThan(8);
	expect(await listPublished()).toEqual(expected);
	expect(await query("SELECT relname FROM pg_class WHERE relname LIKE '%_prepared'")).toEqual([]);
});

/** Publishes round 2 with ten kicks of a player, and returns a function that corrects them to twenty. */
async function publishToCorrect() {
	await endRound2({ 1049: 10 });
	await publishRound2();
	const matchId = app.season.listMatchesOfRound(2).at(-1)?.id ?? 0;
	const lines = [{ playerId: 1049, stats: { ...EMPTY_STAT_LINE, K: 20, TOG: 80 } }];
	return () => correctStats(app.database, { matchId, lines }, { actor: "operator:1", reason: "Miscounted" });
}

test("teams can be saved while a published round is recomputed (D2.9.135)", async () => {
	await createKnownManager(app, { startRound: 2 });
	const { client, id } = await createKnownManager(app, { startRound: 3 });
	const correct = await publishToCorrect();
	const { lineup, bench, viceCaptainId, utilityId, emergency } = (await client(showMyTeam, {})).team;
	const body = { lineup, bench, captainId: 1053, viceCaptainId, utilityId, emergency };
	expect((await listPublished()).map(({ points }) => points)).toEqual([30]);
	const effect = await runDuringPublication(async () => {
		expect(await query("SELECT pg_try_advisory_xact_lock_shared($1, 1) AS locked", [app.season.id])).toEqual([
			{ locked: true },
		]);
		await client(updateTeam, { body });
		expect((await listPublished()).map(({ points }) => points)).toEqual([30]);
		expect(await query("SELECT kicks FROM stat_lines WHERE player_id = 1049")).toEqual([{ kicks: 10 }]);
	}, correct);
	expect(effect).toMatchObject({ isPublished: true, rounds: [{ roundId: 2, teamsTouched: 1 }] });
	expect((await listPublished()).map(({ points }) => points)).toEqual([60]);
	expect(await query("SELECT kicks FROM stat_lines WHERE player_id = 1049")).toEqual([{ kicks: 20 }]);
	expect(await query("SELECT revision FROM rounds WHERE id = 2")).toEqual([{ revision: 1 }]);
	expect(await query("SELECT version FROM teams WHERE id = $1", [id])).toEqual([{ version: 1 }]);
});

test("recomputed standings include everything saved before the correction ends (D2.9.136)", async () => {
	const random = createSeededRandom(21);
	const plans = Array.from({ length: 6 }, () => ({ slots: drawSlots(app.season, random), startRound: 1 }));
	const teams = await seedTeams(app.database.db, app.season, plans);
	const correct = await publishToCorrect();
	const changeLineups = async () => {
		for (const { id, userId } of teams.slice(3)) await saveLate(id, userId, drawSlots(app.season, random));
	};
	await runDuringPublication(changeLineups, correct);
	expect(await listPublished()).toHaveLength(6);
	expect(await listPublished()).toEqual(await computeRound2());
	expect(await query("SELECT relname FROM pg_class WHERE relname LIKE '%_prepared'")).toEqual([]);
});
