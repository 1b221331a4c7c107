import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getSeason2023Path } from "../../../testing/rules/season-2023.ts";
import { createSeasonFolder } from "../../../testing/season/season-folder.ts";
import { runFb } from "../../../testing/server/run-fb.ts";
import { type Database, openDatabase } from "../db/open.ts";
import { setClock } from "../features/seasons/current/set-clock.ts";
import { createProgram } from "./program.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const dataDir = mkdtempSync(path.join(tmpdir(), "first-bounce-cli-"));
const folder = createSeasonFolder();
/** The installation's database, already running. */
let database: Database;
beforeAll(async () => {
	database = await openDatabase({ databaseUrl: null, dataDir });
});
afterAll(async () => {
	await database?.close();
	rmSync(dataDir, { recursive: true });
	folder.discard();
});

const fb = (...args: string[]) => runFbWith({}, ...args);

async function runFbWith(settings: NodeJS.ProcessEnv, ...args: string[]) {
	for (const [name, value] of Object.entries({ DATA_DIR: dataDir, DATABASE_URL: undefined, ...settings }))
		vi.stubEnv(name, value);
	return runFb(args).finally(() => vi.unstubAllEnvs());
}

/** Runs a command in its own process. */
async function runFbProcess(...args: string[]) {
	const child = spawn(process.execPath, [main, ...args], {
		env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { out, err, code };
}

/** Lists all runnable commands with their full names, such as `season import`. */
function listCommands(command: Command, words: readonly string[] = []): [words: string, Command][] {
	const under = command.commands.flatMap((command) => listCommands(command, [...words, command.name()]));
	return under.length > 0 ? under : [[words.join(" "), command]];
}

test("output to a full disk fails a command in one line", () => {
	const full = openSync("/dev/full", "w");
	const { status, stderr } = spawnSync(process.execPath, [main, "--help"], { stdio: ["ignore", full, "pipe"] });
	closeSync(full);
	expect([status, String(stderr)]).toEqual([1, "The output cannot be written: the disk is full.\n"]);
});

test("every command has help with an example", async () => {
	const commands = listCommands(await createProgram());
	expect(commands.length).toBeGreaterThan(50);
	for (const [words, command] of commands) {
		const out: string[] = [];
		command.configureOutput({ writeOut: (text) => out.push(text) }).outputHelp();
		expect(out.join("")).toMatch(new RegExp(`Examples?:\\n.*fb -- ${words}`));
	}
	expect((await fb("rehearse", "--help")).out).toContain("stop after N rounds (default: all)");
});

test("help shows commands as fb was started, by npm or directly", async () => {
	const { code, out } = await runFbProcess("season", "import", "--help");
	expect(code).toBe(0);
	expect(out).toContain("  fb season import ./season-2026 --dry-run\n");
	expect((await runFbWith({ npm_lifecycle_event: "fb" }, "season", "import", "--help")).out).toContain(
		"  npm run -s fb -- season import ./season-2026 --dry-run\n",
	);
	expect((await fb("--help")).out).toMatch(/^Usage: fb <command>\n/);
	expect((await runFbProcess("season")).err).not.toContain("npm run");
});

test("the version is that of the release", async () => {
	const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../../package.json"), "utf8"));
	expect(await fb("--version")).toMatchObject({ code: 0, out: `${version}\n` });
});

test("a chosen command is created without the others", async () => {
	const { commands } = await createProgram();
	expect(commands.length).toBeGreaterThan(25);
	for (const command of commands)
		expect((await createProgram(command.name())).commands.map((loaded) => loaded.name())).toEqual([command.name()]);
});

test("unknown commands and invalid options are reported with exit code 2", async () => {
	for (const invalidArgs of [
		["frobnicate"],
		["season", "improt"],
		["replay", folder.path],
		["clock", "play", "--speed", "fast"],
	]) {
		const { out, err, code } = await fb(...invalidArgs);
		expect([invalidArgs, code, out]).toEqual([invalidArgs, 2, ""]);
		expect(err).toContain("error:");
	}
	expect(await runFbProcess("frobnicate")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("error:") });
});

test("a command reports in one line that there is no season", async () => {
	const { code, out, err } = await runFbProcess("round", "list");
	expect([code, out]).toEqual([1, ""]);
	expect(err).toMatch(/^There is no current season\. Import one with "season import", [^\n]*\n$/);
	expect((await fb("status")).out).toContain("waiting\tquarantined\t0\n");
});

test("an import prints its changes, or its problems with exit code 1", async () => {
	expect(await fb("season", "import", folder.path)).toMatchObject({
		code: 0,
		err: "",
		out: expect.stringContaining("2 stat lines added"),
	});
	folder.edit("stats.csv", (stats) => stats.replace(",80,60", ",x,60"));
	const { code, out, err } = await fb("season", "import", folder.path, "--dry-run");
	expect([code, out]).toEqual([1, ""]);
	expect(err).toBe("stats.csv:2: tog_percentage is not a number (x)\n1 problem: nothing was imported.\n");
	folder.edit("stats.csv", (stats) => stats);
});

const REASON = ["--reason", "as the club announced"];

test("a player is added, changed and given a photo, with audit entries (D2.9.57, D2.9.238)", async () => {
	// Between rounds 1 and 2 of the folder.
	await setClock(database.db, { seasonAt: Date.parse("2026-09-01T00:00:00Z"), speed: 0 }, Date.now());
	const details = ["--first-name", "Dot", "--last-name", "Rill", "--squad-id", "20", "--positions", "MID/FWD"];
	const add = (price: string) => fb("player", "add", "9", ...details, "--price", price, "--from-round", "2", ...REASON);
	expect((await add("12345678")).err).toBe("Prices must be multiples of $1,000\n");
	const signed = await add("320000");
	expect(signed).toEqual({ code: 0, err: "", out: "9\tDot Rill\t20\tMID/FWD\tuncertain\t320000\n" });
	expect(await fb("player", "set", "9", "--squad-id", "10", ...REASON)).toEqual({
		code: 1,
		err: "Dot Rill cannot change clubs yet: Ranges is locked until round 1 is published. Change her club after that\n",
		out: "",
	});
	expect((await fb("player", "set", "9", "--status", "injured", ...REASON)).out).toBe(
		"9\tDot Rill\t20\tMID/FWD\tinjured\t320000\n",
	);
	const picture = folder.write(
		"dot.png",
		await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
			.png()
			.toBuffer(),
	);
	expect((await fb("player", "photo", "9", picture, ...REASON)).out).toBe("Player 9 has photo 1.\n");
	expect((await fb("player", "photo", "9", ...REASON)).out).toBe("Player 9 has no photo.\n");
	expect(await fb("player", "photo", "9", "nowhere.png", ...REASON)).toMatchObject({
		code: 1,
		err: "nowhere.png cannot be read: it does not exist.\n",
	});
	expect((await fb("player", "set", "9", "--status", "injured", "--reason", "x")).code).toBe(2);
	expect((await fb("player", "set", "rill, dot", "--status", "playing", ...REASON)).out).toMatch(
		/^9\tDot Rill\t.*playing/,
	);
	expect(await fb("player", "set", "Dott Ril", "--status", "playing", ...REASON)).toEqual({
		code: 1,
		out: "",
		err: "No player is called Dott Ril. Players with a similar name and their ids:\n9\tDot Rill\tRanges\n",
	});
	expect(await fb("player", "set", "Zzz", "--status", "playing", ...REASON)).toMatchObject({
		code: 1,
		err: 'No player is called Zzz, and none has a similar name. "player list" shows them.\n',
	});
	const tooEarly = await fb("player", "set", "9", "--positions", "RUC", "--positions-from-round", "1", ...REASON);
	expect(tooEarly).toEqual({ code: 1, out: "", err: "Choose a round that has not started\n" });
	const tooLate = await fb("player", "set", "9", "--squad-id", "20", "--squad-from-round", "9", ...REASON);
	expect(tooLate).toEqual({ code: 1, out: "", err: "A new club counts from round 1 at the latest\n" });
	const { out } = await fb("audit", "--search", "player:7:9");
	expect(out.match(/as the club announced/g)).toHaveLength(5);
	await setClock(database.db, { seasonAt: Date.now(), speed: 1 }, Date.now());
});

test("an injury list is previewed, saved and undone without inexact names (D2.9.95, D2.9.96, D2.9.99)", async () => {
	const file = path.join(dataDir, "injuries.tsv");
	writeFileSync(file, "Player\tClub\tInjury\tReturn\nAda Reef\t10\tKnee\t2 weeks\nBee Cliff\t\tHip\tTest\n");
	const preview = await fb("availability", "import", file, "--dry-run", ...REASON);
	expect(preview.code).toBe(0);
	expect(preview.err).toContain("Line 2: Ada Reef · 10 · Knee · 2 weeks: the club is not known, left out.");
	expect(preview.err).toContain("Line 3: Bee Cliff · Hip · Test: no player has that name, left out.");
	expect(preview.out).toBe("0 changed, 0 unchanged\nNothing was saved.\n");
	const refused = await fb("availability", "import", file, ...REASON);
	expect([refused.code, refused.err.trim().split("\n").at(-1)]).toEqual([
		1,
		"The list names no player clearly: nothing was saved.",
	]);
	const decided = await fb("availability", "import", file, "--decide", "2=1", "--decide", "3=2", ...REASON);
	expect(decided.out).toBe(
		[
			"1\tAda Reef\tuncertain → injured (Knee · 2 weeks)\tline 2",
			"2\tBea Cliff\tuncertain → uncertain (Hip · Test)\tline 3",
			"2 changed, 0 unchanged",
			"Import 1 is saved.",
			"",
		].join("\n"),
	);
	expect((await fb("player", "list", "--search", "reef")).out).toContain("injured");
	expect((await fb("availability", "undo", "1", ...REASON)).out).toBe("Import 1 is undone for 2 of 2 players.\n");
	expect((await fb("player", "list", "--search", "reef")).out).toContain("uncertain");
	expect((await fb("availability", "import", file, "--decide", "two=1", ...REASON)).code).toBe(2);
	expect((await fb("availability", "import", "nowhere.csv", ...REASON)).code).toBe(1);
});

test("a decision that is not needed or not suggested is refused (D2.9.235)", async () => {
	const file = path.join(dataDir, "decisions.csv");
	writeFileSync(file, "Player,Club,Injury\nAda Reef,,Knee\nBee Clif,,Hip\nInjury list,,\n");
	const refusals = [
		["9=2", "Line 9 of the list does not exist or cannot be used; remove its decision\n"],
		["2=2", "Line 2 already matches Ada Reef; remove its decision\n"],
		["3=1", "Player 1 does not match line 3: her name is not similar, and she is not at its club\n"],
	] as const;
	for (const [decision, err] of refusals)
		expect(await fb("availability", "import", file, "--decide", decision, ...REASON)).toEqual({
			code: 1,
			out: "",
			err,
		});
	expect(
		(await fb("availability", "import", file, "--decide", "3=2", "--decide", "3=1", "--dry-run", ...REASON)).err,
	).toBe("Line 3 has two decisions\n");
	expect((await fb("audit", "--search", "availability-imported")).out.match(/as the club/g)).toHaveLength(1);
	const preview = await fb("availability", "import", file, "--dry-run", ...REASON);
	expect(preview.err).toContain("left out.\n  --decide 3=2 (Bea Cliff)\n");
	writeFileSync(file, "Player,Club,Injury\nZzz Qqq,Ranges,Hip\n");
	expect((await fb("availability", "import", file, "--dry-run", ...REASON)).err).toBe(
		"Line 2: Zzz Qqq · Ranges · Hip: no player has that name, left out.\n",
	);
	const nickname = await fb("availability", "import", file, "--decide", "2=2", "--dry-run", ...REASON);
	expect(nickname.err).toBe('Line 2: "Zzz Qqq · Ranges · Hip" will be Bea Cliff, whose name is not similar.\n');
	expect(nickname.out).toContain("line 2\n1 changed, 0 unchanged\n");
});

test("photos of a folder are matched, saved once and undone (D2.9.111, D2.9.113, D2.9.114)", async () => {
	const photos = path.join(dataDir, "photos");
	mkdirSync(path.join(photos, "defenders"), { recursive: true });
	const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: "#c30" } });
	await picture.png().toFile(path.join(photos, "defenders", "1.png"));
	writeFileSync(path.join(photos, "bea-cliff.jpg"), "no picture");
	writeFileSync(path.join(photos, "nobody.jpg"), "no picture");
	const preview = await fb("photos", "import", photos, "--dry-run", ...REASON);
	expect(preview.out.trim().split("\n").toSorted()).toEqual([
		"1 matched, 2 left out",
		"Nothing was saved.",
		"defenders/1.png\t1\tAda Reef\tnew",
	]);
	expect(preview.err.trim().split("\n").toSorted()).toEqual([
		"bea-cliff.jpg: Send the picture as PNG, JPEG or WebP, left out.",
		"nobody.jpg: no player has that id or name, left out.",
	]);
	const imported = await fb("photos", "import", photos, ...REASON);
	const id = /Import (\d+) is saved: 1 photos?\.\n$/.exec(imported.out)?.[1] ?? "";
	expect([imported.code, id]).toEqual([0, expect.stringMatching(/^\d+$/)]);
	expect(imported.err).toBe(preview.err);
	expect(imported.out).toContain("1 matched, 2 left out\n");
	expect((await fb("photos", "import", photos, ...REASON)).out).toMatch(
		/defenders\/1\.png\t1\tAda Reef\tunchanged\n[\s\S]*No photo is new: nothing was saved\.\n$/,
	);
	expect((await fb("photos", "undo", id, ...REASON)).out).toBe(`Import ${id} is undone for 1 of 1 player.\n`);
	const settings = { MEDIA_URL: "s3://key:secret@127.0.0.1:1/pictures" };
	const refused = await runFbWith(settings, "photos", "import", photos, ...REASON);
	expect([refused.code, refused.err.trim().split("\n").at(-1)]).toEqual([
		1,
		expect.stringMatching(/^Cannot write file at location "players\/\S+": connect ECONNREFUSED 127\.0\.0\.1:1\.$/),
	]);
	expect(await runFbWith(settings, "backup", "--to", path.join(dataDir, "backup.tar.gz"))).toEqual({
		code: 1,
		out: "",
		err: "The pictures cannot be listed: connect ECONNREFUSED 127.0.0.1:1\n",
	});
	rmSync(path.join(photos, "defenders"), { recursive: true });
	const unusable = await fb("photos", "import", photos, ...REASON);
	expect([unusable.code, unusable.err.trim().split("\n").at(-1)]).toEqual([
		1,
		"No photo could be used: nothing was saved.",
	]);
	const misspelt = path.join(dataDir, "misspelt");
	mkdirSync(misspelt);
	writeFileSync(path.join(misspelt, "Ada Reeve.png"), "no picture");
	expect((await fb("photos", "import", misspelt, "--dry-run", ...REASON)).err).toBe(
		"Ada Reeve.png: no player has that id or name, left out. Perhaps Ada Reef (1).\n",
	);
	expect(await fb("photos", "import", path.join(dataDir, "nowhere"), ...REASON)).toMatchObject({
		code: 1,
		err: `${path.join(dataDir, "nowhere")} cannot be read: it does not exist.\n`,
	});
	const broken = path.join(dataDir, "photos.zip");
	writeFileSync(broken, "PK and nothing else");
	expect(await fb("photos", "import", broken, ...REASON)).toMatchObject({
		code: 1,
		err: `${broken} is not a zip file, or is damaged.\n`,
	});
});

test("a club is given an image and loses it again", async () => {
	const picture = folder.write(
		"harbour.png",
		await sharp({ create: { width: 9, height: 12, channels: 3, background: "red" } })
			.png()
			.toBuffer(),
	);
	expect((await fb("squad", "image", "10", picture, ...REASON)).out).toBe("Squad 10 has image 1.\n");
	expect((await fb("squad", "list")).out).toBe("10\tHarbour\tHAR\timage 1\n20\tRanges\tRAN\tno image\n");
	expect((await fb("squad", "image", "10", ...REASON)).out).toBe("Squad 10 has no image.\n");
	expect(await fb("squad", "image", "99", picture, ...REASON)).toMatchObject({
		code: 1,
		err: "There is no such club this season\n",
	});
	const { out } = await fb("audit", "--search", "squad:7:10");
	expect(out.match(/as the club announced/g)).toHaveLength(2);
});

test("a stats file is applied from the command line like a payload", async () => {
	const header = readFileSync(path.join(folder.path, "stats.csv"), "utf8").split("\n")[0];
	const file = folder.write(
		"round-2.csv",
		`${header}\n102,2,1,10,10,5,4,3,0,1,2,0,0,80,60\n102,2,77,20,8,2,1,6,0,0,0,1,1,75,64\n`,
	);
	const { code, out } = await fb("stats", "upload", file, ...REASON);
	expect(code).toBe(0);
	expect(out).toMatch(/^Payload \d+ is applied\.\nline 3: player 77 is unknown and was skipped\n$/);
	expect(await fb("match", "announced")).toEqual({ code: 0, err: "", out: "" });
	expect((await fb("status")).out).toMatch(
		/^season\t7\tTwo squads\t[\s\S]*\nfeed\tcsv\t\S+\t1 payload\t0 in quarantine\n/,
	);
	expect(await fb("stats", "upload", folder.write("notes.txt", "x"), ...REASON)).toMatchObject({
		code: 1,
		err: "notes.txt: must be the name of a .csv file\n",
	});
});

test("the first operator gets an account, is listed and can be removed (D2.9.238)", async () => {
	expect((await fb("operator", "add", "ada@example.org")).out).toMatch(
		/^ada@example\.org is an operator, with a new account\.\nPassword: \S{16}\nSet-up code: [A-Z0-9]{5}-[A-Z0-9]{5}\n/,
	);
	expect((await fb("user", "list")).out).toBe(
		"1\tada@example.org\tSeason Operator\t(no team name yet)\toperator (owner)\n",
	);
	expect((await fb("operator", "list")).out).toBe(
		"1\tada@example.org\tSeason Operator\t(no team name yet)\toperator (owner)\tno second factor yet\n",
	);
	for (const command of [
		["user", "deactivate"],
		["operator", "remove"],
		["operator", "add", "--role", "viewer"],
	])
		expect(await fb(...command, "ada@example.org")).toEqual({
			code: 1,
			out: "",
			err: "This is the last owner. Make another operator an owner first\n",
		});
	expect(await fb("user", "show", "nobody@example.org")).toMatchObject({
		code: 1,
		err: "There is no account nobody@example.org.\n",
	});
});

test("an account with an unverified address becomes operator only by id", async () => {
	await fb("operator", "add", "bea@example.org");
	await fb("operator", "remove", "bea@example.org");
	expect(await fb("operator", "add", "bea@example.org")).toMatchObject({
		code: 1,
		out: "",
		err: expect.stringMatching(
			/^bea@example\.org is not verified, so anybody may have signed up with it\. If it is the right account, use its id:\n2\t/,
		),
	});
	expect((await fb("operator", "list")).out).not.toContain("bea@");
	expect((await fb("operator", "add", "2")).out).toContain("bea@example.org is an operator.");
	expect((await fb("user", "deactivate", "2", "--reason", "she asked for it")).code).toBe(0);
	expect((await fb("audit", "--search", "user-deactivated")).out).toContain("she asked for it");
	expect((await fb("user", "show", "2")).out).toContain("operator (owner)\tdeactivated");
});

test("a role is given, listed and changed [D2.9.531]", async () => {
	expect((await fb("operator", "add", "vi@example.org", "--role", "viewer")).out).toMatch(
		/^vi@example\.org is an operator \(viewer\), with a new account\.\nPassword: /,
	);
	expect(await fb("operator", "add", "vi@example.org", "--role", "match-day", "--reason", "round one")).toEqual({
		code: 0,
		err: "",
		out: "vi@example.org is an operator (match-day). The second factor stays as it is.\n",
	});
	expect((await fb("operator", "list")).out).toContain("\toperator (match-day)\tno second factor yet\n");
	expect((await fb("audit", "--search", "operator-role-changed")).out).toContain("round one");
	expect((await fb("operator", "add", "vi@example.org", "--role", "boss")).code).toBe(2);
	await fb("operator", "remove", "vi@example.org");
	await database.pool.query("DELETE FROM users WHERE email = 'vi@example.org'");
});

test("commands that would print a password need sign-in by password", async () => {
	const closed = { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "bounce" };
	await fb("operator", "add", "cy@example.org");
	expect(await runFbWith(closed, "operator", "add", "dot@example.org")).toEqual({
		code: 1,
		out: "",
		err: "Password sign-in is off. Sign in once through the identity provider, then add that account by its address or id; or start with LOCAL_LOGIN=on.\n",
	});
	expect((await fb("user", "list", "--search", "dot@")).out).toBe("");
	expect(await runFbWith(closed, "user", "reset-password", "cy@example.org")).toEqual({
		code: 1,
		out: "",
		err: "Password sign-in is off; start with LOCAL_LOGIN=on to allow it.\n",
	});
});

test("opening prices are last season's averages times 12,950", async () => {
	const out = path.join(dataDir, "prices.csv");
	const { code, out: printed } = await fb("season", "opening-prices", getSeason2023Path(), "--out", out);
	expect([code, printed]).toEqual([0, `573 players, 68 without a match: ${out}\n`]);
	const [header, ...rows] = readFileSync(out, "utf8").trim().split("\n");
	expect(header).toBe("player_id,first_name,last_name,matches,average,price");
	expect(rows).toHaveLength(573);
	expect(rows[0]).toBe("1005279,Ebony,Marinoff,10,128.5,1664000");
	expect(rows.at(-1)?.endsWith(",0,0,300000")).toBe(true);
});

test.each([
	["a stats file", ["stats", "upload", "."], "it is a folder"],
	["an injury list", ["availability", "import", "nowhere.csv"], "it does not exist"],
	["a photo", ["player", "photo", "1", "nowhere.png"], "it does not exist"],
	["a club's image", ["squad", "image", "10", "package.json/badge.png"], "it does not exist"],
])("%s that cannot be read is refused without an error code (D2.9.236)", async (_, args, reason) => {
	const { code, out, err } = await fb(...args, ...REASON);
	const file = args.at(-1);
	expect([code, out, err]).toEqual([1, "", `${file} cannot be read: ${reason}.\n`]);
});

test("a folder in place of a season's file is a named problem (D2.9.236)", async () => {
	const season = createSeasonFolder();
	rmSync(path.join(season.path, "players.csv"));
	mkdirSync(path.join(season.path, "players.csv"));
	expect((await fb("season", "import", season.path, "--dry-run")).err).toContain(
		"players.csv: cannot be read: it is a folder\n",
	);
	season.discard();
});

test.each([
	["a folder without a season", "nowhere", "refused.csv", /is not a folder\n1 problem: nothing was written\./],
	["a result file in a missing folder", "", "nowhere/prices.csv", /cannot be written: there is no folder /],
])("opening prices are refused for %s", async (_, season, file, words) => {
	const out = path.join(dataDir, file);
	const { code, err } = await fb("season", "opening-prices", season || getSeason2023Path(), "--out", out);
	expect([code, existsSync(out)]).toEqual([1, false]);
	expect(err).toMatch(words);
});

test("a replay writes its file and does not change this installation", async () => {
	const out = path.join(dataDir, "replay.json");
	const { code, err } = await runFbProcess("replay", folder.path, "--out", out);
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
	["a missing folder", "nowhere/replay.json", /nowhere\/replay\.json cannot be written: there is no folder /],
	["a folder", ".", /cannot be written: it is a folder/],
])("a replay into %s is refused before it starts", async (_, name, words) => {
	const { code, err } = await fb("replay", folder.path, "--out", path.join(dataDir, name));
	expect([code, err.split("\n").length]).toEqual([1, 2]);
	expect(err).toMatch(words);
});

test("an import is undone by its id, each change as a sentence (D2.9.52, D2.9.224)", async () => {
	folder.edit(
		"players.csv",
		(players) => `${players.replace("1,Ada,Reef", "1,Adah,Reef")}4,Late,Signing,10,MID,,400000,\n`,
	);
	expect((await fb("season", "import", folder.path)).code).toBe(0);
	folder.edit("players.csv", (players) => players);
	const listed = await fb("season", "undo");
	const getName = async () =>
		(await database.pool.query("SELECT first_name FROM players WHERE id = 1")).rows[0].first_name;
	expect(await getName()).toBe("Adah");
	const id = /^(\d+) .+command line/.exec(listed.out)?.[1] ?? "";
	expect(await fb("season", "undo", id, "--dry-run")).toEqual({
		code: 0,
		err: "",
		out: [
			"  Would remove Late Signing, who was added by the import",
			"  Would change the first name of Adah Reef back from Adah to Ada",
			"Dry run: nothing was written.",
			"",
		].join("\n"),
	});
	expect(await fb("season", "undo", id, "--reason", "the wrong files")).toEqual({
		code: 0,
		err: "",
		out: [
			"  Removed Late Signing, who was added by the import",
			"  Changed the first name of Adah Reef back from Adah to Ada",
			"Undone.",
			"",
		].join("\n"),
	});
	expect(await getName()).toBe("Ada");
});

/** Makes season 7 a demo with the demo manager and a bot, and nobody else. */
async function turnIntoDemo() {
	await database.pool.query("TRUNCATE users CASCADE");
	await database.pool.query("UPDATE seasons SET is_demo = true, is_current = true WHERE id = 7");
	await database.pool.query(`WITH people AS (
			INSERT INTO users (first_name, last_name, email, team_name, is_demo, is_bot, is_operator)
			VALUES ('Demo', 'Manager', 'demo@example.test', 'The First Bouncers', true, false, true),
				('Robot', 'One', 'robot@example.test', 'Robots', true, true, false)
			RETURNING id)
		INSERT INTO teams (season_id, user_id) SELECT 7, id FROM people`);
}
const addPerson = () =>
	database.pool.query(`WITH person AS (
			INSERT INTO users (first_name, last_name, email, team_name)
			VALUES ('Pat', 'Person', 'pat@example.test', 'Persons') RETURNING id)
		INSERT INTO teams (season_id, user_id) SELECT 7, id FROM person`);
const listSeasonIds = async (where: string) =>
	(await database.pool.query(`SELECT id FROM seasons WHERE ${where} ORDER BY id`)).rows.map(({ id }) => id);
const createNextFolder = (id: number) => {
	const nextFolder = createSeasonFolder();
	nextFolder.edit("season.json", (text) => text.replace('"id": 7', `"id": ${id}`).replace("Two squads", "Next season"));
	return nextFolder;
};

test("season next imports nothing until all rounds are complete (D2.9.223)", async () => {
	await database.pool.query("TRUNCATE users CASCADE");
	await addPerson();
	const nextFolder = createNextFolder(8);
	const open = { code: 1, out: "", err: "Two squads is not over: round 1 is still to be completed\n" };
	expect(await fb("season", "next", nextFolder.path)).toEqual(open);
	expect(await fb("season", "next", nextFolder.path, "--dry-run")).toEqual(open);
	expect(await listSeasonIds("true")).toEqual([7]);

	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 7");
	const { code, err, out } = await fb("season", "next", nextFolder.path, "--dry-run");
	expect([code, err]).toEqual([0, ""]);
	expect(out.split("\n").slice(0, 4)).toEqual([
		"Season 8, Next season: new, the current season",
		"  This ends season 7, Two squads. All 2 rounds are complete.",
		"      1 team and 0 leagues become read-only, and stay readable at /past-seasons",
		'      this cannot be undone: the only way back is a backup made before ("backup --to FILE-OR-FOLDER")',
	]);
	expect(out.endsWith("\nSeason 8 would be the current one; 1 empty team.\nDry run: nothing was written.\n")).toBe(
		true,
	);
	expect(await listSeasonIds("true")).toEqual([7]);
	await database.pool.query("UPDATE rounds SET status = 'scheduled', published_at = NULL WHERE season_id = 7");
	nextFolder.discard();
});

test("a demo without registered managers is replaced without --end-demo (D2.9.221)", async () => {
	await turnIntoDemo();
	const nextFolder = createNextFolder(8);
	await database.pool.query("UPDATE users SET is_operator = false");
	const { code, out } = await fb("season", "import", nextFolder.path);
	expect([code, out.split("\n").slice(1, 3)]).toEqual([
		0,
		[
			"  This ends the demo (season 7, Two squads). Round 1 of 2 is not complete.",
			"      2 teams (all of them the demo's own) and 0 leagues can no longer be played or seen",
		],
	]);
	expect(await listSeasonIds("is_current")).toEqual([8]);
	await database.pool.query("DELETE FROM stat_lines WHERE season_id = 8; DELETE FROM matches WHERE season_id = 8");
	await database.pool.query("DELETE FROM seasons WHERE id = 8");
	nextFolder.discard();
});

test("a demo with registered managers ends only with --end-demo (D2.9.220, D2.9.221)", async () => {
	await turnIntoDemo();
	await addPerson();
	// A deactivated operator cannot sign in.
	await database.pool.query(
		`INSERT INTO users (email, password_hash, first_name, last_name, is_operator, is_active)
			VALUES ('gone@example.test', '', 'Gone', 'Operator', true, false)`,
	);
	const nextFolder = createNextFolder(8);
	const effects = [
		"Season 8, Next season: new, the current season",
		"  This ends the demo (season 7, Two squads). Round 1 of 2 is not complete.",
		"      3 teams (1 of which belongs to a registered manager) and 0 leagues can no longer be played or seen",
		"      the demo account is deactivated, and 1 bot with it; nobody is signed in to it",
		"      1 registered manager keeps the account and stays signed in, but starts the new season without a team",
		'      there will be no operator: add one with "operator add"',
		'      this cannot be undone, not even with "season undo", and the demo cannot be started again with this data',
		'      the only way back is a backup made before ("backup --to FILE-OR-FOLDER")',
	];
	const dryRun = await fb("season", "import", nextFolder.path, "--dry-run");
	expect([dryRun.code, dryRun.err, dryRun.out.split("\n").slice(0, effects.length)]).toEqual([0, "", effects]);
	expect(dryRun.out).toContain("\n  needs --end-demo, because 1 manager has a team in the demo\n");

	for (const command of ["import", "next"]) {
		const refused = await fb("season", command, nextFolder.path);
		expect([refused.code, refused.out]).toEqual([1, ""]);
		expect(refused.err).toContain(effects[1]);
		expect(refused.err).toMatch(
			/\nNothing was imported: this would end the demo, in which 1 manager has a team\. Back up first, then repeat the command with --end-demo\.\n$/,
		);
	}
	expect(await listSeasonIds("is_current")).toEqual([7]);
	expect(await listSeasonIds("true")).toEqual([7]);

	const done = await fb("season", "import", nextFolder.path, "--end-demo");
	expect([done.code, done.err, done.out.split("\n").slice(0, effects.length)]).toEqual([0, "", effects]);
	expect(await listSeasonIds("is_current")).toEqual([8]);
	nextFolder.discard();

	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE season_id = 8");
	const after = createNextFolder(9);
	const { code, out } = await fb("season", "next", after.path);
	expect([code, out.endsWith("\nImported.\nSeason 9 is the current one; 1 empty team.\n")]).toEqual([0, true]);
	expect(await fb("season", "next", after.path)).toEqual({
		code: 0,
		err: "",
		out: "Season 9, Next season: already here, the current season\n  nothing to change\nImported.\nSeason 9 is the current one; 0 empty teams.\n",
	});
	after.discard();
});
