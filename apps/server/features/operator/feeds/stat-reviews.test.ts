import { showOverview } from "@first-bounce/contract/operator/operator";
import * as reviews from "@first-bounce/contract/operator/reviews";
import * as season from "@first-bounce/contract/operator/season";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { MatchReport } from "../../stats-providers/feed.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";

let app: TestApp;
let client: Client;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
	await app.database.pool.query("TRUNCATE users, audit CASCADE");
	await app.database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(app.database.db);
	app.clocks.setSeason(FIRST_BOUNCE + 2 * HOUR);
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
});

const reason = "as the league told us";
const buildKicksLine = (playerId: number, K: number) => ({ playerId, squadId: 11, stats: buildStatLine({ K }) });
async function processReport(report: Partial<MatchReport>): Promise<void> {
	const payload = createPayload("101", [{ matchId: 101, status: "complete", ...report }]);
	await processPayload(payload, createTestFeed(), {
		db: app.database.db,
		currentSeason: app.seasons.current,
		clocks: app.clocks,
	});
	await app.seasons.refresh();
}
const getWaiting = async () => (await client(showOverview, {})).waiting;
const getPoints = (playerId: number) => app.seasons.current().players.get(playerId)?.scores.get(1);
/** Abandons the other match of round 1, so that the round ends. */
async function endRound1(): Promise<void> {
	await app.database.pool.query("UPDATE matches SET status = 'complete', is_abandoned = true WHERE id = 102");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
}

test("a faulty line is listed, and can be accepted with reason", async () => {
	await processReport({ lines: [buildKicksLine(1001, 4), buildKicksLine(1002, 300)] });
	const { faultyLines } = await client(reviews.listStatReviews, {});
	expect(faultyLines).toMatchObject([
		{
			playerId: 1002,
			name: "P 1002",
			before: null,
			reported: { K: 300 },
			mayAccept: true,
			match: { id: 101 },
			problems: ["player 1002: K of 300"],
		},
	]);
	expect(await getWaiting()).toMatchObject({ faultyLines: 1, lateCorrections: 0, quarantined: 0 });
	const params = { id: faultyLines[0]?.id ?? 0 };
	const body = { reason, version: faultyLines[0]?.version ?? "" };
	const outdated = client(reviews.acceptFaultyLine, { params, body: { reason, version: "another" } });
	expect((await getApiFailure(outdated)).code).toBe("stat-review-changed");
	expect(await client(reviews.acceptFaultyLine, { params, body })).toEqual({ accepted: true });
	expect(getPoints(1002)).toBe(900);
	expect((await getApiFailure(client(reviews.dismissFaultyLine, { params, body }))).code).toBe("stat-review-settled");
	expect((await getWaiting()).faultyLines).toBe(0);
});

test("a stat that fell slightly is listed and needs no decision", async () => {
	await processReport({ status: "playing", lines: [buildKicksLine(1001, 4)] });
	await processReport({ status: "playing", lines: [buildKicksLine(1001, 3)] });
	const { reducedLines, faultyLines } = await client(reviews.listStatReviews, {});
	expect(reducedLines).toMatchObject([{ name: "P 1001", before: { K: 4 }, reported: { K: 3 } }]);
	expect(faultyLines).toEqual([]);
});

test("a round in review shows its publication time unless it is held", async () => {
	await processReport({ lines: [buildKicksLine(1001, 4)] });
	await endRound1();
	const getFirstRound = async () => (await client(season.listRounds, {})).rounds[0];
	const publishesAt = (await getFirstRound())?.publishesAt;
	expect(publishesAt).toMatch(/^2026-08-/);
	expect((await client(showOverview, {})).round).toMatchObject({ publishesAt, isHeld: false });
	await client(season.holdRound, { params: { id: 1 }, body: { reason } });
	expect(await getFirstRound()).toMatchObject({ phase: "in-review", publishesAt: null, hold: { reason } });
	expect((await client(showOverview, {})).round).toMatchObject({ publishesAt: null, isHeld: true });
	await client(season.releaseRound, { params: { id: 1 }, body: { reason } });
	expect(await getFirstRound()).toMatchObject({ publishesAt, hold: null });
});

test("late stats are accepted, then waiting lines as corrections", async () => {
	await processReport({ lines: [buildKicksLine(1001, 9), buildKicksLine(1002, 300)] });
	await endRound1();
	await client(season.publishRoundNow, { params: { id: 1 }, body: { reason } });
	await processReport({ lines: [buildKicksLine(1001, 8)] });
	const { lateCorrections, faultyLines } = await client(reviews.listStatReviews, {});
	expect(lateCorrections).toMatchObject([
		{ match: { id: 101 }, lines: [{ name: "P 1001", before: { K: 9 }, reported: { K: 8 } }] },
	]);
	expect(await getWaiting()).toMatchObject({ faultyLines: 1, lateCorrections: 1 });
	const params = { id: 101 };
	const { effect, correction } = await client(reviews.previewLateCorrection, { params });
	expect(effect).toMatchObject({ isPublished: true, players: [{ name: "P 1001", before: 27, after: 24 }] });
	expect(getPoints(1001)).toBe(27);
	const body = { reason, version: correction.version };
	expect(await client(reviews.acceptLateCorrection, { params, body })).toEqual(effect);
	expect(getPoints(1001)).toBe(24);
	expect((await getApiFailure(client(reviews.dismissLateCorrection, { params, body }))).code).toBe(
		"late-correction-unknown",
	);
	const [line] = faultyLines;
	await client(reviews.acceptFaultyLine, {
		params: { id: line?.id ?? 0 },
		body: { reason, version: line?.version ?? "" },
	});
	expect(getPoints(1002)).toBe(900);
	expect(await getWaiting()).toMatchObject({ faultyLines: 0, lateCorrections: 0 });
	// A late score without stats is listed and accepted in the same way (D2.9.162).
	await processReport({ homeScore: 51, awayScore: 40 });
	const [late] = (await client(reviews.listStatReviews, {})).lateCorrections;
	expect(late).toMatchObject({
		lines: [],
		score: { before: { home: null, away: null }, reported: { home: 51, away: 40 } },
	});
	expect(await getWaiting()).toMatchObject({ lateCorrections: 1 });
	await client(reviews.acceptLateCorrection, { params, body: { reason, version: late?.version ?? "" } });
	const match = app.seasons.current().rounds[0]?.matches.find(({ id }) => id === 101);
	expect([match?.homeScore, match?.awayScore]).toEqual([51, 40]);
	expect(await getWaiting()).toMatchObject({ lateCorrections: 0 });
});
