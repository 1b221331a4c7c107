import { suggestTrades } from "@first-bounce/contract/team/coach";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { changeSavedTrade, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	createKnownManager,
	EARLY_FREE,
	getCost,
	KNOWN_TEAM,
	LATE_FREE,
} from "../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { setStatus } from "../../../../testing/server/notifications.ts";
import { type Client, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { createCoach } from "./coach-thread.ts";

const PLAIN = { tradePairs: [], keepIds: [], banIds: [], waitIds: [], aim: "season" as const };
const ROUND_2 = FIRST_BOUNCE + 7 * DAY;

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
	await setStatus(app, "uncertain");
});
afterAll(() => app.close());

const requestSuggestions = (client: Client, options: Partial<typeof PLAIN> | object = {}) =>
	client(suggestTrades, { body: { ...PLAIN, ...options } });

test("three different sets of trades come with gains and can be submitted", async () => {
	const { client } = await createKnownManager(app);
	const { roundId, roundIds, tradesLeft, suggestions } = await requestSuggestions(client);
	expect([roundId, roundIds, tradesLeft, suggestions.length]).toEqual([2, [2, 3], 3, 3]);
	for (const { trades, bankAfter, points, range, pointsAhead } of suggestions) {
		expect(points).toBeGreaterThan(0);
		expect(range.low).toBeLessThan(points);
		expect(range.high).toBeGreaterThan(points);
		expect(pointsAhead).toBeGreaterThan(points);
		const other = await createKnownManager(app);
		const tradePairs = trades.map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId }));
		const netCost = trades.reduce(
			(sum, pair) => sum + getCost(app.season, pair.playerInId) - getCost(app.season, pair.playerOutId),
			0,
		);
		expect(bankAfter).toBe(1_000_000 - netCost);
		const { team } = await other.client(submitTrades, { body: { tradePairs } });
		expect(team.salaryCap - team.value).toBe(bankAfter);
	}
	const incoming = suggestions.map(({ trades }) =>
		trades
			.map(({ playerInId }) => playerInId)
			.toSorted()
			.join(),
	);
	expect(new Set(incoming).size).toBe(3);
	expect((await client(showMyTeam, {})).team.version).toBe(0);
});

test("a player with a bye is traded out, with the reason", async () => {
	const { client } = await createKnownManager(app);
	const keepIds = KNOWN_TEAM.filter((id) => id !== 1006);
	// Squads 11 and 12, players 1001 to 1024, have a bye in round 2.
	const { suggestions } = await requestSuggestions(client, { aim: "round", keepIds });
	expect(suggestions.map(({ trades }) => trades.map(({ playerOutId, outReason }) => [playerOutId, outReason]))).toEqual(
		[[[1006, "bye"]], [[1006, "bye"]], [[1006, "bye"]]],
	);
});

describe("suggested trades", () => {
	test("add to the prepared trades, and involve none of their players", async () => {
		const { client } = await createKnownManager(app);
		const pair = { playerInId: LATE_FREE.MID, playerOutId: 1005 };
		const { tradesLeft, suggestions } = await requestSuggestions(client, { tradePairs: [pair] });
		expect([tradesLeft, suggestions.length]).toEqual([2, 3]);
		const ids = suggestions.flatMap(({ trades }) => trades.flatMap((trade) => [trade.playerInId, trade.playerOutId]));
		expect(ids).not.toContain(pair.playerInId);
		expect(ids).not.toContain(pair.playerOutId);
		expect(suggestions.map(({ trades }) => trades.length)).toEqual([2, 2, 2]);
	});

	test("free the money for prepared trades that cost more than the bank", async () => {
		const { client } = await createKnownManager(app, { bank: 0 });
		const pair = { playerInId: 1072, playerOutId: 1010 };
		const [best] = (await requestSuggestions(client, { tradePairs: [pair] })).suggestions;
		expect(best?.bankAfter).toBeGreaterThanOrEqual(0);
		const tradePairs = [
			pair,
			...(best?.trades ?? []).map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId })),
		];
		expect((await client(submitTrades, { body: { tradePairs } })).trades).toHaveLength(tradePairs.length);
	});

	test("keep and leave out the players that the manager names", async () => {
		const { client } = await createKnownManager(app);
		const [best] = (await requestSuggestions(client)).suggestions;
		const banIds = best?.trades.map(({ playerInId }) => playerInId) ?? [];
		const keepIds = best?.trades.map(({ playerOutId }) => playerOutId) ?? [];
		expect(banIds.length).toBeGreaterThan(0);
		const { suggestions } = await requestSuggestions(client, { banIds, keepIds });
		const trades = suggestions.flatMap((suggestion) => suggestion.trades);
		expect(trades.length).toBeGreaterThan(0);
		expect(trades.filter(({ playerInId }) => banIds.includes(playerInId))).toEqual([]);
		expect(trades.filter(({ playerOutId }) => keepIds.includes(playerOutId))).toEqual([]);
	});

	test("bring in no player whose club has announced its team without her", async () => {
		const { client } = await createKnownManager(app);
		const named = app.season.players.filter(({ squadId, id }) => squadId === 16 && id !== 1072).map(({ id }) => id);
		await setStatus(app, "playing", named);
		const suggested = (await requestSuggestions(client)).suggestions.flatMap(({ trades }) => trades);
		expect(suggested.map(({ playerInId }) => playerInId)).not.toContain(1072);
		await setStatus(app, "uncertain");
	});

	test("are refused until the team's first round is complete", async () => {
		const { client } = await createKnownManager(app, { startRound: 2 });
		expect(await getApiFailure(requestSuggestions(client))).toMatchObject({ status: 422 });
	});

	test("refuse prepared trades that no further trade can make legal", async () => {
		const { client } = await createKnownManager(app);
		const { message } = await getApiFailure(
			requestSuggestions(client, { tradePairs: [{ playerInId: 9, playerOutId: 1005 }] }),
		);
		expect(message).toBe("Player 9 is not in this season");
	});
});

describe("for a later round", () => {
	test("suggestions allow for planned trades, projected prices and byes", async () => {
		const { client } = await createKnownManager(app);
		const now = app.clocks.seasonNow();
		app.clocks.setSeason(ROUND_2 + 3 * DAY);
		const pair = { playerInId: LATE_FREE.MID, playerOutId: 1005 };
		const plannedTrades = [{ roundId: 2, tradePairs: [pair] }];
		const later = await requestSuggestions(client, { roundId: 3, plannedTrades });
		app.clocks.setSeason(now);
		// In round 2 everybody is locked by then, so the planned trade is impossible and left out.
		expect([later.roundId, later.roundIds, later.tradesLeft]).toEqual([3, [3], 3]);
		expect(later.suggestions.length).toBeGreaterThan(0);
		const [best] = later.suggestions;
		const spentToday = (best?.trades ?? []).reduce(
			(sum, pair) => sum + getCost(app.season, pair.playerInId) - getCost(app.season, pair.playerOutId),
			0,
		);
		// At today's prices $721,000 would be left.
		expect([best?.bankAfter, 1_000_000 - spentToday]).toEqual([736_000, 721_000]);
		const planned = await requestSuggestions(client, { roundId: 3, plannedTrades });
		expect(planned.tradesLeft).toBe(2);
		const trades = planned.suggestions.flatMap((suggestion) => suggestion.trades);
		expect(trades.length).toBeGreaterThan(0);
		expect(trades.map(({ playerInId }) => playerInId)).not.toContain(LATE_FREE.MID);
		// Squads 13 and 14, players 1025 to 1048, have a bye in round 3.
		expect(trades.filter(({ playerInId }) => playerInId > 1024 && playerInId < 1049)).toEqual([]);
	});

	test("a round that is over or does not exist is refused", async () => {
		const { client } = await createKnownManager(app);
		for (const roundId of [1, 9])
			expect(await getApiFailure(requestSuggestions(client, { roundId }))).toMatchObject({
				status: 404,
				message: "There is no such round",
			});
	});
});

test("once matches have started, no locked player is traded in or out", async () => {
	const { client } = await createKnownManager(app);
	const before = (await requestSuggestions(client)).suggestions.flatMap(({ trades }) => trades);
	expect(before.some(({ playerOutId }) => playerOutId < 1049)).toBe(true);
	const now = app.clocks.seasonNow();
	app.clocks.setSeason(ROUND_2 + HOUR);
	const { suggestions } = await requestSuggestions(client, { aim: "money" });
	app.clocks.setSeason(now);
	// Every player with an id below 1049 is locked.
	const ids = suggestions.flatMap(({ trades }) => trades.flatMap((trade) => [trade.playerInId, trade.playerOutId]));
	expect(ids.filter((id) => id < 1049)).toEqual([]);
});

describe("a busy coach", () => {
	test("refuses an account's second request, and everybody when full", async () => {
		const coach = createCoach(1);
		const busy = await createTestApp({ coach });
		await finishRound(busy, 1);
		const managers: { readonly client: Client }[] = [];
		for (let count = 0; count < 4; count++) managers.push(await createKnownManager(busy));
		const getStatusOf = (answer: Promise<unknown>) =>
			answer.then(
				() => 200,
				() => getApiFailure(answer).then(({ status }) => status),
			);
		const requests = ["round", "money"].map(
			(aim) => managers[0] && getStatusOf(requestSuggestions(managers[0].client, { aim })),
		);
		const statuses = await Promise.all([
			...requests,
			...managers.slice(1).map(({ client }) => getStatusOf(requestSuggestions(client))),
		]);
		// One request runs and one waits; the first account's second request gets 429, and the other two get 503.
		expect(statuses.toSorted()).toEqual([200, 200, 429, 503, 503]);
		await coach.close();
		await busy.close();
	});
});

test("changes of half-locked trades are suggested at the money they cost [D1.4.128]", async () => {
	const { client } = await createKnownManager(app);
	const { trades } = await client(submitTrades, {
		body: {
			tradePairs: [
				{ playerInId: LATE_FREE.MID, playerOutId: 1005 },
				{ playerInId: EARLY_FREE.MID, playerOutId: 1053 },
			],
		},
	});
	const [inTrade, outTrade] = trades;
	expect((await requestSuggestions(client)).changes).toEqual([]);
	const before = app.clocks.seasonNow();
	app.clocks.setSeason(ROUND_2 + HOUR);
	await setStatus(app, "injured", [LATE_FREE.MID, 1054]);
	const { changes = [] } = await requestSuggestions(client);
	expect(changes).toMatchObject([
		{ tradeId: inTrade?.id, half: "in", trades: [{ playerOutId: LATE_FREE.MID, outReason: "injured" }] },
		{ tradeId: outTrade?.id, half: "out", trades: [{ playerInId: 1053 }] },
	]);
	for (const { tradeId, half, trades: pairs, bankAfter } of changes) {
		const [pair] = pairs;
		const manager = await client(showMyTeam, {});
		expect(bankAfter).not.toBe(manager.team.salaryCap - manager.team.value);
		const player = half === "in" ? { playerInId: pair?.playerInId } : { playerOutId: pair?.playerOutId };
		const { team } = await client(changeSavedTrade, { body: { tradeId, ...player } });
		if (tradeId === inTrade?.id) expect(team.salaryCap - team.value).toBe(bankAfter);
	}
	const pair = { playerInId: LATE_FREE.DEF, playerOutId: 1050 };
	expect((await requestSuggestions(client, { tradePairs: [pair] })).changes).toEqual([]);
	app.clocks.setSeason(before);
	await setStatus(app, "uncertain");
});
