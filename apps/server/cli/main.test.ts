import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { smallSeasonFolder } from "../testing/season-folder.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const dataDir = mkdtempSync(path.join(tmpdir(), "first-bounce-cli-"));
const folder = smallSeasonFolder();
afterAll(() => {
	rmSync(dataDir, { recursive: true });
	folder.discard();
});

async function fb(...args: string[]) {
	const child = spawn(process.execPath, [main, ...args], {
		env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { out, err, code };
}

test("every command has help with an example, and asking for it is no fault", async () => {
	const commands = [
		["season", "import"],
		["season", "generate"],
		["replay"],
		["operator", "add"],
		["operator", "remove"],
		["operator", "reset-totp"],
		["user", "sign-out"],
		["user", "list"],
		["user", "show"],
		["user", "reset-password"],
		["user", "deactivate"],
		...["list", "prices", "publish", "rerun-prices"].map((name) => ["round", name]),
		...["reschedule", "move", "abandon", "reinstate", "state"].map((name) => ["match", name]),
		...["show", "correct"].map((name) => ["stats", name]),
		...["list", "set", "depart", "return"].map((name) => ["player", name]),
		...["list", "show", "release", "dismiss"].map((name) => ["payload", name]),
		...["list", "show", "resend"].map((name) => ["mail", name]),
		...["show", "list", "withdraw"].map((name) => ["announce", name]),
		["name", "reset"],
		["audit"],
		["season", "close"],
		["season", "next"],
		["clock", "show"],
		["clock", "play"],
		["clock", "next"],
		["clock", "set"],
		["db", "migrate"],
	];
	const check = async (command: readonly string[]) => {
		const { out, code } = await fb(...command, "--help");
		expect([command, code]).toEqual([command, 0]);
		expect(out).toMatch(new RegExp(`Examples?:\\n.*fb -- ${command.join(" ")}`));
	};
	const each = commands.values();
	const checkOn = async () => {
		for (const command of each) await check(command);
	};
	await Promise.all([checkOn(), checkOn(), checkOn(), checkOn()]);
}, 90_000);

test("what is no command is told on stderr with exit code 2", async () => {
	for (const wrong of [
		["frobnicate"],
		["season", "improt"],
		["replay", folder.path],
		["clock", "play", "--speed", "fast"],
	]) {
		const { out, err, code } = await fb(...wrong);
		expect([wrong, code, out]).toEqual([wrong, 2, ""]);
		expect(err).toContain("error:");
	}
});

test("an import prints what it did; one with faults lists them on stderr with exit code 1", async () => {
	expect(await fb("season", "import", folder.path)).toMatchObject({
		code: 0,
		err: "",
		out: expect.stringContaining("2 stat lines added"),
	});
	folder.edit("stats.csv", (stats) => stats.replace(",80,60", ",,60"));
	const { code, out, err } = await fb("season", "import", folder.path, "--dry-run");
	expect([code, out]).toEqual([1, ""]);
	expect(err).toBe("stats.csv:2: tog_percentage is not a number (empty)\n1 fault: nothing was imported.\n");
	folder.edit("stats.csv", (stats) => stats);
});

test("the first operator gets an account, is listed and can be shut out", async () => {
	expect((await fb("operator", "add", "ada@example.org")).out).toMatch(
		/^ada@example\.org is an operator, with a new account\.\nPassword: \S{16}\nSet-up code: [A-Z0-9]{5}-[A-Z0-9]{5}\n/,
	);
	expect((await fb("user", "list")).out).toBe("1\tada@example.org\tSeason Operator\t(no team name yet)\toperator\n");
	expect((await fb("user", "deactivate", "ada@example.org")).code).toBe(0);
	expect((await fb("user", "show", "1")).out).toContain("operator\tdeactivated");
	expect(await fb("user", "show", "nobody@example.org")).toMatchObject({
		code: 1,
		err: "No account is nobody@example.org.\n",
	});
});

test("a replay writes its file, tells its progress on stderr, and leaves this installation alone", async () => {
	const out = path.join(dataDir, "replay.json");
	const { code, err } = await fb("replay", folder.path, "--out", out);
	expect(code).toBe(0);
	expect(err).toContain("Round 2 of 2");
	expect(existsSync(out)).toBe(true);
	expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
		rounds: [
			{ round: 1, teams: [] },
			{ round: 2, teams: [] },
		],
		magicNumbers: [{ round: 1 }, { round: 2 }],
	});
});

test.each([
	["a folder that is not there", "nowhere/replay.json", /nowhere\/replay\.json cannot be written: there is no folder /],
	["a folder", ".", /cannot be written: it is a folder/],
])("a replay into %s is refused before it begins", async (_, name, words) => {
	const { code, err } = await fb("replay", folder.path, "--out", path.join(dataDir, name));
	expect([code, err.split("\n").length]).toEqual([1, 2]);
	expect(err).toMatch(words);
});
