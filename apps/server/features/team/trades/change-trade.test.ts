import { showMyTeam } from "@first-bounce/contract/team/team";
import { listActions, readReceipt, rollBackTeam, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { changeSavedTrade, listTrades, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	BENCHED,
	createKnownManager,
	EARLY_FREE,
	getCost,
	type KnownTeamManager,
	LATE_FREE,
} from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure, getReasons } from "../../../../../testing/server/failure.ts";
import { type Client, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { rerunPrices } from "../../match-day/corrections/rerun-prices.ts";
import { rescheduleMatch } from "../../match-day/match-changes/service.ts";
import { checkReceipts } from "../receipts/check-receipts.ts";

const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
const AUDIT = { actor: "operator:1", reason: "test" };
const BANK = 1_000_000;

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - HOUR);
});
afterEach(() => app.close());

/** A manager with a trade of each half, whose early player locks first: 1065 for 1005, and 1030 for 1053. */
async function createTraded(): Promise<KnownTeamManager & { readonly ids: readonly [number, number] }> {
	const manager = await createKnownManager(app);
	const { trades } = await manager.client(submitTrades, {
		body: {
			tradePairs: [
				{ playerInId: LATE_FREE.MID, playerOutId: 1005 },
				{ playerInId: EARLY_FREE.MID, playerOutId: 1053 },
			],
		},
	});
	return { ...manager, ids: [trades[0]?.id ?? 0, trades[1]?.id ?? 0] };
}
const lockEarly = () => app.clocks.setSeason(SECOND_ROUND);
const change = (
	client: Client,
	body: { tradeId: number; playerInId?: number; playerOutId?: number; version?: number },
) => client(changeSavedTrade, { body });
const getPrice = (id: number) => getCost(app.season, id);
const listFindings = async () => {
	const findings: unknown[] = [];
	const { receipts } = await checkReceipts(app.database, null, (finding) => findings.push(finding));
	return { receipts, findings };
};

describe("a half-locked trade", () => {
	test("gets another player in, keeps its number and counts once [D1.4.125] [D1.7.59]", async () => {
		const { client, ids } = await createTraded();
		lockEarly();
		const { trades, team, tradesLeft, receipt, rollbackAvailable } = await change(client, {
			tradeId: ids[0],
			playerInId: 1066,
		});
		expect(trades.map(({ id, playerInId, playerOutId, isLocked }) => [id, playerInId, playerOutId, isLocked])).toEqual([
			[ids[0], 1066, 1005, true],
			[ids[1], 1030, 1053, true],
		]);
		expect(trades[0]).toMatchObject({ priceIn: getPrice(1066), priceOut: getPrice(1005) });
		expect(team.lineup.MID).toEqual([1066, 1006, 1029, 1030, 1054]);
		expect(team.salaryCap - team.value).toBe(BANK + getPrice(1005) - getPrice(1066) + getPrice(1053) - getPrice(1030));
		expect([tradesLeft, receipt.action, rollbackAvailable]).toEqual([1, "trade-change", false]);
		expect((await client(listTrades, {})).trades).toEqual(trades);
		expect(await getReasons(client(reverseSavedTrades, { body: { tradeIds: [ids[0]] } }))).toEqual([
			...[422, "That trade is locked"],
		]);
		const { rows } = await app.database.pool.query("SELECT id, slot FROM trades ORDER BY slot");
		expect(rows).toEqual([
			{ id: ids[0], slot: 1 },
			{ id: ids[1], slot: 2 },
		]);
	});

	test("gets another player out, and the former returns [D1.4.125]", async () => {
		const { client, ids } = await createTraded();
		lockEarly();
		const { trades, team } = await change(client, { tradeId: ids[1], playerOutId: 1054 });
		expect(trades[1]).toMatchObject({
			id: ids[1],
			playerInId: 1030,
			playerOutId: 1054,
			priceIn: getPrice(1030),
			priceOut: getPrice(1054),
		});
		expect(team.lineup.MID).toEqual([LATE_FREE.MID, 1006, 1029, 1030, 1053]);
	});

	test("has a receipt for each change that the check replays [D2.9.130]", async () => {
		const { client, ids } = await createTraded();
		lockEarly();
		const { receipt } = await change(client, { tradeId: ids[0], playerInId: 1066 });
		await change(client, { tradeId: ids[1], playerOutId: 1054 });
		await change(client, { tradeId: ids[0], playerInId: 1067 });
		const { action } = await client(readReceipt, { params: { id: receipt.id } });
		expect(action).toMatchObject({
			action: "trade-change",
			changes: [{ what: "field", line: "MID", from: LATE_FREE.MID, to: 1066 }],
			trades: [{ playerInId: 1066, playerOutId: 1005 }],
			tradeBefore: { playerInId: LATE_FREE.MID, playerOutId: 1005 },
		});
		const { actions } = await client(listActions, {});
		expect(actions.map(({ tradeBefore }) => tradeBefore?.playerInId)).toEqual([1066, 1030, LATE_FREE.MID, undefined]);
		expect(await listFindings()).toEqual({ receipts: 4, findings: [] });
		await app.database.pool.query("UPDATE trades SET price_in = price_in - 1000 WHERE id = $1", [ids[0]]);
		expect((await listFindings()).findings).toMatchObject([
			{ what: expect.stringContaining("the trade of 1005 for 1067 is stored at") },
		]);
		await app.database.pool.query(
			"UPDATE team_actions SET season_at = season_at + interval '1 day' WHERE version = 2 AND id = $1",
			[receipt.id],
		);
		expect((await listFindings()).findings).toContainEqual(
			expect.objectContaining({ receiptId: receipt.id, what: `late: player ${LATE_FREE.MID} was locked` }),
		);
	});

	test("changes back, and locks if its other match is moved forward [D1.4.125]", async () => {
		const { client, ids } = await createTraded();
		const before = (await client(showMyTeam, {})).team;
		lockEarly();
		await change(client, { tradeId: ids[0], playerInId: 1066 });
		await change(client, { tradeId: ids[0], playerInId: LATE_FREE.MID });
		expect((await client(showMyTeam, {})).team).toEqual({ ...before, version: 3 });
		const [, late] = app.season.listMatchesOfRound(2);
		await rescheduleMatch(
			app.database,
			{ matchId: late?.id ?? 0, startsAt: SECOND_ROUND + HOUR },
			AUDIT,
			app.clocks.seasonNow(),
		);
		await app.seasons.refresh();
		app.clocks.setSeason(SECOND_ROUND + 2 * HOUR);
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1066 }))).toEqual([
			422,
			"That trade is locked",
		]);
	});
});

describe("a change is refused", () => {
	test("with the reason while neither or both players are locked [D1.4.125]", async () => {
		const { client, ids } = await createTraded();
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1066 }))).toEqual([
			422,
			"Neither player of that trade is locked: reverse it instead",
		]);
		lockEarly();
		expect(await getReasons(change(client, { tradeId: ids[0], playerOutId: 1006 }))).toEqual([422, "P 1005 is locked"]);
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1053 }))).toEqual([
			422,
			"P 1053 is in another trade of this round",
		]);
		expect(await getReasons(change(client, { tradeId: 999_999, playerInId: 1066 }))).toEqual([
			422,
			"There is no such trade",
		]);
		app.clocks.setSeason(SECOND_ROUND + DAY);
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1066 }))).toEqual([
			422,
			"That trade is locked",
		]);
		await finishRound(app, 2);
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1066 }))).toEqual([
			422,
			"That trade is locked",
		]);
	});

	test("after a re-run of prices, which also ends rollbacks [D1.4.125]", async () => {
		const { client, ids } = await createTraded();
		await rerunPrices(app.database, 1, AUDIT, app.clocks.seasonNow());
		await app.seasons.refresh();
		lockEarly();
		expect(await getReasons(change(client, { tradeId: ids[0], playerInId: 1066 }))).toEqual([
			422,
			"That trade is final",
		]);
		expect(await getReasons(client(rollBackTeam, {}))).toContain("That trade is final");
		expect((await listFindings()).findings).toEqual([]);
	});

	test("without exactly one player, or with an outdated version [D1.7.59]", async () => {
		const { client, ids } = await createTraded();
		lockEarly();
		const both = await getApiFailure(change(client, { tradeId: ids[0], playerInId: 1066, playerOutId: 1006 }));
		expect([both.status, both.message]).toEqual([422, "playerOutId: give either playerInId or playerOutId"]);
		const neither = await getApiFailure(change(client, { tradeId: ids[0] }));
		expect([neither.status, neither.message]).toEqual([422, "playerInId: give either playerInId or playerOutId"]);
		await client(swapInTeam, { body: { swapsPairs: [[1049, BENCHED.DEF]] } });
		const stale = await getApiFailure(change(client, { tradeId: ids[0], playerInId: 1066, version: 1 }));
		expect([stale.status, stale.code]).toEqual([409, "stale-version"]);
		const shown = { tradeId: ids[0], playerInId: 1066, priceIn: 600_000 };
		expect(await getReasons(client(changeSavedTrade, { body: shown }))).toEqual([
			422,
			"P 1066 now costs $693,000. Check the trade again",
		]);
		expect((await change(client, { tradeId: ids[0], playerInId: 1066, version: 2 })).team.version).toBe(3);
	});

	test("for another user's trade", async () => {
		const owner = await createTraded();
		const other = await createKnownManager(app);
		lockEarly();
		expect(await getReasons(change(other.client, { tradeId: owner.ids[0], playerInId: 1066 }))).toEqual([
			422,
			"There is no such trade",
		]);
	});
});

test("of concurrent changes through two servers, each follows from the one before", async () => {
	const { client, userId, ids } = await createTraded();
	lockEarly();
	const second = await app.startSecondServer();
	const clients = [client, second.as(await app.getToken(userId))];
	const candidates = [1066, 1067, 1064, 1066, 1067, 1064];
	const answers = await Promise.allSettled(
		candidates.map((playerInId, index) => change(clients[index % 2] ?? client, { tradeId: ids[0], playerInId })),
	);
	const accepted = answers.filter(({ status }) => status === "fulfilled").length;
	expect(accepted).toBeGreaterThan(0);
	const { trades, team } = await client(listTrades, {});
	expect(team.version).toBe(1 + accepted);
	expect(trades).toHaveLength(2);
	const paid = trades.reduce((sum, { priceIn, priceOut }) => sum + priceOut - priceIn, BANK);
	expect(team.salaryCap - team.value).toBe(paid);
	expect(await listFindings()).toEqual({ receipts: 1 + accepted, findings: [] });
	await second.close();
});
