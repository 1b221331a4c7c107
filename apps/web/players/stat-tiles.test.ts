import { expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../testing/web/player-season.ts";
import en from "../i18n/locale/en.json";
import { formatChangeOrHold, formatTiles, TILES } from "./stat-tiles.ts";

const getLabel = (index: number) => en.player.tile[TILES[index] ?? "price"];

test("labels tiles one to five as specified (D1.9.35, D1.9.36, D1.9.37, D1.9.38, D1.9.39)", () => {
	expect([0, 1, 2, 3, 4].map(getLabel)).toEqual(["ROUND PTS", "AVERAGE PTS", "TOTAL PTS", "% OWNED", "LAST 3 AVG"]);
});
test("labels tiles six to ten as specified (D1.9.40, D1.9.41, D1.9.42, D1.9.43, D1.9.44)", () => {
	expect([5, 6, 7, 8, 9].map(getLabel)).toEqual(["PRICE", "HIGHEST PTS", "LOWEST PTS", "LAST ROUND", "ROUND RANK"]);
});
test("labels tiles eleven to fifteen as specified (D1.9.45, D1.9.46, D1.9.47, D1.9.48, D1.9.49)", () => {
	expect([10, 11, 12, 13, 14].map(getLabel)).toEqual([
		"SEASON RANK",
		"GAMES PLAYED",
		"$ PER POINT",
		"RD $ CHANGE",
		"SEA. $ CHANGE",
	]);
});

test("formats the value of every tile, in order (D1.9.37, D1.9.38, D1.9.39, D1.9.40, D1.9.50)", () => {
	const player = buildPlayer(1, {
		cost: 1_230_000,
		selections: 12,
		stats: {
			roundPoints: 91,
			avgPoints: 81.26,
			totalPoints: 1_042,
			avgPointsLast3: 77.7,
			highestScore: 120,
			lowestScore: -3,
			scores: { 1: 64 },
			roundRank: 5,
			seasonRank: 17,
			gamesPlayed: 13,
			costPerPoint: 15_137,
			lastRoundPriceChange: -8_000,
			seasonPriceChange: 130_000,
		},
	});
	const values = formatTiles(player, buildSeason([player], "playing"), "HOLD");
	expect(TILES.map((tile) => values[tile])).toEqual([
		"91",
		"81.3",
		"1,042",
		"12%",
		"77.7",
		"$1.23M",
		"120",
		"−3",
		"64",
		"5",
		"17",
		"13",
		"$15.14K",
		"−8K",
		"+130K",
	]);
});

test("shows '-' for a missed last round, '–' for hidden ownership (D1.9.38, D1.9.43)", () => {
	const player = buildPlayer(1, { selections: null, stats: { scores: {}, gamesPlayed: 1 } });
	const values = formatTiles(player, buildSeason([player]), "HOLD");
	expect([values.lastRound, values.owned]).toEqual(["-", "–"]);
});

test("shows HOLD for an unchanged price once round one is complete (D1.9.33)", () => {
	const player = buildPlayer(1);
	const complete = buildSeason([player]);
	const before = { ...complete, rounds: complete.rounds.slice(1) };
	expect(formatChangeOrHold(0, complete, "HOLD")).toBe("HOLD");
	expect(formatChangeOrHold(0, before, "HOLD")).toBe("-");
	expect(formatChangeOrHold(12_000, complete, "HOLD")).toBe("+12K");
});

test("shows '-' for match stats of a player without matches (D1.9.34)", () => {
	const rookie = buildPlayer(2, {
		stats: { gamesPlayed: 0, roundPoints: null, roundRank: null, seasonRank: null, costPerPoint: null, scores: {} },
	});
	const values = formatTiles(rookie, buildSeason([rookie]), "HOLD");
	const tilesWithValue = TILES.filter((tile) => values[tile] !== "-");
	expect(tilesWithValue).toEqual(["owned", "price", "roundChange", "seasonChange"]);
});

test("in her first match a player has points, but no average", () => {
	const rookie = buildPlayer(1, {
		stats: {
			scores: { 2: 12 },
			gamesPlayed: 0,
			avgPoints: 0,
			lowestScore: 0,
			totalPoints: 12,
			highestScore: 12,
			roundPoints: 12,
		},
	});
	expect(formatTiles(rookie, buildSeason([rookie], "playing", ["playing", "scheduled"]), "HOLD")).toMatchObject({
		roundPoints: "12",
		totalPoints: "12",
		highest: "12",
		averagePoints: "-",
		lowest: "-",
		gamesPlayed: "-",
	});
});
