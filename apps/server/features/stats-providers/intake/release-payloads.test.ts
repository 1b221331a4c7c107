import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { waitForLock } from "../../../../../testing/server/wait-for.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";
import type { MatchReport } from "../feed.ts";
import { processPayload } from "./process-payload.ts";
import { lockMatch } from "./queries.ts";
import { dismissPayload, type ReviewServices, releasePayload } from "./release-payloads.ts";

let database: Database;
const feed = createTestFeed();
const auditContext = { actor: "operator:1", reason: "Seen at the ground" };

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons, audit CASCADE");
	await seedSeason(database.db);
});

async function loadServices(): Promise<ReviewServices> {
	const season = await loadShownSeason(database.db);
	if (!season) throw new Error("No season");
	return { db: database.db, currentSeason: () => season, clocks: createFixedClocks(FIRST_BOUNCE), parse: feed.parse };
}
const processReport = async (report: Partial<MatchReport>) =>
	processPayload(createPayload("101", [{ matchId: 101, status: "playing", ...report }]), feed, await loadServices());
const buildKicks = (K: number, playerId = 1001) => ({ playerId, squadId: 11, stats: buildStatLine({ K }) });
const getPoints = async (playerId: number) =>
	(await loadServices()).currentSeason().players.get(playerId)?.scores.get(1);
const listPayloads = () => database.db.selectFrom("feed_payloads").select(["id", "verdict"]).orderBy("id").execute();
const getLastId = async () => (await listPayloads()).at(-1)?.id ?? 0;

test("a payload sent again after another is applied again", async () => {
	await processReport({ minutes: 12, lines: [buildKicks(4)] });
	await processReport({ minutes: 12, lines: [buildKicks(5)] });
	expect((await processReport({ minutes: 12, lines: [buildKicks(4)] })).verdict).toBe("applied");
	expect(await getPoints(1001)).toBe(12);
	expect(await listPayloads()).toHaveLength(3);
	expect((await processReport({ minutes: 12, lines: [buildKicks(4)] })).verdict).toBe("unchanged");
	expect(await listPayloads()).toHaveLength(3);
});

test("an earlier payload that is received late is stale and changes nothing", async () => {
	await processReport({ minutes: 12, asOf: 1_000, lines: [buildKicks(4)] });
	await processReport({ minutes: 14, asOf: 2_000, lines: [buildKicks(6)] });
	expect((await processReport({ minutes: 12, lines: [buildKicks(4)] })).problems).toEqual([
		"match 101: minutes go back from 14 to 12",
	]);
	expect((await processReport({ asOf: 1_500, lines: [buildKicks(5)] })).problems[0]).toContain(
		"are older than the stored ones",
	);
	expect(await getPoints(1001)).toBe(18);
});

test("a payload can be released while the next one is being applied", async () => {
	await processReport({ lines: [buildKicks(300)] });
	const [services, id] = [await loadServices(), await getLastId()];
	let releasing: Promise<unknown> | undefined;
	// The next payload locks its match first, and then changes earlier payloads that wait.
	await database.db.transaction().execute(async (trx) => {
		const { seasonId } = services.currentSeason();
		await lockSeason(trx, seasonId, "shared");
		await lockMatch(trx, seasonId, 101);
		releasing = releasePayload(services, id, auditContext);
		await waitForLock(database);
		await trx.updateTable("feed_payloads").set({ published_matches: [] }).execute();
	});
	expect(await releasing).toEqual({ verdict: "applied", problems: [] });
});

test("an implausible payload is applied once released, with audit", async () => {
	await processReport({ lines: [buildKicks(300)] });
	expect(await getPoints(1001)).toBeUndefined();
	const id = await getLastId();
	expect(await releasePayload(await loadServices(), id, auditContext)).toEqual({ verdict: "applied", problems: [] });
	expect(await getPoints(1001)).toBe(900);
	const [audit] = await database.db.selectFrom("audit").selectAll().execute();
	expect(audit).toMatchObject({
		...auditContext,
		action: "payload-released",
		subject: `payload:1:${id}`,
		before: { verdict: "quarantined", problems: ["match 101: player 1001: K of 300"] },
	});
	expect(await getRefusalCode(releasePayload(await loadServices(), id, auditContext))).toBe("payload-not-waiting");
});

test("an impossible payload is never applied", async () => {
	for (const lines of [[{ ...buildKicks(4), playerId: 1025, squadId: 13 }], [buildKicks(-4)]]) {
		await processReport({ lines });
		expect(await getRefusalCode(releasePayload(await loadServices(), await getLastId(), auditContext))).toBe(
			"payload-refused",
		);
		expect((await listPayloads()).at(-1)?.verdict).toBe("quarantined");
	}
});

test("a superseded payload cannot be released or dismissed", async () => {
	await processReport({ minutes: 10, lines: [buildKicks(300)] });
	const id = await getLastId();
	await processReport({ minutes: 11, lines: [buildKicks(3)] });
	expect(await getRefusalCode(releasePayload(await loadServices(), id, auditContext))).toBe("payload-superseded");
	expect(await getRefusalCode(dismissPayload(await loadServices(), id, auditContext))).toBe("payload-not-waiting");
	expect(await getPoints(1001)).toBe(9);
});

test("a dismissed payload stays away, an unknown one is missing", async () => {
	await processReport({ lines: [buildKicks(300)] });
	const id = await getLastId();
	await dismissPayload(await loadServices(), id, auditContext);
	expect((await processReport({ lines: [buildKicks(300)] })).verdict).toBe("unchanged");
	expect(await listPayloads()).toEqual([{ id, verdict: "dismissed" }]);
	expect(await getRefusalCode(dismissPayload(await loadServices(), id, auditContext))).toBe("payload-not-waiting");
	expect(await getRefusalCode(releasePayload(await loadServices(), 99_999, auditContext))).toBe("payload-unknown");
});

test("an unknown player scores once she has been added to the season", async () => {
	const lines = [buildKicks(4), buildKicks(9, 999)];
	expect((await processReport({ lines })).problems).toEqual(["match 101: player 999 is unknown and was skipped"]);
	await database.db
		.insertInto("players")
		.values({ season_id: 1, id: 999, squad_id: 11, first_name: "New", last_name: "Comer", positions: ["MID"] })
		.execute();
	expect(await processReport({ lines })).toEqual({ verdict: "applied", problems: [] });
	expect(await getPoints(999)).toBe(27);
});
