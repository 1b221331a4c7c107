import { isNeverLocked } from "@first-bounce/rules/lockout/locked-players";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeasonSnapshot } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildAutofillPool } from "./autofill-pool.ts";

let database: Database;
let season: SeasonSnapshot;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeasonSnapshot(database.db);
});
afterAll(() => database.close());

const build = (style?: "round" | "safe", { from = season, startRoundId = 1 } = {}) => {
	const getPlayer = (id: number) => from.players.get(id);
	const { pool, pointsPerDollar } = buildAutofillPool(from, {
		startRoundId,
		style,
		isLocked: isNeverLocked,
		getPlayer,
	});
	return { player: pool.find(({ player }) => player.id === 1001), pointsPerDollar };
};

test("a team for the season counts the rounds ahead and price rises [D2.9.925]", () => {
	const { player, pointsPerDollar } = build();
	// She is projected to score 43.2, has a bye in round 2, and plays in round 3 with a chance of 0.9: 43.2 + 0.6 × 0.9 × 43.2.
	expect(player?.projected).toBeCloseTo(66.53, 2);
	// Her slot and the captaincy depend on the next round.
	expect(player?.roundPoints).toBeCloseTo(43.2, 10);
	expect(player?.isLikelyToPlay).toBe(true);
	expect(player?.priceRise).toBeGreaterThan(0);
	expect(pointsPerDollar).toBeGreaterThan(0);
});

test("this week's style counts opponents and both matches of a double week [D2.9.925]", () => {
	const [round, ...laterRounds] = season.rounds;
	const [match] = round?.matches ?? [];
	const player = season.players.get(1001);
	if (!round || !match || !player) throw new Error("The season has no round, match or player 1001");
	const doubleWeek = {
		...season,
		rounds: [{ ...round, matches: [...round.matches, { ...match, id: 199 }] }, ...laterRounds],
		players: new Map(season.players).set(1001, { ...player, matchEstimate: 50 }),
	};
	expect(build("round", { from: doubleWeek }).player?.projected).toBe(100);
	expect(build("round", { from: doubleWeek, startRoundId: 3 }).player?.projected).toBeCloseTo(43.2, 10);
});

test("the spread of scores is per match, without abandoned and unfinished ones", () => {
	const player = season.players.get(1001);
	if (!player) throw new Error("The season has no player 1001");
	const createPlayed = (roundId: number, points: number, isAbandoned = false) =>
		({ roundId, points, isAbandoned, isOver: roundId < 4 }) as const;
	const even = {
		...player,
		played: [
			createPlayed(1, 60),
			createPlayed(1, 60),
			createPlayed(2, 60),
			createPlayed(3, 5, true),
			createPlayed(4, 9),
		],
		scores: new Map([
			[1, 120],
			[2, 60],
			[3, 5],
			[4, 9],
		]),
	};
	const from = { ...season, players: new Map(season.players).set(1001, even) };
	expect(build("safe", { from }).player?.projected).toBeCloseTo(43.2, 10);
});

test("a team for this week counts the next round only [D2.9.925]", () => {
	const { player, pointsPerDollar } = build("round");
	expect(player?.projected).toBeCloseTo(43.2, 10);
	expect(pointsPerDollar).toBe(0);
});
