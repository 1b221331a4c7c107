import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { computeElimination } from "@first-bounce/rules/elimination/elimination";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getSeason2023Path } from "../../../../../testing/rules/season-2023.ts";
import { copyFirstRounds } from "../../../../../testing/season/season-2023.ts";
import { type Replay, replaySeason } from "./replay.ts";

const folder = getSeason2023Path();
const lineups = path.join(folder, "lineups_round1.csv");

const readRows = (file: string) => {
	const [header = "", ...rows] = readFileSync(path.join(folder, file), "utf8").trim().split(/\r?\n/);
	const columns = header.split(",");
	return rows.map((row) => Object.fromEntries(row.split(",").map((cell, index) => [columns[index] ?? "", cell])));
};

const scratch = mkdtempSync(path.join(tmpdir(), "first-bounce-lineups-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("the real season of 2023, replayed", () => {
	let replay: Replay;
	const progress: string[] = [];
	beforeAll(async () => {
		const eleven = path.join(scratch, "eleven.csv");
		writeFileSync(eleven, readFileSync(lineups, "utf8").split("\n").slice(0, 12).join("\n"));
		const files = Array.from({ length: 10 }, (_, index) => ({
			file: index === 0 ? lineups : eleven,
			roundId: index + 1,
		}));
		replay = await replaySeason(folder, files, (line) => progress.push(line));
	});

	test("500 of 500 teams have exactly the points that were published", () => {
		const teams = replay.result?.rounds.find(({ round }) => round === 1)?.teams ?? [];
		const published = readRows("lineups_round1.csv").map((row) => [Number(row.team), Number(row.round1_points)]);
		expect(published).toHaveLength(500);
		expect(teams.map(({ team, points }) => [team, points])).toEqual(published);
	});

	test("teams rank by points, then by place in the file", () => {
		const teams = replay.result?.rounds[0]?.teams ?? [];
		const expected = teams
			.map(({ team, points }, place) => ({ team, points, place }))
			.sort((a, b) => b.points - a.points || a.place - b.place);
		expect(teams.toSorted((a, b) => a.rank - b.rank).map(({ team }) => team)).toEqual(expected.map(({ team }) => team));
		expect(teams.map(({ rank }) => rank).sort((a, b) => a - b)).toEqual(teams.map((_, index) => index + 1));
	});

	test("prices at least 375 of 378 players within $2,000", () => {
		const played = new Set(
			readRows("stats.csv").flatMap((row) => (row.round_id === "1" ? [Number(row.player_id)] : [])),
		);
		const published = new Map(readRows("players.csv").map((row) => [Number(row.id), Number(row.round2_price)]));
		const errors = (replay.result?.prices ?? [])
			.filter(({ round, player }) => round === 2 && played.has(player))
			.map(({ player, price }) => Math.abs(price - (published.get(player) ?? 0)));
		expect(errors).toHaveLength(378);
		expect(errors.filter((error) => error <= 2_000).length).toBeGreaterThanOrEqual(375);
	});

	test("prices are listed from round 2, signings from their first", () => {
		const { prices = [], magicNumbers = [] } = replay.result ?? {};
		expect([...new Set(prices.map(({ round }) => round))]).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
		expect(prices.filter(({ round }) => round === 4)).toHaveLength(565);
		expect(prices.filter(({ round }) => round === 11)).toHaveLength(573);
		expect(prices.find(({ round, player }) => round === 5 && player === 1014373)?.price).toBe(300_000);
		expect(magicNumbers.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
		expect(Math.abs((magicNumbers[0]?.value ?? 0) - 12_042)).toBeLessThan(10);
	});

	test.each([
		{
			size: 11,
			winner: 5,
			out: [
				[11, 1162],
				[7, 1031],
				[2, 1187],
				[9, 1166],
				[10, 1042],
				[8, 1089],
				[4, 1169],
				[6, 1284],
				[1, 1184],
				[3, 1397],
			],
		},
		{
			size: 8,
			winner: 3,
			out: [
				[5, 1166],
				[7, 1031],
				[2, 1187],
				[1, 1196],
				[8, 1078],
				[4, 1228],
				[6, 1222],
			],
		},
	])("an elimination league of $size teams ends as computed independently [D2.1.70]", ({ size, out, winner }) => {
		const published = (replay.result?.rounds ?? []).map(({ round, teams }) => ({
			roundId: round,
			points: new Map(teams.map(({ team, points }) => [team, points])),
		}));
		const teams = Array.from({ length: size }, (_, team) => ({ teamId: team + 1, joinedNo: team, leftInRound: null }));
		const league = computeElimination(teams, { published, live: null, startId: 1, lastRound: 10 });
		expect(league.out.map(({ teamId, points }) => [teamId, points])).toEqual(out);
		expect([league.alive, league.winnerTeamId]).toEqual([[winner], winner]);
	});

	test("the replay reports its progress by round", () => {
		expect(progress.filter((line) => line.startsWith("Round "))).toHaveLength(10);
	});
});

describe("line-ups of other rounds and sources", () => {
	const firstRounds = path.join(scratch, "season");
	beforeAll(() => copyFirstRounds(3, firstRounds));
	const write = (name: string, text: string) => {
		const file = path.join(scratch, name);
		writeFileSync(file, text);
		return file;
	};
	const [header = "", first = "", second = ""] = readFileSync(lineups, "utf8").split("\n");

	test("a file's line-ups are played in its own round", async () => {
		const reversed = [header, first, second].map((line) => line.split(",").reverse().join(","));
		const files = [
			{ file: write("round2.csv", `\uFEFF${reversed.join("\r\n")}\r\n`), roundId: 2 },
			{ file: write("round1.csv", [header, second, first].join("\n")), roundId: 1 },
		];
		const { result, problems } = await replaySeason(firstRounds, files, () => undefined);
		expect(problems).toEqual([]);
		expect(result?.rounds[0]?.teams.map(({ team, points }) => [team, points])).toEqual([
			[2, 1212],
			[1, 1297],
		]);
		expect(result?.rounds[1]?.teams.map(({ team }) => team)).toEqual([1, 2]);
		expect(result?.rounds.slice(2).flatMap(({ teams }) => teams)).toEqual([]);
	});

	test("an unknown id is reported and counts as absent", async () => {
		const file = write("stranger.csv", [header, first.replace("997736", "123")].join("\n"));
		const { result, unknownPlayers } = await replaySeason(firstRounds, [{ file, roundId: 1 }], () => undefined);
		expect(unknownPlayers).toEqual([{ file, line: 2, team: 1, playerId: 123 }]);
		const playerRow = readRows("stats.csv").find((row) => row.round_id === "1" && row.player_id === "997736");
		expect(result?.rounds[0]?.teams[0]?.points).toBe(1297 - Number(playerRow?.fantasy_points));
	});

	test("every problem of a line-up file is reported by line", async () => {
		const tooMany = second.replace("1012694", "1012694 1");
		const rows = [header, first.replace("997736", "ninety"), first, first, tooMany];
		const broken = write("broken.csv", rows.join("\n"));
		const { result, problems } = await replaySeason(folder, [{ file: broken, roundId: 1 }], () => undefined);
		expect(result).toBeNull();
		expect(problems).toEqual([
			{ file: broken, line: 2, message: "DEF has something that is not an id (ninety)" },
			{ file: broken, line: 3, message: "team 1 is a duplicate (first on line 2)" },
			{ file: broken, line: 4, message: "team 1 is a duplicate (first on line 2)" },
			{ file: broken, line: 5, message: "RUC has 2 players for 1 place" },
		]);
	});

	test("a round that the fantasy season does not play is refused", async () => {
		const { problems } = await replaySeason(folder, [{ file: lineups, roundId: 11 }], () => undefined);
		expect(problems.map(({ message }) => message)).toEqual(["the season has no home-and-away round 11"]);
	});
});
