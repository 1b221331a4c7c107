import { showMyTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain, rollBackTeam, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { listTrades, listTradesOfRound, reverseSavedTrades, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	BENCHED,
	CAPTAIN,
	computeLineupCost,
	createKnownManager,
	EARLY_FREE,
	getCost,
	KNOWN_TEAM,
	LATE_FREE,
} from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure, getReasons } from "../../../../../testing/server/failure.ts";
import { type Client, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	await finishRound(app, 1);
});
afterAll(() => app.close());

const BANK = 1_000_000;
const getPlayerCost = (id: number) => getCost(app.season, id);
const submit = (client: Client, ...pairs: [into: number, out: number][]) =>
	client(submitTrades, {
		body: { tradePairs: pairs.map(([playerInId, playerOutId]) => ({ playerInId, playerOutId })) },
	});
const reverseSaved = (client: Client, ...tradeIds: number[]) => client(reverseSavedTrades, { body: { tradeIds } });

describe("a trade", () => {
	test("is saved at the prices in force, with both players (D1.3.53, D1.3.54, D1.3.55, D1.4.49, D1.7.50)", async () => {
		const { client } = await createKnownManager(app);
		const { trades, team, rollbackAvailable, tradesLeft, receipt } = await submit(client, [LATE_FREE.MID, 1005]);
		expect(trades).toEqual([
			{
				id: expect.any(Number),
				playerInId: LATE_FREE.MID,
				playerOutId: 1005,
				fromBE: true,
				roundId: 2,
				isLocked: false,
				swapIds: [],
				priceIn: getPlayerCost(LATE_FREE.MID),
				priceOut: getPlayerCost(1005),
				final: false,
				in: {
					id: LATE_FREE.MID,
					firstName: "P",
					lastName: "1065",
					squadId: 16,
					position: ["MID"],
					cost: getPlayerCost(LATE_FREE.MID),
				},
				out: { id: 1005, firstName: "P", lastName: "1005", squadId: 11, position: ["MID"], cost: getPlayerCost(1005) },
			},
		]);
		const ids = KNOWN_TEAM.map((id) => (id === 1005 ? LATE_FREE.MID : id));
		expect(team.lineup.MID).toEqual([LATE_FREE.MID, 1006, 1029, 1053, 1054]);
		expect(team.value).toBe(computeLineupCost(app.season, ids));
		expect(team.salaryCap).toBe(computeLineupCost(app.season, KNOWN_TEAM) + BANK);
		expect([rollbackAvailable, tradesLeft, receipt.action]).toEqual([true, 2, "trade-make"]);
		expect(await client(showMyTeam, {})).toEqual({ team, rollbackAvailable });
	});

	test("is listed for season and round, with the trades left (D1.4.63, D1.7.48, D1.7.49, D1.7.52, D1.4.73)", async () => {
		const { client } = await createKnownManager(app);
		const emptyList = await client(listTrades, {});
		expect([emptyList.trades, emptyList.rollbackAvailable, emptyList.tradesLeft]).toEqual([[], false, 3]);
		const { trades, team } = await submit(client, [LATE_FREE.MID, 1005], [LATE_FREE.FWD, 1010]);
		const listed = await client(listTrades, {});
		expect(listed).toEqual({ trades, team, rollbackAvailable: true, tradesLeft: 1 });
		expect(listed.trades.map(({ playerInId, fromBE }) => [playerInId, fromBE])).toEqual([
			[LATE_FREE.MID, true],
			[LATE_FREE.FWD, true],
		]);
		expect((await client(listTradesOfRound, { params: { roundId: 2 } })).trades).toEqual(trades);
		const first = await client(listTradesOfRound, { params: { roundId: 1 } });
		expect([first.trades, first.tradesLeft]).toEqual([[], 1]);
		expect((await getApiFailure(client(listTradesOfRound, { params: { roundId: 77 } }))).code).toBe("round-unknown");
	});

	test("for another position moves other players and lists them (D1.4.66, D1.3.56)", async () => {
		const { client } = await createKnownManager(app);
		// First, a defender who is also a midfielder comes in for a midfielder. Then, a midfielder comes in for a
		// defender, so the first one moves to defence.
		const { team } = await submit(client, [LATE_FREE.DEF_MID, 1053]);
		expect(team.lineup.MID).toContain(LATE_FREE.DEF_MID);
		const moved = await submit(client, [LATE_FREE.MID, 1049]);
		expect(moved.trades.at(-1)?.swapIds).toEqual([LATE_FREE.DEF_MID]);
		expect(moved.team.lineup.DEF).toContain(LATE_FREE.DEF_MID);
		expect(moved.team.lineup.MID).toContain(LATE_FREE.MID);
		const other = await createKnownManager(app);
		expect(await getReasons(submit(other.client, [1068, 1049], [1069, 1050]))).toEqual([
			...[422, "There is no spot for P 1068", "There is no spot for P 1069"],
		]);
	});

	test("of the captain makes the player who comes in captain", async () => {
		const { client } = await createKnownManager(app);
		const { team } = await submit(client, [LATE_FREE.DEF, CAPTAIN]);
		expect([team.captainId, team.lineup.DEF[0]]).toEqual([LATE_FREE.DEF, LATE_FREE.DEF]);
		const { trades } = await client(listTrades, {});
		await client(changeTeamCaptain, { body: { type: "captain", newId: 1054 } });
		const back = await reverseSaved(client, ...trades.map(({ id }) => id));
		expect([back.team.captainId, back.team.lineup.DEF[0]]).toEqual([1054, CAPTAIN]);
	});

	test("is refused with every reason, and nothing is made (D1.7.53)", async () => {
		const { client } = await createKnownManager(app, { bank: 0 });
		const before = await client(showMyTeam, {});
		expect(await getReasons(submit(client, [LATE_FREE.MID, 1005], [1054, 4_711], [9_999, 1053]))).toEqual([
			...[422, "P 1054 is already in the team", "Player 4711 is not in the team", "Player 9999 is not in this season"],
		]);
		const excess = getPlayerCost(LATE_FREE.MID) - getPlayerCost(1005);
		expect(await getReasons(submit(client, [LATE_FREE.MID, 1005]))).toEqual([
			422,
			`The team is $${excess.toLocaleString("en-US")} over the salary cap`,
		]);
		expect(await getReasons(submit(client, [1004, 1005], [1004, 1006]))).toContain("P 1004 is picked more than once");
		expect(await client(showMyTeam, {})).toEqual(before);
		expect((await client(listTrades, {})).trades).toEqual([]);
	});

	test("is refused with today's price if the manager was shown another one", async () => {
		const { client } = await createKnownManager(app);
		const price = getPlayerCost(LATE_FREE.MID);
		const pair = { playerInId: LATE_FREE.MID, playerOutId: 1005, priceOut: getPlayerCost(1005) };
		const refused = client(submitTrades, { body: { tradePairs: [{ ...pair, priceIn: price - 20_000 }] } });
		expect(await getReasons(refused)).toEqual([
			422,
			`P 1065 now costs $${price.toLocaleString("en-US")}. Check the trade again`,
		]);
		expect((await client(listTrades, {})).trades).toEqual([]);
		const { trades } = await client(submitTrades, { body: { tradePairs: [{ ...pair, priceIn: price }] } });
		expect(trades).toHaveLength(1);
	});

	test("is refused once the season's trades are used up (D1.1.25, D1.9.13)", async () => {
		const { client } = await createKnownManager(app);
		const pairs: [into: number, out: number][] = [
			[LATE_FREE.MID, 1005],
			[LATE_FREE.FWD, 1010],
			[LATE_FREE.DEF, 1025],
		];
		expect(await getReasons(submit(client, ...pairs, [LATE_FREE.RUC, 1056]))).toEqual([
			422,
			"That is more trades than are left: 3 of 3",
		]);
		const { trades } = await submit(client, ...pairs);
		expect(await getReasons(submit(client, [LATE_FREE.RUC, 1056]))).toEqual([
			422,
			"You have no trades left (limit: 3)",
		]);
		const freed = await reverseSaved(client, trades[1]?.id ?? 0);
		expect([freed.tradesLeft, freed.trades.map(({ id }) => id)]).toEqual([1, [trades[0]?.id, trades[2]?.id]]);
		const again = await submit(client, [LATE_FREE.RUC, 1056]);
		expect(again.tradesLeft).toBe(0);
		const { rows } = await app.database.pool.query("SELECT slot FROM trades WHERE team_id = $1 ORDER BY slot", [
			again.team.id,
		]);
		expect(rows.map(({ slot }) => slot)).toEqual([1, 2, 3]);
	});
});

describe("reversing a trade", () => {
	test("restores players, slots and money (D1.4.64, D1.7.51, D1.7.52)", async () => {
		const { client } = await createKnownManager(app);
		const before = await client(showMyTeam, {});
		const { trades } = await submit(client, [LATE_FREE.DEF_MID, 1053], [LATE_FREE.FWD, 1010]);
		const [first = 0, second = 0] = trades.map(({ id }) => id);
		const half = await reverseSaved(client, second);
		expect([half.trades, half.rollbackAvailable, half.tradesLeft]).toEqual([[trades[0]], true, 2]);
		expect([half.team.lineup.FWD.includes(1010), half.team.lineup.MID.includes(1053)]).toEqual([true, false]);
		const reversed = await reverseSaved(client, first);
		expect(reversed.team).toEqual({ ...before.team, version: 3 });
		expect([reversed.trades, reversed.rollbackAvailable, reversed.tradesLeft]).toEqual([[], false, 3]);
	});

	test("separately, the later trade has to be reversed first", async () => {
		const { client } = await createKnownManager(app);
		await submit(client, [LATE_FREE.MID, 1005]);
		const { trades } = await submit(client, [1005, 1006]);
		const [first = 0, second = 0] = trades.map(({ id }) => id);
		expect(await getReasons(reverseSaved(client, first))).toEqual([
			422,
			"P 1005 was traded again later: reverse that trade first",
		]);
		const { team } = await reverseSaved(client, first, second);
		expect(team.lineup.MID).toEqual([1005, 1006, 1029, 1053, 1054]);
	});

	test("is the only way to remove a player traded in (D1.4.86)", async () => {
		const { client } = await createKnownManager(app);
		const { trades } = await submit(client, [LATE_FREE.MID, 1005]);
		expect(await getReasons(submit(client, [1031, LATE_FREE.MID]))).toEqual([
			422,
			"P 1065 came in this round: reverse that trade instead",
		]);
		await reverseSaved(client, trades[0]?.id ?? 0);
		expect(await getReasons(reverseSaved(client, trades[0]?.id ?? 0))).toEqual([422, "There is no such trade"]);
	});

	test("is refused for another user's trade", async () => {
		const [owner, other] = [await createKnownManager(app), await createKnownManager(app)];
		const { trades } = await submit(owner.client, [LATE_FREE.MID, 1005]);
		expect(await getReasons(reverseSaved(other.client, trades[0]?.id ?? 0))).toEqual([422, "There is no such trade"]);
		expect((await owner.client(listTrades, {})).trades).toEqual(trades);
	});

	test("is refused after prices are recomputed, banks unchanged", async () => {
		const { client } = await createKnownManager(app);
		const { trades, team } = await submit(client, [LATE_FREE.MID, 1005]);
		const rerun = (price: number) =>
			app.database.db.transaction().execute(async (transaction) => {
				await transaction
					.updateTable("player_prices")
					.set({ price })
					.where("round_id", "=", 2)
					.where("player_id", "=", LATE_FREE.MID)
					.execute();
				await transaction.updateTable("trades").set({ is_final: true }).where("round_id", "=", 2).execute();
				await incrementDataVersion(transaction, app.season.id);
			});
		await rerun(900_000);
		expect(await getReasons(reverseSaved(client, trades[0]?.id ?? 0))).toEqual([422, "That trade is final"]);
		expect(await getReasons(client(rollBackTeam, {}))).toEqual([422, "That trade is final"]);
		const after = await client(listTrades, {});
		const increase = 900_000 - getPlayerCost(LATE_FREE.MID);
		expect([after.team.value - team.value, after.team.salaryCap - team.salaryCap]).toEqual([increase, increase]);
		expect(after.trades[0]).toMatchObject({
			priceIn: getPlayerCost(LATE_FREE.MID),
			final: true,
			in: { cost: 900_000 },
		});
		await rerun(getPlayerCost(LATE_FREE.MID));
		await app.seasons.refresh();
	});
});

describe("during a round", () => {
	test("trades with a locked player are refused with her name (D1.4.57, D1.5.31)", async () => {
		const { client } = await createKnownManager(app);
		const before = await client(showMyTeam, {});
		app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY - 1);
		const { trades } = await submit(client, [EARLY_FREE.MID, 1053]);
		await reverseSaved(client, trades[0]?.id ?? 0);
		app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY);
		expect(await getReasons(submit(client, [EARLY_FREE.MID, 1053], [LATE_FREE.FWD, 1058]))).toEqual([
			422,
			"P 1030 is locked",
		]);
		expect((await client(showMyTeam, {})).team).toEqual({ ...before.team, version: 2 });
		const { team } = await submit(client, [LATE_FREE.FWD, 1058]);
		expect(team.lineup.FWD).toContain(LATE_FREE.FWD);
	});

	test("a trade locks with either of its players or its round (D1.3.56, D1.4.64, D1.7.51)", async () => {
		app.clocks.setSeason(FIRST_BOUNCE + 6 * DAY);
		const { client } = await createKnownManager(app);
		const { trades } = await submit(client, [LATE_FREE.MID, 1005], [LATE_FREE.FWD, 1058]);
		app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY);
		expect((await client(listTrades, {})).trades.map(({ isLocked }) => isLocked)).toEqual([true, false]);
		const [locked = 0, open = 0] = trades.map(({ id }) => id);
		expect(await getReasons(reverseSaved(client, locked, open))).toEqual([422, "That trade is locked"]);
		expect((await reverseSaved(client, open)).tradesLeft).toBe(2);

		const match = app.season.listMatchesOfRound(2)[0];
		if (!match) throw new Error("round 2 has no first match");
		await saveKicks(app, match, { 1025: 20, 1029: 30, 1034: 5 });
		await finishRound(app, 2);
		const listed = await client(listTrades, {});
		expect(listed.trades.map(({ isLocked }) => isLocked)).toEqual([true]);
		expect(listed.tradesLeft).toBe(2);
		expect(await getReasons(reverseSaved(client, locked))).toEqual([422, "That trade is locked"]);
	});

	test("the next round has new prices and the same bank", async () => {
		const player = app.seasons.current().players.get(1029);
		const price = player?.cost ?? 0;
		expect(price).not.toBe(getPlayerCost(1029));
		const { client } = await createKnownManager(app);
		const { trades, team } = await submit(client, [LATE_FREE.MID, 1029]);
		expect(trades[0]).toMatchObject({ roundId: 3, priceOut: price, priceIn: getPlayerCost(LATE_FREE.MID) });
		expect(team.salaryCap - team.value).toBe(BANK + price - getPlayerCost(LATE_FREE.MID));
		await client(swapInTeam, { body: { swapsPairs: [[1001, BENCHED.DEF]] } });
		expect((await client(rollBackTeam, {})).team.lineup.MID).toContain(1029);
	});
});

test("a player who signs mid-season can be traded in then", async () => {
	const { db } = app.database;
	const season_id = app.season.id;
	const newcomer = 1_500;
	await db.transaction().execute(async (transaction) => {
		await transaction
			.insertInto("players")
			.values({
				season_id,
				id: newcomer,
				first_name: "New",
				last_name: "Comer",
				squad_id: 16,
				positions: ["MID"],
				from_round: 4,
			})
			.execute();
		await transaction
			.insertInto("player_prices")
			.values({ season_id, round_id: 1, player_id: newcomer, price: 400_000 })
			.execute();
		await incrementDataVersion(transaction, season_id);
	});
	const { client } = await createKnownManager(app);
	expect(await getReasons(submit(client, [newcomer, 1005]))).toContain("New Comer is not in this season");
	await db.transaction().execute(async (transaction) => {
		await transaction.updateTable("players").set({ from_round: 3 }).where("id", "=", newcomer).execute();
		await incrementDataVersion(transaction, season_id);
	});
	const { team, trades } = await submit(client, [newcomer, 1005]);
	expect(team.lineup.MID[0]).toBe(newcomer);
	expect(trades[0]?.in.lastName).toBe("Comer");
});

test("trades, swaps and a captain are one action with one receipt", async () => {
	const { client } = await createKnownManager(app);
	const tradePairs = [{ playerInId: LATE_FREE.MID, playerOutId: BENCHED.MID }];
	const refused = await getReasons(client(submitTrades, { body: { tradePairs, captainId: LATE_FREE.MID } }));
	expect(refused[0]).toBe(422);
	expect((await client(showMyTeam, {})).team.version).toBe(0);
	const swapsPairs: [number, number][] = [[1006, LATE_FREE.MID]];
	const { team, trades } = await client(submitTrades, {
		body: { tradePairs, swapsPairs, captainId: LATE_FREE.MID },
	});
	expect([team.version, team.captainId, trades.length]).toEqual([1, LATE_FREE.MID, 1]);
	expect(team.lineup.MID).toContain(LATE_FREE.MID);
	expect(team.bench.MID).toEqual([1006]);
});
