import { showLeaguesToJoin, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showMyTeam, showTeamRank } from "@first-bounce/contract/team/team";
import { showTeamHistory, showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRandomRound } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom, drawSlots, type SeededTeam, seedTeam } from "../../../../testing/season/small-season.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { createSessionStore } from "../../features/accounts/sessions/session-store.ts";
import { createStaticFiles } from "../../features/static-files/static-files.ts";
import type { Read } from "./read-standby.ts";

let app: TestApp;
let client: Client;
let ownTeam: SeededTeam;
let rival: SeededTeam;
/** The number of reads that a standby may answer. */
let reads = 0;
const read: Read = (queries) => {
	reads++;
	return queries(app.database);
};
beforeAll(async () => {
	app = await createTestApp({ read });
	const random = createSeededRandom(11);
	const { db, pool } = app.database;
	ownTeam = await seedTeam(db, app.season, { slots: drawSlots(app.season, random) });
	rival = await seedTeam(db, app.season, { slots: drawSlots(app.season, random) });
	for (const roundId of [1, 2]) await playRandomRound(app, roundId, random, async () => undefined);
	await app.standings.refresh();
	const session = await createSessionStore(pool, app.clocks.wallNow).start(ownTeam.userId, {
		userAgent: "test",
		address: "",
	});
	client = app.as(session?.token ?? "");
});
afterAll(() => app.close());

/** Counts the reads of a call that a standby may answer. */
async function countReads(call: () => Promise<unknown>): Promise<number> {
	const before = reads;
	await call();
	return reads - before;
}

test("past rounds and public leagues may come from a standby (D2.9.165)", async () => {
	const pastTeam = { roundId: 1, userId: rival.userId };
	expect(await countReads(() => client(showRankings, { query: { roundId: 1 } }))).toBe(1);
	// The rankings are in memory by now.
	expect(await countReads(() => client(showRankings, { query: { roundId: 1 } }))).toBe(0);
	expect(await countReads(() => client(showTeamRank, { query: { roundId: 1, teamId: rival.id } }))).toBe(1);
	expect(await countReads(() => client(showUserTeamHistory, { params: pastTeam }))).toBe(1);
	expect(await countReads(() => client(showTeamHistory, { params: { roundId: 1 } }))).toBe(1);
	expect(await countReads(() => client(showTeamHistory, { params: { roundId: 3 } }))).toBe(0);
	expect(await countReads(() => client(showLeaguesToJoin, {}))).toBe(1);
	expect(await countReads(() => client(showMyLeagues, {}))).toBe(0);
	expect(await countReads(() => client(showMyTeam, {}))).toBe(0);
});

test("the stats of a player may come from a standby (D2.9.165)", async () => {
	const files = await createStaticFiles({
		db: app.database.db,
		read,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError: (error) => {
			throw error;
		},
	});
	expect(await countReads(() => files.findFile("player_stats/1001"))).toBe(1);
	await files.close();
});
