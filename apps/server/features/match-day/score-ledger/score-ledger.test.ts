import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, type KnownTeamManager } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR, type SmallMatch } from "../../../../../testing/season/small-season.ts";
import { getRefusal } from "../../../../../testing/server/failure.ts";
import { type Client, createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "../corrections/correct-stats.ts";

let app: TestApp;
let owner: KnownTeamManager;
let rival: Client;
let teamId = 0;

beforeAll(async () => {
	app = await createTestApp();
	await app.database.pool.query(
		"UPDATE seasons SET rules = jsonb_set(rules, '{scoring,HO}', '0'), data_version = data_version + 1",
	);
	await app.seasons.refresh();
	owner = await createKnownManager(app);
	rival = (await createManager(app)).client;
	teamId =
		(await app.database.db.selectFrom("teams").where("user_id", "=", owner.userId).select("id").executeTakeFirst())
			?.id ?? 0;
});
afterAll(() => app.close());

const getMatch = (roundId: number, index: number): SmallMatch => {
	const found = app.season.listMatchesOfRound(roundId)[index];
	if (!found) throw new Error("no such match");
	return found;
};
const getLedger = async (client: Client, roundId = 1) =>
	(await client(showScoreLedger, { params: { roundId, teamId } })).scoreLedger;

test("in a scheduled round only the owner gets the ledger", async () => {
	const ledger = await getLedger(owner.client);
	expect(ledger).toMatchObject({ points: 0, published: null, isLive: false, hidden: 0 });
	expect(ledger.entries).toHaveLength(21);
	expect(await getRefusal(getLedger(rival))).toEqual([403, "round-scheduled"]);
	expect(await getRefusal(getLedger(owner.client, 9))).toEqual([404, "round-unknown"]);
	const unknownTeam = owner.client(showScoreLedger, { params: { roundId: 1, teamId: 99_999 } });
	expect(await getRefusal(unknownTeam)).toEqual([404, "team-unknown"]);
});

test("during the round a rival sees locked players that add up", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await saveKicks(app, getMatch(1, 0), { 1001: 10, 1005: 4 });
	await setMatchStatus(app, [getMatch(1, 0)], "playing");
	const [own, seen] = [await getLedger(owner.client), await getLedger(rival)];
	expect(own.hidden).toBe(0);
	expect(seen.hidden).toBeGreaterThan(0);
	expect(seen.entries.length + seen.hidden).toBe(own.entries.length);
	expect(seen.points).toBe(own.points);
	expect(seen.entries.reduce((sum, { counted }) => sum + counted, 0)).toBe(seen.points);
	const unlocked = app.season.players.filter(({ squadId }) => squadId === 13 || squadId === 14).map(({ id }) => id);
	expect(seen.entries.some(({ playerId }) => unlocked.includes(playerId))).toBe(false);
});

test("every published point is traced to stats, roles and corrections", async () => {
	const onField = (await getLedger(owner.client)).entries.filter(({ area }) => area === "field");
	const scores = Object.fromEntries(
		onField
			.filter(({ playerId }) => app.season.players.find(({ id }) => id === playerId)?.squadId === 13)
			.map(({ playerId }) => [playerId, 7]),
	);
	await saveKicks(app, getMatch(1, 1), scores);
	await finishRound(app, 1);
	await correctStats(
		app.database,
		{ matchId: 101, lines: [{ playerId: 1005, stats: buildStatLine({ K: 3, G: 1, HO: 2 }) }] },
		{ actor: "operator:1", reason: "A goal was missed" },
	);
	await app.seasons.refresh();
	await app.standings.refresh();
	const ledger = await getLedger(rival);
	expect(ledger.hidden).toBe(0);
	expect(ledger.points).toBe(ledger.published);
	expect(ledger.entries.reduce((sum, { counted }) => sum + counted, 0)).toBe(ledger.points);
	for (const entry of ledger.entries) {
		expect(entry.counted).toBe(entry.points * entry.factor);
		expect(entry.matches.reduce((sum, { points }) => sum + points, 0)).toBe(entry.points);
		for (const { stats, points } of entry.matches) {
			for (const stat of stats) expect(stat.points).toBe(stat.count * stat.weight);
			expect(stats.reduce((sum, stat) => sum + stat.points, 0)).toBe(points);
		}
	}
	const captain = ledger.entries.find(({ playerId }) => playerId === 1001);
	expect(captain).toMatchObject({ role: "captain", points: 30, factor: 2, counted: 60 });
	expect(ledger.doubled).toBe(1001);
	const corrected = ledger.entries.find(({ playerId }) => playerId === 1005);
	expect(corrected?.matches).toMatchObject([
		{
			points: 15,
			stats: [
				{ stat: "K", count: 3, weight: 3, points: 9 },
				{ stat: "G", count: 1, weight: 6, points: 6 },
			],
			correction: { reason: "A goal was missed", before: { K: 4 } },
		},
	]);
});
