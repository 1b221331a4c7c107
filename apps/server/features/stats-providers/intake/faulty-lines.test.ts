import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { waitForLock } from "../../../../../testing/server/wait-for.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";
import type { MatchReport } from "../feed.ts";
import { acceptFaultyLine, dismissFaultyLine, listLineReviews } from "./accept-faulty-lines.ts";
import { processPayload } from "./process-payload.ts";
import { lockMatch } from "./queries.ts";

let database: Database;
const feed = createTestFeed();

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons, audit CASCADE");
	await seedSeason(database.db);
});

async function loadCurrentSeason() {
	const loaded = await loadShownSeason(database.db);
	if (!loaded) throw new Error("No season");
	return loaded;
}
async function processAt(at: number, report: Partial<MatchReport>) {
	const loaded = await loadCurrentSeason();
	const payload = createPayload("101", [{ matchId: 101, status: "playing", ...report }]);
	return processPayload(payload, feed, { db: database.db, currentSeason: () => loaded, clocks: createFixedClocks(at) });
}
const buildLine = (playerId: number, K: number) => ({ playerId, squadId: 11, stats: buildStatLine({ K }) });
const getPoints = async (playerId: number) => (await loadCurrentSeason()).players.get(playerId)?.scores.get(1);
const getMatchStatus = async () => (await loadCurrentSeason()).rounds[0]?.matches[0]?.status;
const listVerdicts = async () =>
	(await database.db.selectFrom("feed_payloads").select("verdict").orderBy("id").execute()).map(
		({ verdict }) => verdict,
	);

describe("the end of a match", () => {
	test("is quarantined if it is reported 24 seconds after the bounce", async () => {
		const { verdict, problems } = await processAt(FIRST_BOUNCE + 24_000, {
			status: "complete",
			lines: [buildLine(1001, 4)],
		});
		expect([verdict, problems]).toEqual([
			"quarantined",
			["match 101: it is over 0 minutes after its start, and no match is that short"],
		]);
		expect(await getMatchStatus()).toBe("scheduled");
	});

	test("is applied if it is reported after a whole match", async () => {
		expect(
			(await processAt(FIRST_BOUNCE + 2 * HOUR, { status: "complete", lines: [buildLine(1001, 4)] })).verdict,
		).toBe("applied");
		expect(await getMatchStatus()).toBe("complete");
	});

	test("is quarantined if only one of two small clubs has stats", async () => {
		const lines = Array.from({ length: 12 }, (_, index) => buildLine(1001 + index, index + 1));
		const { verdict, problems } = await processAt(FIRST_BOUNCE + 2 * HOUR, { status: "complete", lines });
		expect([verdict, problems]).toEqual(["quarantined", ["match 101: a complete match without stats of squad 12"]]);
	});

	test("that was reported too early is not accepted later", async () => {
		const early: Partial<MatchReport> = { status: "complete", lines: [buildLine(1001, 4)] };
		await processAt(FIRST_BOUNCE + 24_000, early);
		expect((await processAt(FIRST_BOUNCE + 2 * HOUR, early)).verdict).toBe("quarantined");
		expect(await getMatchStatus()).toBe("scheduled");
	});
});

describe("one faulty line", () => {
	test("with impossible points is left out, even if its payload is released", async () => {
		const { problems } = await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 501)] });
		expect(problems).toContain("match 101: player 1002: 1503 points");
		const [review] = (await listLineReviews(database.db, 1)).faulty;
		expect(review).toMatchObject({ playerId: 1002, isImpossible: true });
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([12, undefined]);
	});

	test("is left out, and every other line of the match scores", async () => {
		const { verdict, problems } = await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 300)] });
		expect([verdict, problems]).toEqual(["applied", ["match 101: player 1002: K of 300"]]);
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([12, undefined]);
	});

	test("leaves a player her previous stats", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 5), buildLine(1002, 300)] });
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([15, 6]);
	});

	test("does not delay the end of its match", async () => {
		await processAt(FIRST_BOUNCE + 2 * HOUR, { status: "complete", lines: [buildLine(1001, 4), buildLine(1002, 300)] });
		expect(await getMatchStatus()).toBe("complete");
	});

	test("together with more than four others has the whole payload quarantined", async () => {
		const players = [1002, 1003, 1004, 1005, 1006, 1007];
		const lines = [buildLine(1001, 4), ...players.map((id) => buildLine(id, 300))];
		expect((await processAt(FIRST_BOUNCE, { lines })).verdict).toBe("quarantined");
		expect(await getPoints(1001)).toBeUndefined();
	});
});

describe("a line that loses stats", () => {
	test("by up to five is applied", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 9), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 10)] });
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([12, 30]);
	});

	test("is left out if one stat goes down by more than five", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 9), buildLine(1002, 9)] });
		const { problems } = await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 3), buildLine(1002, 10)] });
		expect(problems).toEqual(["match 101: player 1001: K falls from 9 to 3"]);
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([27, 30]);
	});

	test("is not applied if its player is missing or absent", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 9), buildLine(1002, 4)] });
		const missingPlayer = await processAt(FIRST_BOUNCE, { lines: [buildLine(1002, 5)] });
		expect(missingPlayer.problems).toEqual(["match 101: player 1001 had stats and has none now"]);
		const absent = { playerId: 1001, squadId: 11, stats: buildStatLine({ TOG: 0 }) };
		await processAt(FIRST_BOUNCE, { lines: [absent, buildLine(1002, 6)] });
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([27, 18]);
	});
});

/** Lists the reviews of the match's lines. */
const listReviews = () =>
	database.db
		.selectFrom("stat_reviews")
		.select(["id", "player_id", "kind", "state", "reported", "before", "faults as problems"])
		.orderBy("id")
		.execute();
async function loadSources() {
	const loaded = await loadCurrentSeason();
	return { db: database.db, currentSeason: () => loaded };
}
const auditContext = { actor: "operator:1", reason: "Seen at the ground" };
async function getShownLine() {
	const { db, currentSeason } = await loadSources();
	const [line] = (await listLineReviews(db, currentSeason().seasonId)).faulty;
	if (!line) throw new Error("no waiting line");
	return { id: line.id, version: line.version };
}

describe("an operator", () => {
	test("closes a faulty line by a correction of the same player", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 300)] });
		await correctStats(
			database,
			{ matchId: 101, lines: [{ playerId: 1002, stats: buildStatLine({ K: 30 }) }] },
			auditContext,
		);
		expect(await listReviews()).toMatchObject([{ player_id: 1002, kind: "faulty", state: "superseded" }]);
	});

	test("sees a faulty line once, with its previous stats", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		expect(await listReviews()).toMatchObject([
			{
				player_id: 1002,
				kind: "faulty",
				state: "waiting",
				problems: ["player 1002: K falls from 9 to 2"],
				before: { K: 9 },
				reported: { K: 2 },
			},
		]);
	});

	test("accepts a faulty line, and later reports are compared with it", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		const shown = await getShownLine();
		await acceptFaultyLine(await loadSources(), shown, auditContext);
		expect(await getPoints(1002)).toBe(6);
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 4), buildLine(1002, 3)] });
		expect(await getPoints(1002)).toBe(9);
		expect(await getRefusalCode(acceptFaultyLine(await loadSources(), shown, auditContext))).toBe(
			"stat-review-settled",
		);
		const audit = await database.db.selectFrom("audit").select(["action", "reason"]).execute();
		expect(audit).toEqual([{ action: "line-accepted", reason: "Seen at the ground" }]);
	});

	test("accepts a faulty line while a newer payload is being applied", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		const [sources, shown] = [await loadSources(), await getShownLine()];
		let accepting: Promise<void> | undefined;
		// The payload locks its match first and changes the reviews of its lines then.
		await database.db.transaction().execute(async (trx) => {
			const { seasonId } = sources.currentSeason();
			await lockSeason(trx, seasonId, "shared");
			await lockMatch(trx, seasonId, 101);
			accepting = acceptFaultyLine(sources, shown, auditContext);
			await waitForLock(database);
			await trx.updateTable("stat_reviews").set({ payload_id: sql`payload_id` }).execute();
		});
		await accepting;
		expect(await getPoints(1002)).toBe(6);
	});

	test("accepts that a player is missing, and cannot accept a negative count", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4)] });
		await acceptFaultyLine(await loadSources(), await getShownLine(), auditContext);
		expect(await getPoints(1002)).toBeUndefined();
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 4), buildLine(1002, -1)] });
		expect(await getRefusalCode(acceptFaultyLine(await loadSources(), await getShownLine(), auditContext))).toBe(
			"line-impossible",
		);
	});

	test("can decide only on the line that was shown", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 20)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 12)] });
		const shown = await getShownLine();
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		expect(await getRefusalCode(acceptFaultyLine(await loadSources(), shown, auditContext))).toBe(
			"stat-review-changed",
		);
		expect(await getRefusalCode(dismissFaultyLine(await loadSources(), shown, auditContext))).toBe(
			"stat-review-changed",
		);
		expect(await getPoints(1002)).toBe(60);
		await acceptFaultyLine(await loadSources(), await getShownLine(), auditContext);
		expect(await getPoints(1002)).toBe(6);
	});

	test("still accepts the line shown when a newer payload repeats it", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 20)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 12)] });
		const shown = await getShownLine();
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 5), buildLine(1002, 12)] });
		await acceptFaultyLine(await loadSources(), shown, auditContext);
		expect(await getPoints(1002)).toBe(36);
	});

	test("dismisses a faulty line, and the same line does not come back", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		await dismissFaultyLine(await loadSources(), await getShownLine(), auditContext);
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 5), buildLine(1002, 2)] });
		expect((await listReviews()).map(({ state }) => state)).toEqual(["dismissed"]);
	});

	test("has nothing to decide once a later report is valid", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 4), buildLine(1002, 9)] });
		await processAt(FIRST_BOUNCE, { minutes: 10, lines: [buildLine(1001, 4), buildLine(1002, 2)] });
		await processAt(FIRST_BOUNCE, { minutes: 11, lines: [buildLine(1001, 4), buildLine(1002, 10)] });
		expect((await listReviews()).map(({ state }) => state)).toEqual(["superseded"]);
		const audit = await database.db.selectFrom("audit").select(["action", "before"]).execute();
		expect(audit).toEqual([{ action: "stat-reviews-superseded", before: { kind: "faulty", players: [1002] } }]);
	});

	test("sees a stat that went down, before and after", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 9)] });
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 8)] });
		expect(await listReviews()).toMatchObject([
			{ player_id: 1001, kind: "reduced", state: "noted", before: { K: 9 }, reported: { K: 8 } },
		]);
	});
});

describe("a quarantined payload", () => {
	test("is closed by a later valid one, with audit", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 300)] });
		expect(await listVerdicts()).toEqual(["quarantined"]);
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 3)] });
		expect(await listVerdicts()).toEqual(["superseded", "applied"]);
		const audit = await database.db.selectFrom("audit").select(["action", "actor", "after"]).execute();
		expect(audit).toMatchObject([
			{ action: "payload-superseded", actor: "feed intake", after: { verdict: "superseded" } },
		]);
	});

	test("stays open while later ones are faulty too", async () => {
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 300)] });
		await processAt(FIRST_BOUNCE, { lines: [buildLine(1001, 301)] });
		expect(await listVerdicts()).toEqual(["quarantined", "quarantined"]);
	});
});
