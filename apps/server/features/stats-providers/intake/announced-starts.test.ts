import { listAnnouncedStarts } from "@first-bounce/contract/operator/feeds";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { changeMatch } from "@first-bounce/contract/operator/season";
import { isSquadLocked } from "@first-bounce/rules/lockout/lockout";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import { type AflApiServer, startAflApiServer } from "../../rehearsal/provider/afl-api-server.ts";
import { createAflApiFeed } from "../afl-api/afl-api-feed.ts";
import { createFeedPoller } from "./poll-feed.ts";
import { processPayload } from "./process-payload.ts";

let app: TestApp;
let api: AflApiServer;
let client: Client;
let wallTime = 0;
let answer = "";
let poll: () => Promise<boolean>;

const formatIso = (at: number) => new Date(at).toISOString();
const MATCH = { id: "CD_M20260140101", home: "CD_T11", away: "CD_T12" };

let answers = 0;
/** Sets the feed's response about round 1. Each response differs, as when scores and clocks change. */
function announceStart(at: number, status = "SCHEDULED"): void {
	const date = formatIso(at).replace("Z", "+0000");
	const match = { matchId: MATCH.id, date, status, homeTeamId: MATCH.home, awayTeamId: MATCH.away };
	answer = JSON.stringify({
		roundId: "CD_R202601401",
		serial: answers++,
		items: [{ match, round: { roundNumber: 1 } }],
	});
}
async function pollWithStart(at: number, status?: string): Promise<boolean> {
	announceStart(at, status);
	wallTime += HOUR;
	const changed = await poll();
	await app.seasons.refresh();
	return changed;
}
const listStarts = async () => (await client(listAnnouncedStarts, {})).starts;
/** Whether a squad's players are locked in round 1. */
function isLockedNow(squadId: number): boolean {
	const [round] = app.seasons.current().rounds;
	return round !== undefined && isSquadLocked(squadId, round, app.clocks.seasonNow());
}
const getStart = (id: number) =>
	app.seasons
		.current()
		.rounds.flatMap(({ matches }) => matches)
		.find((match) => match.id === id)?.startsAt;

beforeAll(async () => {
	app = await createTestApp();
	api = await startAflApiServer((path) => (path.includes("/matchItems/") ? { body: answer } : { status: 404 }));
});
afterAll(async () => {
	await api.close();
	await app.close();
});
beforeEach(async () => {
	await app.database.pool.query("TRUNCATE users, audit CASCADE");
	await app.database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(app.database.db);
	app.clocks.setSeason(FIRST_BOUNCE - 3 * DAY);
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
	const settings = { url: api.url, competition: "014", season: "2026", intervalMs: 1_000 };
	const options = { wallNow: () => wallTime, random: () => 1, pollTimeoutMs: 20_000, timeoutMs: 5_000 };
	const feed = createAflApiFeed(settings, app.seasons.current, options);
	({ poll } = createFeedPoller(feed, { db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks }));
});

describe("a match that its feed announces for another time", () => {
	test("is not moved and waits for the operator once", async () => {
		await pollWithStart(FIRST_BOUNCE);
		expect(await listStarts()).toEqual([]);
		const { dataVersion } = app.seasons.current();
		const since = FIRST_BOUNCE - 2 * DAY;
		for (let hour = 0; hour < 20; hour++) {
			app.clocks.setSeason(since + hour * HOUR);
			expect(await pollWithStart(FIRST_BOUNCE + 45 * 60_000)).toBe(false);
		}
		expect(await listStarts()).toEqual([
			{
				match: expect.objectContaining({ id: 101, startsAt: formatIso(FIRST_BOUNCE), status: "scheduled" }),
				announced: formatIso(FIRST_BOUNCE + 45 * 60_000),
				since: formatIso(since),
			},
		]);
		expect(getStart(101)).toBe(FIRST_BOUNCE);
		expect(app.seasons.current().dataVersion).toBe(dataVersion);
		expect((await client(showOverview, {})).waiting).toMatchObject({ announcedStarts: 1, quarantined: 0 });
	});

	test("no longer waits once moved or back at its time", async () => {
		await pollWithStart(FIRST_BOUNCE + HOUR);
		const change = { do: "reschedule" as const, startsAt: formatIso(FIRST_BOUNCE + HOUR) };
		await client(changeMatch, { params: { id: 101 }, body: { reason: "as the league announced", change } });
		expect(await listStarts()).toEqual([]);
		expect(getStart(101)).toBe(FIRST_BOUNCE + HOUR);
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
		await pollWithStart(FIRST_BOUNCE - 2 * HOUR);
		expect(await listStarts()).toMatchObject([
			{ announced: formatIso(FIRST_BOUNCE - 2 * HOUR), since: formatIso(FIRST_BOUNCE - DAY) },
		]);
		await pollWithStart(FIRST_BOUNCE + HOUR);
		expect(await listStarts()).toEqual([]);
		expect((await client(showOverview, {})).waiting.announcedStarts).toBe(0);
	});

	test("waits until it starts, however late", async () => {
		await pollWithStart(FIRST_BOUNCE + HOUR);
		app.clocks.setSeason(FIRST_BOUNCE + 10 * 60_000);
		expect(await listStarts()).toHaveLength(1);
		expect(isLockedNow(11)).toBe(true);
		const change = { do: "reschedule" as const, startsAt: formatIso(FIRST_BOUNCE + 30 * 60_000) };
		await client(changeMatch, { params: { id: 101 }, body: { reason: "half an hour, at the ground", change } });
		expect(isLockedNow(11)).toBe(true);
		expect(await listStarts()).toHaveLength(1);
		await pollWithStart(FIRST_BOUNCE + HOUR, "LIVE");
		expect(await listStarts()).toEqual([]);
	});

	test("shows that the provider has postponed it", async () => {
		await pollWithStart(FIRST_BOUNCE + 2 * DAY, "POSTPONED");
		expect(await listStarts()).toMatchObject([{ match: { id: 101 }, announced: formatIso(FIRST_BOUNCE + 2 * DAY) }]);
	});

	test("no longer waits once called off, as it cannot be moved then", async () => {
		await pollWithStart(FIRST_BOUNCE + 2 * DAY, "POSTPONED");
		const change = { do: "abandon" as const };
		await client(changeMatch, { params: { id: 101 }, body: { reason: "not played this round", change } });
		expect(await listStarts()).toEqual([]);
		expect((await client(showOverview, {})).waiting.announcedStarts).toBe(0);
	});

	test("is not listed if the payload that announces it is quarantined", async () => {
		const reports = [
			{ matchId: 101, startsAt: FIRST_BOUNCE + HOUR },
			{ matchId: 102, minutes: 1e9 },
		];
		const season = { db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks };
		const intake = await processPayload(createPayload("101", reports), createTestFeed(), season);
		expect(intake.verdict).toBe("quarantined");
		expect(await listStarts()).toEqual([]);
	});
});
