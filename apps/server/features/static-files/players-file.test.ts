import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeasonSnapshot } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../seasons/current/season-snapshot.ts";
import { buildPlayersFile } from "./players-file.ts";

let database: Database;
let season: SeasonSnapshot;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeasonSnapshot(database.db);
});
afterAll(() => database.close());

/** Builds the entry of player 1001 with these changes; 37% of teams have her. */
function buildEntry(change: Partial<SnapshotPlayer>, rounds = season.rounds): PlayerEntry {
	const player = season.players.get(1001);
	if (!player) throw new Error("no player 1001");
	const players = new Map(season.players).set(1001, { ...player, ...change });
	const file = buildPlayersFile(
		{ ...season, players, rounds },
		{ getSelection: (id) => (id === 1001 ? 37 : 0), lockedSquads: new Set() },
	);
	const entry = file.find(({ id }) => id === 1001);
	if (!entry) throw new Error("player 1001 is not in the file");
	return entry;
}

test("a player has names, club, positions, price, status, birthday and selection percentage (D1.3.20, D1.3.21, D1.3.22, D1.3.23)", () => {
	const maeve = { firstName: "Maeve", lastName: "Callinan", status: "injured", birthday: "1999-02-28" } as const;
	expect(buildEntry({ ...maeve, position: ["DEF", "MID"], cost: 507_000 })).toMatchObject({
		...maeve,
		id: 1001,
		squadId: 11,
		squad: { id: 11, name: "Squad 11", abbreviation: "S11" },
		position: ["DEF", "MID"],
		cost: 507_000,
		selections: 37,
	});
});

const prices = new Map([
	[1, 500_000],
	[2, 520_000],
	[3, 507_000],
]);

test("a player has every round's price and the latest changes (D1.3.30, D1.3.31, D1.3.32)", () => {
	const entry = buildEntry({ prices, cost: 507_000 });
	expect(entry.stats.prices).toEqual({ 1: 500_000, 2: 520_000, 3: 507_000 });
	expect([entry.cost_season_diff, entry.cost_round_diff]).toEqual([7_000, -13_000]);
	expect([entry.stats.seasonPriceChange, entry.stats.lastRoundPriceChange]).toEqual([7_000, -13_000]);
});

/** Lists the stats of three players who have these scores, if the rounds have these statuses. */
function buildStats(statuses: readonly ("complete" | "playing" | "scheduled")[], scores: readonly number[][]) {
	const rounds = season.rounds.map((round, index) => ({ ...round, status: statuses[index] ?? "scheduled" }));
	const players = new Map(
		[1001, 1002, 1003].map((id, row) => {
			const player = season.players.get(id);
			if (!player) throw new Error(`no player ${id}`);
			const rowScores = scores[row] ?? [];
			const played = rowScores.map((points, index) => ({
				roundId: index + 1,
				points,
				isAbandoned: false,
				isOver: true,
			}));
			return [
				id,
				{ ...player, played, scores: new Map(rowScores.map((points, index) => [index + 1, points])) },
			] as const;
		}),
	);
	return buildPlayersFile({ ...season, rounds, players }, { getSelection: () => 0, lockedSquads: new Set() }).map(
		({ stats }) => stats,
	);
}

test("a player has the last complete round's points and rank (D1.3.36, D1.9.35, D1.9.44, D1.9.45)", () => {
	const stats = buildStats(["complete", "scheduled"], [[60], [60], [-3]]);
	expect(stats.map(({ roundPoints, roundRank, seasonRank }) => [roundPoints, roundRank, seasonRank])).toEqual([
		[60, 1, 1],
		[60, 1, 1],
		[-3, 3, 3],
	]);
});

test("a player has the played round's points and rank (D1.3.36, D1.9.35, D1.9.44, D1.9.45, D1.9.59)", () => {
	const stats = buildStats(["complete", "playing"], [[60, 40], [60, 90], [95]]);
	expect(stats.map(({ roundPoints, roundRank, seasonRank }) => [roundPoints, roundRank, seasonRank])).toEqual([
		[40, 2, 2],
		[90, 1, 1],
		[null, null, 3],
	]);
});

test("a player has extreme scores, games and price per point (D1.3.35, D1.9.41, D1.9.42, D1.9.46, D1.9.47)", () => {
	const [stats] = buildStats(["complete", "complete", "complete"], [[60, -3, 93], [], []]);
	// 498,000 for an average of 50.
	expect(stats).toMatchObject({ highestScore: 93, lowestScore: -3, gamesPlayed: 3, costPerPoint: 9_960 });
});

test("a player has every score, averages and the total (D1.3.33, D1.3.34)", () => {
	const points = [60, 80, 100, 40];
	const { stats } = buildEntry({
		scores: new Map(points.map((score, index) => [index + 1, score])),
		played: points.map((score, index) => ({ roundId: index + 1, points: score, isAbandoned: false, isOver: true })),
	});
	expect(stats.scores).toEqual({ 1: 60, 2: 80, 3: 100, 4: 40 });
	expect(stats).toMatchObject({ avgPoints: 70, totalPoints: 280, avgPointsLast3: 73.3 });
});

test("averages, lowest and games leave out the match being played (D1.9.59)", () => {
	const live = {
		scores: new Map([
			[1, 60],
			[2, 80],
			[3, 4],
		]),
		played: [
			{ roundId: 1, points: 60, isAbandoned: false, isOver: true },
			{ roundId: 2, points: 80, isAbandoned: false, isOver: true },
			{ roundId: 3, points: 4, isAbandoned: false, isOver: false },
		],
		cost: 700_000,
	};
	const rounds = season.rounds.map((round) => ({
		...round,
		status: round.id < 3 ? ("complete" as const) : round.id === 3 ? ("playing" as const) : round.status,
		matches: round.matches.map((match) => ({ ...match, status: round.id === 3 ? ("playing" as const) : match.status })),
	}));
	expect(buildEntry(live, rounds).stats).toMatchObject({
		scores: { 1: 60, 2: 80, 3: 4 },
		gamesPlayed: 2,
		avgPoints: 70,
		avgPointsLast3: 70,
		avgPointsLast5: 70,
		lowestScore: 60,
		costPerPoint: 10_000,
		totalPoints: 144,
		highestScore: 80,
		roundPoints: 4,
	});
});

test("former positions and clubs are listed with their last round [D2.9.260]", () => {
	const positionHistory = {
		latest: ["RUC"],
		previous: [
			{ untilRound: 1, positions: ["DEF"] },
			{ untilRound: 2, positions: ["MID"] },
		],
	} as const;
	const inRoundTwo = season.rounds.map((round) => (round.id === 1 ? { ...round, status: "complete" as const } : round));
	expect(buildEntry({ positionHistory }, inRoundTwo).formerPositions).toEqual([{ untilRound: 1, positions: ["DEF"] }]);
	expect(buildEntry({})).not.toHaveProperty("formerPositions");
	expect(buildEntry({ formerSquads: [{ untilRound: 1, squadId: 12 }] }).formerSquads).toEqual([
		{ untilRound: 1, squadId: 12 },
	]);
	expect(buildEntry({})).not.toHaveProperty("formerSquads");
});

test("scores that prices count are listed if matches were missed or abandoned", () => {
	const [first, second, ...others] = season.rounds;
	const [match] = first?.matches ?? [];
	if (!first || !second || !match) throw new Error("Round 1 has no match");
	const doubleWeek = { ...first, status: "complete" as const, matches: [...first.matches, { ...match, id: 199 }] };
	const list = (...played: readonly [points: number, isAbandoned: boolean][]) =>
		buildEntry(
			{
				played: played.map(([points, isAbandoned]) => ({ roundId: 1, points, isAbandoned, isOver: true })),
				scores: new Map([[1, played.reduce((sum, [points]) => sum + points, 0)]]),
			},
			[doubleWeek, second, ...others],
		).stats.formScores;
	expect(list([60, false], [41, false])).toBeUndefined();
	expect(list([60, false])).toEqual({ 1: 60 });
	expect(list([60, false], [11, true])).toEqual({ 1: 60 });
	expect(list([60, true])).toEqual({ 1: null });
});
