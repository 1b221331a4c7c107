import { sql } from "kysely";
import { expect, test } from "vitest";
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
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { waitForLock } from "../../../../../testing/server/wait-for.ts";
import {
	buildStatLine,
	createPayload,
	createRandomReport,
	createTestFeed,
} from "../../../../../testing/stats-providers/test-feed.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";
import type { MatchReport } from "../../stats-providers/feed.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import {
	acceptLateCorrections,
	dismissLateCorrection,
	listLateCorrections,
	previewLateCorrection,
	previewLateCorrections,
} from "./accept-late-corrections.ts";
import { correctStats, previewCorrections } from "./correct-stats.ts";

const harness = createEngineHarness();
const auditContext = { actor: "operator:1", reason: "The league's official stats" };
const AFTER_PUBLICATION = FIRST_BOUNCE + 2 * DAY;

/** Plays and publishes round 1, and returns the reports it was published from. */
async function publishRound1() {
	const season = await seedSeason(harness.database.db, { rounds: 2 });
	const random = createSeededRandom(5);
	await seedTeam(harness.database.db, season, { slots: drawSlots(season, random) });
	const engine = await harness.start();
	const reports = season.listMatchesOfRound(1).map((match) => createRandomReport(season, match, random));
	const end = FIRST_BOUNCE + DAY + 3 * HOUR;
	await harness.stepAt(
		end,
		reports.map((report) => createPayload(`${report.matchId}`, [report])),
	);
	await harness.stepAt(end + 12 * HOUR);
	expect(engine.seasons.current().rounds[0]?.status).toBe("complete");
	const [report] = reports;
	if (!report) throw new Error("No report");
	const processReport = (changed: MatchReport) =>
		processPayload(createPayload("101", [changed]), createTestFeed(), {
			db: harness.database.db,
			currentSeason: engine.seasons.current,
			clocks: createFixedClocks(AFTER_PUBLICATION),
		});
	const processOtherMatch = () => {
		const other = reports.find(({ matchId }) => matchId !== report.matchId);
		if (!other) throw new Error("No other report");
		return processPayload(createPayload(String(other.matchId), [withKicks(other, 30)]), createTestFeed(), {
			db: harness.database.db,
			currentSeason: engine.seasons.current,
			clocks: createFixedClocks(AFTER_PUBLICATION),
		});
	};
	return { engine, report, processReport, processOtherMatch };
}

/** Changes the stats of a report's first players. */
const withKicks = (report: MatchReport, ...kicks: number[]): MatchReport => ({
	...report,
	lines: (report.lines ?? []).map((line, index) => {
		const K = kicks[index];
		return K === undefined ? line : { ...line, stats: buildStatLine({ K }) };
	}),
});
const listPlayers = (report: MatchReport) => (report.lines ?? []).map(({ playerId }) => playerId);
const listPending = () => listLateCorrections(harness.database.db, 1);
const getVersion = async () => ({ seasonId: 1, matchId: 101, version: (await listPending())[0]?.version ?? "" });

test("stats received after publication wait as one correction per match", async () => {
	const { engine, report, processReport } = await publishRound1();
	const [first = 0, second = 0] = listPlayers(report);
	const before = engine.seasons.current().players.get(first)?.scores.get(1);
	const { verdict, problems } = await processReport(withKicks(report, 40, 41));
	expect([verdict, problems]).toEqual([
		"unchanged",
		["match 101: its round is published: the changed stats of 2 players wait for an operator"],
	]);
	expect(await listPending()).toMatchObject([
		{
			matchId: 101,
			lines: [
				{ playerId: first, reported: { K: 40 } },
				{ playerId: second, reported: { K: 41 } },
			],
		},
	]);
	expect((await engine.seasons.refresh()).players.get(first)?.scores.get(1)).toBe(before);
});

test("a late correction is accepted while a newer payload is applied", async () => {
	const { engine, report, processReport } = await publishRound1();
	const [first = 0] = listPlayers(report);
	await processReport(withKicks(report, 40));
	const { database } = harness;
	const seen = await getVersion();
	let accepting: Promise<unknown> | undefined;
	// The payload locks its match first and changes the reviews of its lines then.
	await database.db.transaction().execute(async (trx) => {
		await lockSeason(trx, 1, "shared");
		await trx.selectFrom("matches").where("id", "=", 101).select("id").forUpdate().execute();
		accepting = acceptLateCorrections(database, [seen], auditContext);
		await waitForLock(database);
		await trx.updateTable("stat_reviews").set({ payload_id: sql`payload_id` }).execute();
	});
	await accepting;
	expect((await engine.seasons.refresh()).players.get(first)?.scores.get(1)).toBe(120);
});

test("no line of a payload that is being applied is dismissed unseen", async () => {
	const { report, processReport } = await publishRound1();
	await processReport(withKicks(report, 40));
	const { database } = harness;
	const seen = await getVersion();
	let dismissing: Promise<unknown> | undefined;
	await database.db.transaction().execute(async (trx) => {
		await trx.selectFrom("matches").where("id", "=", 101).select("id").forUpdate().execute();
		const columns = ["season_id", "match_id", "payload_id", "kind", "state", "reported", "season_at"] as const;
		const review = trx.selectFrom("stat_reviews").select([...columns, sql<number>`player_id + 1`.as("player_id")]);
		await trx
			.insertInto("stat_reviews")
			.columns([...columns, "player_id"])
			.expression(review)
			.execute();
		dismissing = dismissLateCorrection(database, seen, auditContext);
		await waitForLock(database);
	});
	expect(await getRefusalCode(dismissing ?? Promise.resolve())).toBe("late-correction-changed");
	expect((await listPending())[0]?.lines).toHaveLength(2);
});

test("a late correction can be previewed and accepted like a manual one", async () => {
	const { engine, report, processReport } = await publishRound1();
	const [first = 0] = listPlayers(report);
	await processReport(withKicks(report, 40));
	const manual = await previewCorrections(harness.database, [
		{
			matchId: 101,
			lines: [{ playerId: first, stats: buildStatLine({ K: 40 }) }],
		},
	]);
	const { effect } = await previewLateCorrection(harness.database, 1, 101);
	expect(effect).toEqual(manual);
	expect(effect.players).toMatchObject([{ playerId: first, after: 120 }]);
	expect(await acceptLateCorrections(harness.database, [await getVersion()], auditContext)).toEqual(manual);
	expect((await engine.seasons.refresh()).players.get(first)?.scores.get(1)).toBe(120);
	expect(await listPending()).toEqual([]);
	const audit = await harness.database.db
		.selectFrom("audit")
		.where("action", "=", "stats-corrected")
		.select(["actor", "reason"])
		.execute();
	expect(audit).toEqual([auditContext]);
});

test("a score reported after publication waits and changes nothing else (D2.9.162)", async () => {
	const { engine, report, processReport } = await publishRound1();
	const { homeScore: home = 0, awayScore: away = 0 } = report;
	const getMatch = async () => (await engine.seasons.refresh()).rounds[0]?.matches.find(({ id }) => id === 101);
	const { verdict, problems } = await processReport({ ...report, homeScore: 99 });
	expect([verdict, problems]).toEqual([
		"unchanged",
		["match 101: its round is published: the changed score waits for an operator"],
	]);
	expect(await getMatch()).toMatchObject({ homeScore: home, awayScore: away });
	const score = { before: { home, away }, reported: { home: 99, away } };
	expect(await listPending()).toMatchObject([{ matchId: 101, lines: [], score }]);
	await processReport(report);
	expect(await listPending()).toEqual([]);
	await processReport({ ...report, homeScore: 98 });
	const outdated = await getVersion();
	await processReport({ ...report, homeScore: 99 });
	expect(await getRefusalCode(acceptLateCorrections(harness.database, [outdated], auditContext))).toBe(
		"late-correction-changed",
	);
	const { effect } = await previewLateCorrection(harness.database, 1, 101);
	expect(effect).toEqual({ roundId: 1, isPublished: true, players: [], rounds: [], prices: null });
	expect(await getMatch()).toMatchObject({ homeScore: home });
	await acceptLateCorrections(harness.database, [await getVersion()], auditContext);
	expect(await getMatch()).toMatchObject({ homeScore: 99, awayScore: away });
	expect(await listPending()).toEqual([]);
	expect(engine.seasons.current().rounds[0]?.revision).toBe(0);
	const audit = await harness.database.db
		.selectFrom("audit")
		.where("actor", "=", auditContext.actor)
		.select(["action", "subject", "reason", "before", "after"])
		.execute();
	expect(audit).toEqual([
		{
			action: "score-corrected",
			subject: "match:1:101",
			reason: auditContext.reason,
			before: { home, away },
			after: { home: 99, away },
		},
	]);
});

test("a dismissed score stays away, a different one can be accepted (D2.9.162)", async () => {
	const { engine, report, processReport } = await publishRound1();
	const [first = 0] = listPlayers(report);
	await processReport({ ...report, awayScore: 99 });
	await dismissLateCorrection(harness.database, await getVersion(), auditContext);
	await processReport({ ...report, awayScore: 99, minutes: 90 });
	expect(await listPending()).toEqual([]);
	await processReport({ ...withKicks(report, 40), awayScore: 97 });
	const away = report.awayScore ?? 0;
	expect(await listPending()).toMatchObject([
		{ lines: [{ playerId: first }], score: { before: { away }, reported: { away: 97 } } },
	]);
	await acceptLateCorrections(harness.database, [await getVersion()], auditContext);
	const season = await engine.seasons.refresh();
	expect(season.rounds[0]?.matches.find(({ id }) => id === 101)?.awayScore).toBe(97);
	expect(season.players.get(first)?.scores.get(1)).toBe(120);
});

test("a second late change of an accepted line waits as well", async () => {
	const { report, processReport } = await publishRound1();
	await processReport(withKicks(report, 40));
	await acceptLateCorrections(harness.database, [await getVersion()], auditContext);
	await processReport(withKicks(report, 39));
	expect(await listPending()).toMatchObject([{ lines: [{ before: { K: 40 }, reported: { K: 39 } }] }]);
});

test("an operator's correction of a player closes only her pending late stats", async () => {
	const { report, processReport } = await publishRound1();
	const [first = 0, second = 0] = listPlayers(report);
	await processReport(withKicks(report, 40, 41));
	await correctStats(
		harness.database,
		{ matchId: 101, lines: [{ playerId: first, stats: buildStatLine({ K: 30 }) }] },
		auditContext,
	);
	expect(await listPending()).toMatchObject([{ lines: [{ playerId: second, reported: { K: 41 } }] }]);
	await acceptLateCorrections(harness.database, [await getVersion()], auditContext);
	await processReport({ ...withKicks(report, 40, 41), minutes: 90 });
	expect(await listPending()).toEqual([]);
});

test("dismissed late stats do not come back, and different ones do", async () => {
	const { report, processReport } = await publishRound1();
	await processReport(withKicks(report, 40));
	await dismissLateCorrection(harness.database, await getVersion(), auditContext);
	await processReport({ ...withKicks(report, 40), minutes: 90 });
	expect(await listPending()).toEqual([]);
	await processReport(withKicks(report, 41));
	expect(await listPending()).toMatchObject([{ lines: [{ reported: { K: 41 } }] }]);
});

test("a late correction that changed since it was shown is not accepted", async () => {
	const { report, processReport } = await publishRound1();
	await processReport(withKicks(report, 40));
	const seenVersion = await getVersion();
	await processReport(withKicks(report, 41));
	expect(await getRefusalCode(acceptLateCorrections(harness.database, [seenVersion], auditContext))).toBe(
		"late-correction-changed",
	);
	expect(await getRefusalCode(dismissLateCorrection(harness.database, seenVersion, auditContext))).toBe(
		"late-correction-changed",
	);
	expect(await listPending()).toHaveLength(1);
});

test("a feed that returns to the published stats closes the late correction", async () => {
	const { report, processReport } = await publishRound1();
	await processReport(withKicks(report, 40));
	await processReport(report);
	expect(await listPending()).toEqual([]);
});

test("a late report without a player does not remove her stats", async () => {
	const { report, processReport } = await publishRound1();
	await processReport({ ...withKicks(report, 40), lines: withKicks(report, 40).lines?.slice(0, -1) ?? [] });
	expect((await listPending()).map(({ lines }) => lines.length)).toEqual([1]);
});

test("all late corrections are accepted together, or none if one changed", async () => {
	const { engine, report, processReport, processOtherMatch } = await publishRound1();
	await processReport(withKicks(report, 40));
	await processOtherMatch();
	const seenVersions = (await listPending()).map(({ matchId, version }) => ({ seasonId: 1, matchId, version }));
	expect(seenVersions.map(({ matchId }) => matchId)).toEqual([101, 102]);
	await processReport(withKicks(report, 39));
	for (const attempt of [previewLateCorrections, acceptLateCorrections])
		expect(await getRefusalCode(attempt(harness.database, seenVersions, auditContext))).toBe("late-correction-changed");
	expect(await listPending()).toHaveLength(2);
	const current = (await listPending()).map(({ matchId, version }) => ({ seasonId: 1, matchId, version }));
	const preview = await previewLateCorrections(harness.database, current);
	expect(await listPending()).toHaveLength(2);
	expect(preview.rounds.map(({ roundId }) => roundId)).toEqual([1]);
	expect(preview.players).toHaveLength(2);
	expect(await acceptLateCorrections(harness.database, current, auditContext)).toEqual(preview);
	// Computing the round once per match would have counted two revisions.
	expect((await engine.seasons.refresh()).rounds[0]?.revision).toBe(1);
	expect(await listPending()).toEqual([]);
	const lines = await harness.database.db
		.selectFrom("stat_lines")
		.where("kicks", "in", [30, 39])
		.where("handballs", "=", 0)
		.select("match_id")
		.orderBy("match_id")
		.execute();
	expect(lines.map(({ match_id }) => match_id)).toEqual([101, 102]);
});
