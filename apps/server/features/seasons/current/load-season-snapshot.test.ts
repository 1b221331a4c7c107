import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { loadShownSeason } from "./load-season-snapshot.ts";
import type { SeasonSnapshot } from "./season-snapshot.ts";
import { buildStatRow } from "./stat-line.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(database.db);
});
afterAll(() => database.close());

async function loadCurrentSeason(): Promise<SeasonSnapshot> {
	const loaded = await loadShownSeason(database.db);
	if (!loaded) throw new Error("No season");
	return loaded;
}

/** Saves a stat line of kicks only, which are worth three points each. */
const saveKicks = (matchId: number, playerId: number, kicks: number) =>
	database.db
		.insertInto("stat_lines")
		.values(
			buildStatRow({ seasonId: 1, matchId, playerId, squadId: 11, stats: { ...EMPTY_STAT_LINE, K: kicks, TOG: 80 } }),
		)
		.execute();
const setMatch = (id: number, values: { status?: "complete"; is_abandoned?: boolean; round_id?: number }) =>
	database.db.updateTable("matches").set(values).where("id", "=", id).execute();
const setRound = (id: number, status: "playing" | "complete", magicNumber: number | null = null) =>
	database.db
		.updateTable("rounds")
		.set({ status, magic_number: magicNumber, published_at: status === "complete" ? new Date() : null })
		.where("id", "=", id)
		.execute();
const setPrice = (roundId: number, price: number) =>
	database.db.insertInto("player_prices").values({ season_id: 1, round_id: roundId, player_id: 1001, price }).execute();

test("there is no snapshot while no season is current", async () => {
	await database.db.updateTable("seasons").set({ is_current: false }).execute();
	expect(await loadShownSeason(database.db)).toBeNull();
});

test("squads without a match have a bye", async () => {
	const { rounds } = await loadCurrentSeason();
	expect(rounds.map(({ byeSquads }) => byeSquads)).toEqual([
		[15, 16],
		[11, 12],
		[13, 14],
	]);
});

test("a match's stats are in the order of players", async () => {
	await saveKicks(101, 1002, 10);
	await saveKicks(101, 1001, 20);
	const [round] = (await loadCurrentSeason()).rounds;
	expect(round?.matches[0]?.lines.map(({ playerId }) => playerId)).toEqual([1001, 1002]);
});

/** Gives squad 11, that of player 1001, a match in round 2, in which it has a bye in the seeded season. */
const endByeOfSquad11 = () =>
	database.db.updateTable("matches").set({ home_squad_id: 11, away_squad_id: 14 }).where("id", "=", 202).execute();

describe("a player", () => {
	test("is projected from the price before any match, 0 in byes", async () => {
		const { players } = await loadCurrentSeason();
		// The season's prior: 10 + 0.8 × 498,000 ÷ 12,000
		expect(players.get(1001)?.projectedPoints).toBeCloseTo(43.2, 10);
		expect(players.get(1001)?.breakEven).toBeCloseTo(498_000 / 12_000);
		// 10 + 0.8 × 642,000 ÷ 12,000, if she played
		expect(players.get(1049)).toMatchObject({ projectedPoints: 0, chanceToPlay: 0 });
		expect(players.get(1049)?.estimate).toBeCloseTo(52.8, 10);
	});

	test("costs the current round's price, or the last before it", async () => {
		await setPrice(2, 510_000);
		await setRound(1, "complete", 12_000);
		expect((await loadCurrentSeason()).players.get(1001)).toMatchObject({
			cost: 510_000,
			prices: new Map([
				[1, 498_000],
				[2, 510_000],
			]),
		});
		await setRound(2, "complete", 12_000);
		expect((await loadCurrentSeason()).players.get(1001)?.prices.get(3)).toBe(510_000);
		await setPrice(4, 520_000);
		await setRound(3, "complete", 12_000);
		expect((await loadCurrentSeason()).players.get(1001)?.cost).toBe(520_000);
	});

	test("scores both matches of a double week, averaged for form", async () => {
		await setMatch(201, { round_id: 1 });
		await saveKicks(201, 1001, 20);
		await saveKicks(101, 1001, 10);
		await setRound(1, "complete", 12_000);
		await endByeOfSquad11();
		const player = (await loadCurrentSeason()).players.get(1001);
		expect(player?.scores).toEqual(new Map([[1, 90]]));
		expect(player?.played.map(({ points }) => points)).toEqual([30, 60]);
		// (1.5 × 43.2 + 45) ÷ 2.5
		expect(player?.projectedPoints).toBeCloseTo(43.92, 10);
		await database.db.updateTable("matches").set({ round_id: 2 }).where("id", "=", 101).execute();
		expect((await loadCurrentSeason()).players.get(1001)?.scores).toEqual(
			new Map([
				[2, 30],
				[1, 60],
			]),
		);
	});

	test("has no score from a stat line without time on ground", async () => {
		await saveKicks(101, 1001, 0);
		await database.db.updateTable("stat_lines").set({ tog: 0 }).execute();
		const player = (await loadCurrentSeason()).players.get(1001);
		expect([player?.scores.size, player?.played.length]).toEqual([0, 0]);
	});

	test("scores in an abandoned match, which does not count for form", async () => {
		await saveKicks(101, 1001, 30);
		await setMatch(101, { status: "complete", is_abandoned: true });
		await setRound(1, "complete", 12_000);
		await endByeOfSquad11();
		const player = (await loadCurrentSeason()).players.get(1001);
		expect(player?.scores.get(1)).toBe(90);
		expect(player?.projectedPoints).toBeCloseTo(43.2, 10);
	});

	test("is as likely to play after an abandoned match as before", async () => {
		await saveKicks(101, 1001, 20);
		await setMatch(101, { status: "complete" });
		await setRound(1, "complete", 12_000);
		await endByeOfSquad11();
		await setMatch(202, { status: "complete", is_abandoned: true });
		await setRound(2, "complete", 12_000);
		const { players } = await loadCurrentSeason();
		expect([1001, 1002].map((id) => players.get(id)?.chanceToPlay)).toEqual([0.9, 0.5]);
	});

	test("is projected with those of her line who are named [D2.9.881]", async () => {
		await saveKicks(101, 1001, 20);
		await saveKicks(101, 1002, 10);
		await setRound(1, "complete", 12_000);
		await endByeOfSquad11();
		expect((await loadCurrentSeason()).players.get(1001)?.matchEstimate).toBeCloseTo(49.92, 10);
		const named = { status: "playing", status_round_id: 2 } as const;
		await database.db.updateTable("players").set(named).where("id", "=", 1001).execute();
		const { players } = await loadCurrentSeason();
		// (1.5 × 43.2 + 60) ÷ 2.5 and (1.5 × 43.4 + 30) ÷ 2.5; only the first is named.
		expect(players.get(1001)?.projectedPoints).toBeCloseTo(49.92 * ((49.92 + 38.04) / 49.92) ** 0.1, 10);
		expect(players.get(1001)?.estimate).toBeCloseTo(49.92, 10);
		expect(players.get(1002)?.matchEstimate).toBeCloseTo(38.04, 10);
	});

	test("is projected from complete rounds only", async () => {
		await saveKicks(101, 1001, 30);
		await setRound(1, "playing");
		const player = (await loadCurrentSeason()).players.get(1001);
		expect(player?.scores.get(1)).toBe(90);
		expect(player?.projectedPoints).toBeCloseTo(43.2, 10);
	});

	test("is projected from the last coefficients and its first ownership", async () => {
		const coefficients = { season_id: 1, revision: 0, price_point: 0.9, root_ownership: 20 };
		await database.db
			.insertInto("projection_coefficients")
			.values([
				{ ...coefficients, round_id: 1, base: 99 },
				{ ...coefficients, round_id: 2, base: 5 },
			])
			.execute();
		await database.db
			.insertInto("selection_counts")
			.values({ season_id: 1, percentages: "{}", opening_percentages: JSON.stringify({ 1001: 25 }) })
			.execute();
		const { players, prior } = await loadCurrentSeason();
		expect(prior).toEqual({ base: 5, pricePoint: 0.9, rootOwnership: 20 });
		// 5 + 0.9 × 498,000 ÷ 12,000 + 20 × √0.25; nobody owned 1002, who costs 501,000
		expect(players.get(1001)?.estimate).toBeCloseTo(52.35, 10);
		expect(players.get(1002)?.estimate).toBeCloseTo(42.575, 10);
	});

	test("plays for certain only if she is named this round", async () => {
		const setStatus = (status: "playing" | "emergency" | "uncertain" | "not-playing", roundId: number) =>
			database.db.updateTable("players").set({ status, status_round_id: roundId }).where("id", "=", 1001).execute();
		const getChance = async () => (await loadCurrentSeason()).players.get(1001)?.chanceToPlay;
		await setStatus("playing", 1);
		expect(await getChance()).toBe(1);
		await setStatus("emergency", 1);
		expect(await getChance()).toBe(0.2);
		await setStatus("not-playing", 1);
		expect(await getChance()).toBe(0);
		await setStatus("uncertain", 1);
		expect(await getChance()).toBe(0.5);
		await endByeOfSquad11();
		await setRound(1, "complete", 12_000);
		await setStatus("playing", 1);
		expect(await getChance()).toBe(0.9);
		await setStatus("uncertain", 2);
		expect(await getChance()).toBe(0.5);
		await saveKicks(101, 1001, 10);
		expect(await getChance()).toBe(0.9);
		// Injured players leave early, and are often left out of the next team.
		await database.db.updateTable("stat_lines").set({ tog: 49 }).where("player_id", "=", 1001).execute();
		expect(await getChance()).toBe(0.5);
		await setStatus("playing", 2);
		expect(await getChance()).toBe(1);
	});

	test("is uncertain by the time on ground in the last match", async () => {
		await endByeOfSquad11();
		await setRound(1, "complete", 12_000);
		await database.db.updateTable("matches").set({ home_squad_id: 11 }).where("id", "=", 102).execute();
		await database.db.updateTable("players").set({ status: "uncertain" }).where("id", "=", 1001).execute();
		await saveKicks(101, 1001, 10);
		await saveKicks(102, 1001, 10);
		const getChance = async (first: number, last: number) => {
			for (const [matchId, tog] of [
				[101, first],
				[102, last],
			] as const)
				await database.db.updateTable("stat_lines").set({ tog }).where("match_id", "=", matchId).execute();
			return (await loadCurrentSeason()).players.get(1001)?.chanceToPlay;
		};
		expect(await getChance(40, 85)).toBe(0.9);
		expect(await getChance(85, 40)).toBe(0.5);
	});
});
