import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import type { MatchReport } from "../feed.ts";
import { processPayload, processPendingPayloads } from "./process-payload.ts";

let database: Database;
const feed = createTestFeed();

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(database.db);
});

const loadCurrentSeason = async () => {
	const loaded = await loadShownSeason(database.db);
	if (!loaded) throw new Error("No season");
	return loaded;
};
async function processReports(reports: readonly MatchReport[] | Uint8Array) {
	const loaded = await loadCurrentSeason();
	const clocks = createFixedClocks(FIRST_BOUNCE + 2 * HOUR);
	const payload =
		reports instanceof Uint8Array ? { ...createPayload("101", []), body: reports } : createPayload("101", reports);
	return processPayload(payload, feed, { db: database.db, currentSeason: () => loaded, clocks });
}
const getPoints = async (playerId: number) => (await loadCurrentSeason()).players.get(playerId)?.scores.get(1);
const buildLine = (playerId: number, K: number) => ({ playerId, squadId: 11, stats: buildStatLine({ K }) });
const buildReport = (report: Partial<MatchReport>): MatchReport[] => [{ matchId: 101, status: "playing", ...report }];

describe("a payload of a match", () => {
	test("scores its players, and starts the match and its round", async () => {
		const { verdict } = await processReports(
			buildReport({ minutes: 12, quarter: 1, homeScore: 6, lines: [buildLine(1001, 4)] }),
		);
		const { rounds, dataVersion } = await loadCurrentSeason();
		expect(verdict).toBe("applied");
		expect(await getPoints(1001)).toBe(12);
		expect(rounds[0]?.status).toBe("playing");
		expect(rounds[0]?.matches[0]).toMatchObject({
			id: 101,
			status: "playing",
			minutes: 12,
			quarter: 1,
			homeScore: 6,
			awayScore: null,
		});
		expect(dataVersion).toBe(1);
	});

	test("that moves only the clock back keeps its score and status", async () => {
		await processReports(buildReport({ minutes: 12, quarter: 1, clockSeconds: 720, homeScore: 6, awayScore: 1 }));
		const earlierClock = { minutes: 11, quarter: 1, clockSeconds: 700 };
		expect(await processReports(buildReport({ ...earlierClock, homeScore: 12, awayScore: 1 }))).toEqual({
			verdict: "applied",
			problems: ["match 101: minutes go back from 12 to 11; the clock was left out"],
		});
		expect((await loadCurrentSeason()).rounds[0]?.matches[0]).toMatchObject({
			minutes: 12,
			clockSeconds: 720,
			homeScore: 12,
			awayScore: 1,
		});
		const olderReport = buildReport({ ...earlierClock, homeScore: 6, awayScore: 2 });
		expect(await processReports(olderReport)).toEqual({
			verdict: "quarantined",
			problems: ["match 101: minutes go back from 12 to 11"],
		});
	});

	test("that was received before changes nothing, nor equal content", async () => {
		await processReports(buildReport({ lines: [buildLine(1001, 4)] }));
		expect(await processReports(buildReport({ lines: [buildLine(1001, 4)] }))).toEqual({
			verdict: "unchanged",
			problems: [],
		});
		expect((await processReports([{ lines: [buildLine(1001, 4)], matchId: 101 }])).verdict).toBe("unchanged");
		expect((await loadCurrentSeason()).dataVersion).toBe(1);
	});

	test("replaces the match's lines: a correction removes points", async () => {
		await processReports(buildReport({ lines: [buildLine(1001, 4)] }));
		await processReports(buildReport({ lines: [buildLine(1001, 3)] }));
		expect(await getPoints(1001)).toBe(9);
	});

	test("leaves out an unknown player with a message and applies the rest", async () => {
		const intake = await processReports(buildReport({ lines: [buildLine(1001, 4), buildLine(999_999, 9)] }));
		expect(intake).toEqual({ verdict: "applied", problems: ["match 101: player 999999 is unknown and was skipped"] });
		expect(await getPoints(1001)).toBe(12);
	});

	test.each([
		["300 kicks", buildReport({ lines: [buildLine(1001, 300)] })],
		["a count that is not whole", buildReport({ lines: [buildLine(1001, 1.5)] })],
		["a negative count", buildReport({ lines: [buildLine(1001, -1)] })],
		["a player twice", buildReport({ lines: [buildLine(1001, 1), buildLine(1001, 2)] })],
		["a squad that does not play in the match", buildReport({ lines: [{ ...buildLine(1001, 1), squadId: 13 }] })],
		["a squad that is not the player's", buildReport({ lines: [{ ...buildLine(1001, 1), squadId: 12 }] })],
		["an unknown match", [{ matchId: 999, status: "playing" as const, lines: [buildLine(1001, 4)] }]],
		[
			"a match that is still a day away",
			[{ matchId: 102, status: "playing" as const, lines: [{ ...buildLine(1025, 4), squadId: 13 }] }],
		],
		["a complete match without stats", buildReport({ status: "complete", lines: [] })],
		[
			"one good report beside a bad one",
			[...buildReport({ lines: [buildLine(1001, 4)] }), { matchId: 102, minutes: 1e9 }],
		],
	])("is quarantined whole for %s, and nothing scores", async (_, reports) => {
		const { verdict, problems } = await processReports(reports);
		expect(verdict).toBe("quarantined");
		expect(problems).toHaveLength(1);
		const stored = await database.db
			.selectFrom("feed_payloads")
			.select(["verdict", "faults as problems"])
			.executeTakeFirst();
		expect(stored).toEqual({ verdict: "quarantined", problems });
		const { dataVersion, rounds } = await loadCurrentSeason();
		expect([dataVersion, rounds[0]?.status]).toEqual([0, "scheduled"]);
		expect(await getPoints(1001)).toBeUndefined();
	});

	test("is quarantined when it is truncated", async () => {
		const [body] = [createPayload("101", buildReport({ lines: [buildLine(1001, 4)] })).body];
		expect((await processReports(body.slice(0, 40))).verdict).toBe("quarantined");
		expect(await getPoints(1001)).toBeUndefined();
	});

	test("never takes back status or minutes, or missing players' stats", async () => {
		await processReports(
			buildReport({ status: "complete", minutes: 80, lines: [buildLine(1001, 4), buildLine(1002, 2)] }),
		);
		expect((await processReports(buildReport({ lines: [buildLine(1001, 1), buildLine(1002, 2)] }))).verdict).toBe(
			"quarantined",
		);
		expect((await processReports([{ matchId: 101, minutes: 79 }])).verdict).toBe("unchanged");
		expect(await processReports([{ matchId: 101, lines: [buildLine(1001, 4)] }])).toEqual({
			verdict: "unchanged",
			problems: ["match 101: player 1002 had stats and has none now"],
		});
		expect([await getPoints(1001), await getPoints(1002)]).toEqual([12, 6]);
		expect((await loadCurrentSeason()).rounds[0]?.matches[0]?.status).toBe("complete");
	});

	test("counts a match that a feed calls partial as playing (D1.3.16)", async () => {
		await processReports(buildReport({ status: "partial", lines: [buildLine(1001, 1)] }));
		expect((await loadCurrentSeason()).rounds[0]?.matches[0]?.status).toBe("playing");
	});
});

test("a roster sets players' statuses", async () => {
	await processReports([{ matchId: 101, statuses: [{ playerId: 1003, status: "injured" }] }]);
	const { players } = await loadCurrentSeason();
	expect(players.get(1003)?.status).toBe("injured");
	expect(players.get(1003)?.projectedPoints).toBe(0);
	expect(players.get(1004)?.projectedPoints).toBeGreaterThan(0);
});

test("a payload stored before a crash is processed afterwards", async () => {
	await processReports(buildReport({ lines: [buildLine(1001, 4)] }));
	await database.db.updateTable("feed_payloads").set({ verdict: "received" }).execute();
	await database.db.deleteFrom("stat_lines").execute();
	const loaded = await loadCurrentSeason();
	await processPendingPayloads(feed, {
		db: database.db,
		currentSeason: () => loaded,
		clocks: createFixedClocks(FIRST_BOUNCE),
	});
	expect(await getPoints(1001)).toBe(12);
});

describe("what is odd in a provider's payloads", () => {
	const listNoted = () =>
		database.db
			.selectFrom("feed_payloads")
			.select(["faults", "repeated_faults"])
			.orderBy("id")
			.execute()
			.then((rows) => rows.map(({ faults, repeated_faults }) => [faults, repeated_faults]));
	const processNotes = (kicks: number, notes: readonly string[]) =>
		processReports(buildReport({ lines: [buildLine(1001, kicks)], notes }));

	test("is noted once, whatever else changes", async () => {
		const odd = "player CD_I1002 (Ada Ash): kicks is";
		await processNotes(1, [`${odd} "a"`]);
		await processNotes(2, [`${odd} "b"`, `player CD_I1003 (Bea Ash): kicks is "b"`]);
		await processNotes(3, [`${odd} missing`, "player CD_I1002 (Ada Ash): hitouts is -3"]);
		await processNotes(4, [`${odd} -4`]);
		expect(await listNoted()).toEqual([
			[[`match 101: ${odd} "a"`], 0],
			[[`match 101: player CD_I1003 (Bea Ash): kicks is "b"`], 1],
			[["match 101: player CD_I1002 (Ada Ash): hitouts is -3"], 1],
			[[], 1],
		]);
	});

	test("is noted again after a payload without it", async () => {
		const odd = "player CD_I1002 (Ada Ash): kicks is missing";
		await processNotes(1, [odd]);
		await processNotes(2, []);
		await processNotes(3, [odd]);
		expect((await listNoted()).map(([faults]) => faults)).toEqual([[`match 101: ${odd}`], [], [`match 101: ${odd}`]]);
	});

	test("is noted once for several players of a list that grows", async () => {
		await processNotes(1, ["player CD_I1002 (Ada Ash) and 1 more: teamId is missing"]);
		await processNotes(2, ["player CD_I1002 (Ada Ash) and 2 more: teamId is null"]);
		expect((await listNoted()).map(([faults]) => (faults as string[]).length)).toEqual([1, 0]);
	});

	test("is noted once for a faulty line whose counts change", async () => {
		await processReports(buildReport({ lines: [buildLine(1001, 30), buildLine(1002, 2)] }));
		for (const kicks of [3, 4])
			await processReports(buildReport({ lines: [buildLine(1001, kicks), buildLine(1002, kicks)] }));
		expect(await listNoted()).toEqual([
			[[], 0],
			[["match 101: player 1001: K falls from 30 to 3"], 0],
			[[], 1],
		]);
	});

	test("waits once if answers stay unreadable in the same way", async () => {
		const encode = (text: string) => new TextEncoder().encode(text);
		for (const minute of [1, 2, 3]) await processReports(encode(`<html>Down since 10:0${minute}</html>`));
		const rows = await database.db.selectFrom("feed_payloads").select("verdict").orderBy("id").execute();
		expect(rows.map(({ verdict }) => verdict)).toEqual(["superseded", "superseded", "quarantined"]);
	});

	test("is still checked again when the same payload comes back", async () => {
		const unknown = buildLine(999_999, 9);
		await processReports(buildReport({ lines: [buildLine(1001, 1), unknown] }));
		const last = buildReport({ lines: [buildLine(1001, 2), unknown] });
		await processReports(last);
		expect((await processReports(last)).problems).toEqual(["match 101: player 999999 is unknown and was skipped"]);
		expect((await listNoted()).map(([, repeated]) => repeated)).toEqual([0, 1]);
	});
});
