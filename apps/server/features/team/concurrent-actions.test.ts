import { showMyTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain, listActions, rollBackTeam, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { listTrades, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BENCHED, CAPTAIN, createKnownManager, LATE_FREE } from "../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { publishRound } from "../match-day/rounds/publish-round.ts";

let app: TestApp;
/** A second server on the same database. */
let second: Awaited<ReturnType<TestApp["startSecondServer"]>>;

/** Creates two clients of one manager, each on its own server. */
async function createClients(team = {}) {
	const { userId, client } = await createKnownManager(app, team);
	return { both: [client, second.as(await app.getToken(userId))] as const, userId };
}

const listCodes = (answers: readonly PromiseSettledResult<unknown>[]) =>
	answers.flatMap((answer) => (answer.status === "rejected" ? [(answer.reason as { code: string }).code] : []));
const pickClient = (both: readonly [Client, Client], index: number): Client => both[index % 2 === 0 ? 0 : 1];

beforeAll(async () => {
	app = await createTestApp();
	second = await app.startSecondServer();
	await finishRound(app, 1);
});
afterAll(async () => {
	await second.close();
	await app.close();
});

describe("concurrent requests on one team through two servers", () => {
	test("no trade slot is used twice: three of eight trades are made (D1.9.13)", async () => {
		const { both } = await createClients();
		const pairs = [
			...[1003, 1004, 1026, 1027, 1028, 1037, 1038, 1039].map((playerInId, index) => {
				return { playerInId, playerOutId: [1001, 1002, 1025, 1049][index % 4] ?? 0 };
			}),
		];
		const answers = await Promise.allSettled(
			pairs.map((pair, index) => pickClient(both, index)(submitTrades, { body: { tradePairs: [pair] } })),
		);
		expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
		const { trades, tradesLeft, team } = await both[1](listTrades, {});
		expect([trades.length, tradesLeft, team.version]).toEqual([3, 0, 3]);
		expect(new Set(trades.map(({ playerOutId }) => playerOutId)).size).toBe(3);
		const { rows } = await app.database.pool.query("SELECT slot FROM trades WHERE team_id = $1 ORDER BY slot", [
			team.id,
		]);
		expect(rows).toEqual([{ slot: 1 }, { slot: 2 }, { slot: 3 }]);
	});

	test("of several requests with one version, one succeeds", async () => {
		const { both } = await createClients();
		const body = { type: "captain", newId: 1053, version: 0 } as const;
		const answers = await Promise.allSettled(
			Array.from({ length: 6 }, (_, index) => pickClient(both, index)(changeTeamCaptain, { body })),
		);
		expect(listCodes(answers)).toEqual(Array(5).fill("stale-version"));
		const stale = await getApiFailure(both[0](changeTeamCaptain, { body }));
		expect([stale.status, stale.message]).toEqual([409, expect.stringMatching(/changed on another device/)]);
	});

	test("requests without a version apply one after another", async () => {
		const { both } = await createClients();
		const before = (await both[0](showMyTeam, {})).team;
		const body = { swapsPairs: [[CAPTAIN, BENCHED.DEF] as [number, number]] };
		await Promise.all(Array.from({ length: 6 }, (_, index) => pickClient(both, index)(swapInTeam, { body })));
		const { team } = await both[1](showMyTeam, {});
		expect(team).toEqual({ ...before, version: 6 });
		const { actions } = await both[0](listActions, {});
		expect(actions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
	});

	test("a reversal and a rollback do not free a slot twice", async () => {
		const { both } = await createClients();
		const { trades } = await both[0](submitTrades, {
			body: { tradePairs: [{ playerInId: LATE_FREE.MID, playerOutId: 1005 }] },
		});
		const tradeIds = trades.map(({ id }) => id);
		const answers = await Promise.allSettled([
			both[0](reverseSavedTrades, { body: { tradeIds } }),
			both[1](rollBackTeam, {}),
			both[1](reverseSavedTrades, { body: { tradeIds } }),
		]);
		expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		const listed = await both[0](listTrades, {});
		expect([listed.tradesLeft, listed.team.version, listed.team.lineup.MID[0]]).toEqual([3, 2, 1005]);
	});
});

test("actions during a publication count for the next round", async () => {
	const { both, userId } = await createClients();
	app.clocks.setSeason(FIRST_BOUNCE + 9 * 24 * HOUR);
	const matches = app.season.listMatchesOfRound(2);
	const [last] = matches.slice(-1);
	if (!last) throw new Error("round 2 has no matches");
	await saveKicks(app, last, { 1049: 10, 1053: 1, 1054: 2 });
	await setMatchStatus(app, matches, "complete");
	// A long read transaction does not block the publication, and can read standings after it.
	const reader = await app.database.pool.connect();
	await reader.query("BEGIN; SELECT FROM teams, rounds LIMIT 1");
	const publication = publishRound(app.database, app.season.id, 2, app.clocks.seasonNow());
	const newIds = [1049, 1053, 1054, 1005, 1049, 1053, 1054, 1005];
	const answers = await Promise.allSettled(
		newIds.map((newId, index) => pickClient(both, index)(changeTeamCaptain, { body: { type: "captain", newId } })),
	);
	expect(await publication).toBe(true);
	await reader.query("SELECT FROM standings LIMIT 1; COMMIT");
	reader.release();
	expect(listCodes(answers).filter((code) => code !== "locked")).toEqual([]);
	const after = await both[1](changeTeamCaptain, { body: { type: "captain", newId: 1006 } });
	expect(after.team.scoreflow["2"]).toBe(39);
	const { rows } = await app.database.pool.query(
		"SELECT DISTINCT a.round_id FROM team_actions a WHERE a.user_id = $1",
		[userId],
	);
	expect(rows).toEqual([{ round_id: 3 }]);
});
