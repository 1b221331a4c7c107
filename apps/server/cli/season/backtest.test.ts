import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { getSeason2023Path } from "../../../../testing/rules/season-2023.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";

const folder = getSeason2023Path();
const lineups = path.join(folder, "lineups_round1.csv");
const scratch = mkdtempSync(path.join(tmpdir(), "first-bounce-backtest-"));
afterAll(() => rmSync(scratch, { recursive: true }));
const out = path.join(scratch, "out.json");

const runBacktest = (...args: string[]) => runFb(["backtest", ...args]);

function write(name: string, text: string): string {
	const file = path.join(scratch, name);
	writeFileSync(file, text);
	return file;
}

test("a back-test writes every decision of the season, with documented fields", async () => {
	const args = [folder, "--strategy", "autofill", "--start", lineups, "--team", "20", "--out", out];
	expect(await runBacktest(...args)).toMatchObject({ code: 0 });
	const result = JSON.parse(readFileSync(out, "utf8"));
	expect(Object.keys(result)).toEqual(["total", "rounds", "projections"]);
	expect(result.rounds).toHaveLength(10);
	expect(Object.keys(result.rounds[4])).toEqual([
		"round",
		"lineup",
		"bench",
		"utility",
		"captain",
		"viceCaptain",
		"emergencies",
		"trades",
		"bank",
		"points",
	]);
	expect(Object.keys(result.projections[0])).toEqual(["round", "player", "estimate", "low", "high"]);
	expect(readdirSync(scratch).filter((file) => file.startsWith("out.json"))).toEqual(["out.json"]);
	rmSync(out);
}, 120_000);

const [header = "", team1 = ""] = readFileSync(lineups, "utf8").split("\n");

test.each([
	["a missing season", ["nowhere"], 1, "nowhere: is not a folder\n1 problem: nothing was played.\n"],
	[
		"a strategy that does not exist",
		[folder, "--strategy", "luck"],
		2,
		"Allowed choices are autofill, planner, coach.",
	],
	["a seed that is not a number", [folder, "--seed", "x"], 2, "Not a whole number."],
	["line-ups without a team", [folder, "--start", lineups], 2, "--start and --team belong together"],
	["a team that is not in the file", [folder, "--start", lineups, "--team", "9999"], 1, "has no team 9999"],
	["missing line-ups", [folder, "--start", "none.csv", "--team", "1"], 1, "none.csv: is missing"],
	[
		"a share above 1",
		[folder, "--ownership", write("shares.csv", "player,share\n1005279,1.5\n7,0.5\n1005279,0.1\n")],
		1,
		/shares\.csv:2: share is not a number from 0 to 1 \(1\.5\)\n.*:3: unknown player 7\n.*:4: player 1005279 is a duplicate\n3 problems/,
	],
	[
		"a player in a line that is not hers",
		[folder, "--start", write("wrong.csv", `${header}\n${team1.replace("997736", "296137")}\n`), "--team", "1"],
		1,
		/wrong\.csv:2: player 296137 of team 1 is a FWD and cannot play DEF/,
	],
])("%s is refused, and nothing is written", async (_, args, code, words) => {
	const refused = await runBacktest(...args, "--out", out);
	expect(refused.code).toBe(code);
	expect(refused.err).toMatch(words);
	expect(existsSync(out)).toBe(false);
});
