import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkLineup } from "@first-bounce/rules/lineup/check-lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { seedSeason } from "../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { runFb } from "../../../testing/server/run-fb.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server/server-process.ts";
import { waitFor } from "../../../testing/server/wait-for.ts";
import type { Database } from "../db/open.ts";
import { loadCurrentSeason } from "../features/seasons/current/load-season-snapshot.ts";

const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-load-"));
const sessions = path.join(folder, "accounts.jsonl");
const journal = path.join(folder, "rush.journal");
const out = path.join(folder, "rush.json");
/** The first lock of the generated season's second round. */
let lockAt: number;
let database: Database;
let server: ServerProcess;

async function runCommand(...args: string[]) {
	vi.stubEnv("DATABASE_URL", database.url).stubEnv("DATA_DIR", folder);
	return runFb(args).finally(() => vi.unstubAllEnvs());
}

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

beforeAll(async () => {
	database = await createTestDatabase();
	// More accounts than requests, so that one is free however slowly the server answers.
	const generated = await runCommand("load", "generate", "--teams", "400", "--leagues", "8", "--sessions", sessions);
	expect(generated).toMatchObject({ code: 0, out: "400 teams, 8 leagues, 400 signed-in accounts.\n" });
	const [{ at }] = await query("SELECT min(starts_at) AS at FROM matches WHERE round_id = 2");
	lockAt = at.getTime();
	server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: folder });
}, 180_000);
afterAll(async () => {
	await server?.stop();
	await database?.close();
	rmSync(folder, { recursive: true });
});

test("generated teams are ranked, legal, and can be signed in to [D2.9.152]", async () => {
	const [counts] = await query(`SELECT (SELECT count(*)::int FROM standings WHERE round_id = 1) AS ranked,
		(SELECT count(*)::int FROM lineups WHERE bank < 0) AS over, (SELECT count(*)::int FROM leagues) AS leagues,
		(SELECT count(*)::int FROM league_members) AS members, (SELECT count(*)::int FROM sessions) AS sessions,
		(SELECT count(*)::int FROM users WHERE password_hash IS NOT NULL) AS passwords`);
	expect(counts).toEqual({ ranked: 400, over: 0, leagues: 8, members: 80, sessions: 400, passwords: 0 });
	expect(statSync(sessions).mode & 0o777).toBe(0o600);
	const season = await loadCurrentSeason(database.db);
	if (!season) throw new Error("No season");
	const lineups = await query("SELECT slots, captain_id, vice_captain_id, emergency FROM lineups");
	expect(lineups).toHaveLength(400);
	const violations = lineups.flatMap(({ slots, captain_id: captainId, vice_captain_id: viceCaptainId, emergency }) =>
		checkLineup(buildLineupFromIds(slots, season.rules, { captainId, viceCaptainId, emergency }), season.rules, (id) =>
			season.players.get(id),
		),
	);
	expect(violations).toEqual([]);
});

test("generate refuses a used or remote database, and says why [D2.9.152]", async () => {
	const again = await runCommand("load", "generate", "--teams", "5");
	expect(again).toMatchObject({ code: 1, err: expect.stringContaining("it holds 400 generated users already") });

	await query("INSERT INTO users (first_name, last_name, email) VALUES ('A', 'Fan', 'fan@example.test')");
	const used = await runCommand("load", "generate", "--teams", "5");
	expect(used).toMatchObject({
		code: 1,
		err: expect.stringContaining("1 of its 401 users were not generated"),
	});
	await query("DELETE FROM users WHERE email = 'fan@example.test'");

	const withSeason = await createTestDatabase();
	await seedSeason(withSeason.db);
	vi.stubEnv("DATABASE_URL", withSeason.url);
	const refused = await runFb(["load", "generate", "--teams", "5"]).finally(() => vi.unstubAllEnvs());
	expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("it holds a season already") });
	await withSeason.close();

	vi.stubEnv("DATABASE_URL", "postgres://fb@db.example.test/fb");
	const remote = await runFb(["load", "generate", "--teams", "5"]).finally(() => vi.unstubAllEnvs());
	expect(remote).toMatchObject({ code: 1, err: expect.stringContaining("The database is on db.example.test") });
});

test("a rush against another machine is refused [D2.9.153]", async () => {
	const args = ["--sessions", sessions, "--seconds", "1", "--saves-per-second", "1"];
	for (const url of ["http://example.test:3000", "http://10.0.0.1", "http://127.0.0.1.example.test"]) {
		const refused = await runCommand("load", "rush", "--url", url, ...args);
		expect([url, refused.code]).toEqual([url, 2]);
		expect(refused.err).toContain("is not this machine");
	}
});

test("a rush in which no save was accepted fails [D2.9.153]", async () => {
	// The rush is too short for a single save.
	const rate = ["--seconds", "1", "--saves-per-second", "1"];
	const rush = await runCommand("load", "rush", "--url", server.address, "--sessions", sessions, ...rate);
	expect([rush.code, rush.err]).toEqual([1, "No save was accepted.\n"]);
});

test("a rush that spans the lock agrees with the receipts [D2.9.154]", async () => {
	const load = ["--url", server.address, "--sessions", sessions, "--saves-per-second", "20"];
	// The second rush uses the teams that the first has changed.
	expect((await runCommand("load", "rush", ...load, "--seconds", "2", "--steady")).code).toBe(0);
	const [{ before }] = await query("SELECT count(*)::int AS before FROM team_actions");
	expect(before).toBeGreaterThan(10);
	// Time enough for the rush's process to start on a busy machine.
	await runCommand("clock", "set", new Date(lockAt - 12_000).toISOString());
	await waitFor(async () => {
		const { success } = z
			.object({ success: z.object({ seasonTime: z.string() }) })
			.parse(await (await fetch(`${server.address}/api/en/season/clock`)).json());
		expect(Date.parse(success.seasonTime)).toBeGreaterThan(lockAt - 13_000);
	});
	const rush = await runCommand("load", "rush", ...load, "--seconds", "13", "--journal", journal, "--out", out);
	expect(rush.err).toBe("");
	expect(rush.code).toBe(0);

	const report = JSON.parse(readFileSync(out, "utf8"));
	expect(report.acceptedAfterPlayerLock).toBe(0);
	expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).toContain(report.lockedAfter);
	const kinds = new Map(report.kinds.map((kind: { kind: string }) => [kind.kind, kind]));
	for (const kind of ["captain", "trade", "show-my", "rankings", "static", "join"])
		expect(kinds.get(kind), kind).toMatchObject({
			limited: 0,
			missingRetryAfter: 0,
			other: 0,
			timedOut: 0,
			disconnected: 0,
			notSent: 0,
		});
	expect(kinds.get("captain")).toMatchObject({ p99: expect.any(Number), longest: expect.any(Number) });
	const [{ saved }] = await query("SELECT count(*)::int AS saved FROM team_actions");
	expect(report.saves.ok).toBe(saved - before);
	expect(report.saves.ok).toBeGreaterThan(20);
	expect(statSync(journal).mode & 0o777).toBe(0o600);

	const checked = await runCommand("receipts", "check", "--journal", journal);
	expect(checked).toMatchObject({
		code: 0,
		err: "",
		out: expect.stringContaining(`${report.saves.ok} saves of the journal: no finding`),
	});
});

test("receipts list shows what a manager saved, with names", async () => {
	const [teamId, receiptId] = (readFileSync(journal, "utf8").split("\n")[0] ?? "").split("\t");
	const [{ id }] = await query("SELECT user_id AS id FROM teams WHERE id = $1", teamId);
	const { code, out } = await runCommand("receipts", "list", String(id));
	expect(code).toBe(0);
	const line = out.split("\n").find((text) => text.endsWith(`\t${receiptId}`));
	expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+\tround \d+\t\S+\t\S.* → \S.*\t/);
	expect((await runCommand("receipts", "list", String(id), "--round", "99")).out).toBe("");
});

test("receipts check finds missing saves and saves checked at earlier times [D2.9.154]", async () => {
	const [first = "", second = ""] = readFileSync(journal, "utf8").split("\n");
	const [teamId, receiptId] = first.split("\t");
	const [lateTeamId, lateId, roundId, sentAt = ""] = second.split("\t");
	await query("UPDATE team_actions SET season_at = season_at - interval '1 minute' WHERE id = $1", lateId);
	const missingId = `00000000${receiptId?.slice(8)}`;
	const changed = path.join(folder, "changed.journal");
	writeFileSync(changed, `${first.replace(receiptId ?? "", missingId)}\n${second}\n`);

	const { code, out: findings } = await runCommand("receipts", "check", "--journal", changed);
	expect(code).toBe(1);
	expect(findings).toContain(`${teamId}\t${missingId}\tround 2\tmissing: the journal has it, the database does not`);
	expect(findings).toContain(`${lateTeamId}\t${lateId}\tround ${roundId}\tlate: `);
	expect(Date.parse(sentAt)).toBeGreaterThan(0);

	writeFileSync(changed, "no journal\n");
	expect(await runCommand("receipts", "check", "--journal", changed)).toMatchObject({
		code: 1,
		err: expect.stringContaining("line 1 is not a save"),
	});
});
