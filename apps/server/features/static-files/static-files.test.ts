import { brotliDecompressSync } from "node:zlib";
import { showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import {
	checksumsFile,
	countriesFile,
	playerStatsFile,
	playersFile,
	playerTotalsFile,
	roundsFile,
	seasonFile,
	squadsFile,
} from "@first-bounce/contract/stats/static-data";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeam,
} from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../db/open.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../seasons/current/season-clock.ts";
import { processPayload } from "../stats-providers/intake/process-payload.ts";
import { registerStaticFiles } from "./routes.ts";
import { createStaticFiles, type StaticFiles } from "./static-files.ts";

let database: Database;
let files: StaticFiles;
let app: FastifyInstance;
const clocks = createFixedClocks(FIRST_BOUNCE - DAY);
let snapshot: Awaited<ReturnType<typeof loadShownSeason>> = null;
const changes: (readonly string[])[] = [];

beforeAll(async () => {
	database = await createTestDatabase();
	const season = await seedSeason(database.db);
	const random = createSeededRandom(1);
	const slots = drawSlots(season, random);
	await seedTeam(database.db, season, { slots });
	await seedTeam(database.db, season, { slots: [...slots.slice(0, 20), findOtherPlayer(slots, season.players)] });
	snapshot = await loadShownSeason(database.db);
	const onError = (error: unknown) => {
		throw error;
	};
	files = await createStaticFiles({
		db: database.db,
		currentSeason: () => snapshot,
		seasonNow: clocks.seasonNow,
		onError,
	});
	files.onChange((_, changed) => changes.push(changed));
	app = Fastify();
	registerStaticFiles(app, files);
});
afterAll(async () => {
	await app.close();
	await files.close();
	await database.close();
});

const findOtherPlayer = (slots: readonly number[], players: readonly { id: number }[]): number =>
	players.find(({ id }) => !slots.includes(id))?.id ?? 0;
const get = (name: string, headers: Record<string, string> = {}) =>
	app.inject({ url: `/json/fantasy/${name}.json`, headers });

async function processStats(kicks: number, status: "playing" | "complete" = "playing", at = FIRST_BOUNCE) {
	const lines = [{ playerId: 1001, squadId: 11, stats: buildStatLine({ K: kicks, HO: 1 }) }];
	const loaded = snapshot;
	if (!loaded) throw new Error("No season");
	const payload = createPayload("101", [{ matchId: 101, status, minutes: kicks, lines }]);
	await processPayload(payload, createTestFeed(), {
		db: database.db,
		currentSeason: () => loaded,
		clocks: createFixedClocks(at),
	});
	snapshot = await loadShownSeason(database.db);
	await files.refresh();
}

test("every file matches the contract", async () => {
	const schemas = {
		rounds: roundsFile,
		players: playersFile,
		squads: squadsFile,
		countries: countriesFile,
		checksums: checksumsFile,
		season: seasonFile,
	};
	for (const [name, schema] of Object.entries(schemas)) {
		const response = await get(name);
		expect(schema.safeParse(response.json()).error, name).toBeUndefined();
		expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
	}
	expect((await get("countries")).json()).toContainEqual({ code: "AU", name: "Australia" });
	expect((await get("rounds")).json()[0]).toMatchObject({
		id: 1,
		status: "scheduled",
		isGrandFinal: false,
		byeSquads: [15, 16],
		startDate: "2026-08-28T09:00:00.000Z",
		endDate: "2026-08-29T09:00:00.000Z",
	});
});

test("a file has an ETag per encoding and the same content", async () => {
	const plain = await get("players");
	const brotli = await get("players", { "accept-encoding": "gzip, br" });
	expect(brotli.headers["content-encoding"]).toBe("br");
	expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
	expect(plain.headers.etag).toMatch(/^"[^"]+"$/);
	expect(brotli.headers.etag).not.toBe(plain.headers.etag);
	expect(plain.headers.vary).toBe("accept-encoding");
	const again = await get("players", { "if-none-match": `"other", ${plain.headers.etag}` });
	expect([again.statusCode, again.body]).toEqual([304, ""]);
	expect((await get("players", { "if-none-match": String(brotli.headers.etag) })).statusCode).toBe(200);
	expect((await get("players", { "accept-encoding": "br;q=0" })).headers["content-encoding"]).toBeUndefined();
});

test("new stats change the players, rounds and match files only", async () => {
	const before = (await get("checksums")).json();
	changes.length = 0;
	await processStats(4);
	const after = (await get("checksums")).json();
	const names = ["rounds", "players", "matches/101", "matches/102"];
	expect(changes).toEqual([names]);
	expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(names);
	const [player] = (await get("players")).json();
	expect(player).toMatchObject({ id: 1001, locked: true, cost_season_diff: 0 });
	expect(player.stats).toMatchObject({
		scores: { 1: 13 },
		roundPoints: 13,
		roundRank: 1,
		seasonRank: 1,
		gamesPlayed: 0,
	});
});

test("a first match counts at once only in highest and ranks (D1.3.35, D1.3.36)", async () => {
	const [player, other] = (await get("players")).json();
	// She has 13 points in her first match, which is being played.
	expect(player.stats).toMatchObject({
		highestScore: 13,
		lowestScore: 0,
		gamesPlayed: 0,
		roundPoints: 13,
		roundRank: 1,
		seasonRank: 1,
		costPerPoint: null,
	});
	expect(other.stats).toMatchObject({
		gamesPlayed: 0,
		roundPoints: null,
		roundRank: null,
		seasonRank: null,
		costPerPoint: null,
	});
});

test("the files list countries, rounds with matches, players, squads and checksums (D1.7.26, D1.7.27, D1.7.28, D1.7.29, D1.7.30)", async () => {
	const read = async (name: string) => (await get(name)).json();
	const [countries, rounds, players, squads, checksums] = await Promise.all(
		["countries", "rounds", "players", "squads", "checksums"].map(read),
	);
	expect(countries).toContainEqual({ code: "AU", name: "Australia" });
	expect(countries).toContainEqual({ code: "NZ", name: "New Zealand" });
	expect(rounds.map((round: { tournaments: { id: number }[] }) => round.tournaments.map(({ id }) => id))).toEqual([
		[101, 102],
		[201, 202],
		[301, 302],
	]);
	expect(players).toHaveLength(72);
	expect(players[0]).toMatchObject({ id: 1001, cost: 498_000, stats: { totalPoints: 13 } });
	expect(squads.map(({ id }: { id: number }) => id)).toEqual([11, 12, 13, 14, 15, 16]);
	for (const name of ["rounds", "players", "squads", "countries"]) expect(checksums[name], name).toMatch(/^[\w-]{22}$/);
	expect(new Set(Object.values(checksums)).size).toBe(Object.keys(checksums).length);
});

test("nothing is built when nothing has changed", async () => {
	const before = files.current();
	await files.refresh();
	expect(files.current()).toBe(before);
});

test("players lock in the file with their match or round (D1.4.16)", async () => {
	const listLockedSquads = async () =>
		new Set(
			(await get("players"))
				.json()
				.filter((row: { locked: boolean }) => row.locked)
				.map((row: { squadId: number }) => row.squadId),
		);
	expect(await listLockedSquads()).toEqual(new Set([11, 12, 15, 16]));
	clocks.set(FIRST_BOUNCE + DAY);
	changes.length = 0;
	await files.refresh();
	expect(await listLockedSquads()).toEqual(new Set([11, 12, 13, 14, 15, 16]));
	expect(changes).toEqual([["players"]]);
});

test("a player's file lists her matches with stats and points (D1.3.37, D1.3.38, D1.1.22, D1.7.31)", async () => {
	const first = await get("player_stats/1001");
	expect(playerStatsFile.parse(first.json())).toEqual([
		{
			roundId: 1,
			matchId: 101,
			opponentId: 12,
			points: 13,
			stats: { ...EMPTY_STAT_LINE, TOG: 80, K: 4, HO: 1 },
		},
	]);
	expect(first.json()[0].stats).toMatchObject({ TOG: 80, K: 4, H: 0, M: 0, T: 0, FF: 0, FA: 0, HO: 1, G: 0, B: 0 });
	clocks.set(FIRST_BOUNCE + DAY + 2 * HOUR);
	await processStats(6);
	expect((await get("player_stats/1001")).json()[0].points).toBe(19);
	expect((await get("player_stats/1001", { "if-none-match": String(first.headers.etag) })).statusCode).toBe(200);
	expect((await get("player_stats/1002")).json()).toEqual([]);
	for (const name of ["player_stats/999999", "player_stats/x", "nothing"])
		expect((await get(name)).statusCode, name).toBe(404);
});

test("the totals leave out the match being played", async () => {
	expect(playerTotalsFile.parse((await get("player_totals")).json())).toEqual([]);
});

test("a round has id, status, dates, matches and byes (D1.3.10, D1.3.11, D1.3.12, D1.3.13, D1.3.14)", async () => {
	const rounds = roundsFile.parse((await get("rounds")).json());
	expect(rounds.map(({ id }) => id)).toEqual([1, 2, 3]);
	expect(rounds[1]).toMatchObject({
		id: 2,
		status: "scheduled",
		startDate: "2026-09-04T09:00:00.000Z",
		endDate: "2026-09-05T09:00:00.000Z",
		byeSquads: [11, 12],
		theme: null,
		isGrandFinal: false,
	});
	expect(rounds[0]?.status).toBe("playing");
	expect(rounds[1]?.tournaments.map(({ id, homeSquadId, awaySquadId }) => [id, homeSquadId, awaySquadId])).toEqual([
		[201, 13, 14],
		[202, 15, 16],
	]);
});

test("rounds and matches have only the specified statuses (D2.3.39, D2.3.40, D2.3.41)", async () => {
	const [round] = roundsFile.parse((await get("rounds")).json());
	const isValid = (status: string, matchStatus: string) =>
		roundsFile.safeParse([{ ...round, status, tournaments: [{ ...round?.tournaments[0], status: matchStatus }] }])
			.success;
	for (const status of ["scheduled", "playing", "complete"]) expect(isValid(status, "partial")).toBe(true);
	for (const status of ["partial", "soft-locked", ""]) expect(isValid(status, "partial")).toBe(false);
	for (const status of ["scheduled", "playing", "partial", "complete"]) expect(isValid("playing", status)).toBe(true);
	for (const { query } of [showRankings, showLeagueLadder])
		expect(query.parse({ leagueId: 1 })).toMatchObject({ roundId: 0 });
});

test("a match has id, start, squads and status, which may be partial (D1.3.15, D1.3.16)", async () => {
	const [round] = roundsFile.parse((await get("rounds")).json());
	const statuses = ["scheduled", "playing", "complete", "partial"];
	const match = round?.tournaments[0];
	expect(match).toMatchObject({ id: 101, date: "2026-08-28T09:00:00.000Z", homeSquadId: 11, awaySquadId: 12 });
	expect(round?.tournaments.map(({ status }) => status)).toEqual(["playing", "scheduled"]);
	const parseWithStatus = (status: string) =>
		roundsFile.safeParse([{ ...round, tournaments: [{ ...match, status }] }]).success;
	expect(statuses.map(parseWithStatus)).toEqual([true, true, true, true]);
	expect(parseWithStatus("postponed")).toBe(false);
});

test("squads have id, name, abbreviation and image version (D1.3.17, D1.7.33)", async () => {
	const squads = squadsFile.parse((await get("squads")).json());
	expect(squads[0]).toEqual({ id: 11, name: "Squad 11", abbreviation: "S11", imageVersion: 0 });
});

test("a match and round become complete in the file, with theme (D1.3.11, D1.9.23, D2.3.39, D2.3.40, D2.3.41)", async () => {
	await processStats(12, "complete", FIRST_BOUNCE + 2 * HOUR);
	const { db } = database;
	await db
		.updateTable("rounds")
		.set({ status: "complete", published_at: new Date(FIRST_BOUNCE + 2 * DAY) })
		.where("id", "=", 1)
		.execute();
	await db
		.updateTable("matches")
		.set({ starts_at: new Date("2025-08-29T09:00:00Z") })
		.where("round_id", "=", 3)
		.execute();
	snapshot = await loadShownSeason(db);
	await files.refresh();
	const rounds = roundsFile.parse((await get("rounds")).json());
	expect(rounds.map(({ id, status, theme }) => [id, status, theme])).toEqual([
		[1, "complete", null],
		[2, "scheduled", null],
		[3, "scheduled", "indigenous"],
	]);
	expect(rounds[0]?.tournaments.map(({ status }) => status)).toEqual(["complete", "scheduled"]);
});

test("a match that is over counts in totals, lowest and games (D1.3.35, D1.3.36)", async () => {
	const [only, ...others] = playerTotalsFile.parse((await get("player_totals")).json());
	expect(only).toMatchObject({ id: 1001, games: 1, stats: { K: 12, HO: 1, TOG: 80 } });
	expect(others).toEqual([]);
	// She cost 498,000 and has 37 points.
	const [player] = (await get("players")).json();
	expect(player.stats).toMatchObject({ highestScore: 37, lowestScore: 37, gamesPlayed: 1, costPerPoint: 13_459 });
});

test("stats of a final after the last round are in no file", async () => {
	const { db } = database;
	const rules = JSON.stringify({ ...snapshot?.rules, lastRound: 2 });
	await db.updateTable("seasons").set({ rules }).execute();
	await db.updateTable("matches").set({ round_id: 3 }).where("id", "=", 101).execute();
	snapshot = await loadShownSeason(db);
	await files.refresh();
	expect((await get("player_totals")).json()).toEqual([]);
	expect((await get("player_stats/1001")).json()).toEqual([]);
});
