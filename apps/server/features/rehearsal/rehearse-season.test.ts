import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { createClient } from "@first-bounce/contract/client";
import { showClock } from "@first-bounce/contract/clock";
import { confirmOperator, enrolOperator } from "@first-bounce/contract/operator/access";
import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { dismissPayload, listPayloads } from "@first-bounce/contract/operator/feeds";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { acceptLateCorrections, dismissFaultyLine, listStatReviews } from "@first-bounce/contract/operator/reviews";
import { changeMatch, holdRound, listRounds, releaseRound, setClock } from "@first-bounce/contract/operator/season";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSeasonFolder } from "../../../../testing/season/season-folder.ts";
import { createOracle } from "../../../../testing/season/season-oracle.ts";
import { buildSeededFiles } from "../../../../testing/season/seeded-folder.ts";
import { type SmallSeason, seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";
import type { Database } from "../../db/open.ts";
import { generateCode } from "../accounts/second-factor/one-time-code.ts";
import { buildStatLine } from "../seasons/current/stat-line.ts";
import { planFaults } from "./faults.ts";
import { openRehearsal, type Rehearsal } from "./open-rehearsal.ts";
import { type RehearseOptions, rehearseSeason } from "./rehearse-season.ts";

const base = mkdtempSync(path.join(tmpdir(), "first-bounce-rehearse-test-"));
const folder = path.join(base, "season");
let database: Database;
let season: SmallSeason;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	mkdirSync(folder);
	for (const { name, text } of buildSeededFiles(season)) writeFileSync(path.join(folder, name), text);
});
afterAll(async () => {
	rmSync(base, { recursive: true });
	await database.close();
});

const listRehearsalFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("first-bounce-rehearsal-"));
/** Folders of other rehearsals on this machine. */
const otherFolders = new Set(listRehearsalFolders());
const listScratchFolders = () => listRehearsalFolders().filter((name) => !otherFolders.has(name));

async function runRehearsal(options: Partial<RehearseOptions>) {
	const lines: string[] = [];
	const report = await rehearseSeason({
		folder,
		speed: null,
		faults: "some",
		seed: 1,
		rounds: 3,
		teams: 30,
		port: 0,
		isUnattended: true,
		isKept: false,
		print: (line) => lines.push(line),
		signal: new AbortController().signal,
		...options,
	});
	return { report, lines };
}

/** Recomputes every team's points and ranks of round 1 from the stored stat lines with the rules alone. */
async function recomputeFirstRound({ database: { db } }: Rehearsal) {
	const teams = await db.selectFrom("teams").where("start_round_id", "=", 1).select(["id", "completed_at"]).execute();
	const lineups = await db.selectFrom("lineups").where("round_id", "=", 1).selectAll().execute();
	const matches = await db.selectFrom("matches").where("round_id", "=", 1).select("id").execute();
	const stats = await db.selectFrom("stat_lines").selectAll().execute();
	const reports = matches.map(({ id }) => ({
		matchId: id,
		lines: stats
			.filter((row) => row.match_id === id)
			.map((row) => ({ playerId: row.player_id, squadId: row.squad_id, stats: buildStatLine(row) })),
	}));
	const playing = teams.flatMap(({ id, completed_at }) => {
		const lineup = lineups.find((row) => row.team_id === id);
		if (!lineup) return [];
		const { slots, captain_id: captainId, vice_captain_id: viceCaptainId, emergency } = lineup;
		return [{ id, slots, captainId, viceCaptainId, emergency, completedAt: completed_at?.getTime() ?? 0 }];
	});
	const { standings } = createOracle(season).playRound(1, reports, playing);
	return standings.map((row) => [1, row.team_id, row.points, row.total_points, row.round_rank, row.overall_rank]);
}

test("a rehearsal with many faults has standings equal to a recomputation (D2.9.70, D2.9.71)", async () => {
	let published: unknown[] = [];
	let expected: unknown[] = [];
	let answers: number[] = [];
	const { report, lines } = await runRehearsal({
		faults: "many",
		seed: 3,
		rounds: 1,
		onEnd: async (rehearsal) => {
			const rows = await rehearsal.database.db
				.selectFrom("standings")
				.selectAll()
				.orderBy("round_id")
				.orderBy("team_id")
				.execute();
			published = rows.map((row) => [
				row.round_id,
				row.team_id,
				row.points,
				row.total_points,
				row.round_rank,
				row.overall_rank,
			]);
			expected = await recomputeFirstRound(rehearsal);
			const pages = await Promise.all(
				["/readyz", "/api/en/operator/rounds"].map((page) => fetch(`${rehearsal.url}${page}`)),
			);
			answers = pages.map(({ status }) => status);
		},
	});
	expect(report.problems).toEqual([]);
	expect(report.differences).toEqual([]);
	expect(report.faults.filter(({ outcome }) => outcome === null)).toEqual([]);
	expect([report.rounds, report.matches, report.hasPassed]).toEqual([[1], 2, true]);
	// A round has six request faults, and each of the seven other kinds occurs at least once.
	expect(report.faults.length).toBeGreaterThanOrEqual(6 + 7);
	expect(new Set(report.faults.map(({ fault }) => fault)).size).toBe(13);
	expect(report.events.holds).toBeGreaterThan(0);
	expect(report.events.lateLines).toBeGreaterThan(0);
	expect(report.events.quarantined).toBeGreaterThan(0);
	expect(published.length).toBeGreaterThan(20);
	expect(published).toEqual(expected);
	// The console is served, and asks for a session.
	expect(answers).toEqual([200, 401]);
	expect(lines.join("\n")).toMatch(/the console at http:\/\/localhost:\d+\/operator/);
	expect(lines.join("\n")).toMatch(/Sign in as operator@rehearsal\.example with \S+; second factor, setup code/);
	expect(lines.filter((line) => line.includes("Operator: ") && line.includes("abandon the match"))).toHaveLength(1);
	expect(listScratchFolders()).toEqual([]);
}, 300_000);

test("a rehearsal without faults ends with code 0 and report (D2.9.70)", async () => {
	const countRows = async () =>
		(
			await database.pool.query(`SELECT (SELECT count(*)::int FROM seasons) AS seasons,
				(SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM feed_payloads) AS payloads,
				(SELECT count(*)::int FROM audit) AS audit`)
		).rows[0];
	const before = await countRows();
	vi.stubEnv("DATABASE_URL", database.url);
	const out = path.join(base, "report.json");
	const {
		code,
		out: printed,
		err,
	} = await runFb([
		"rehearse",
		folder,
		...["--unattended", "--speed", "max", "--faults", "none", "--rounds", "1", "--teams", "30", "--keep", "--out", out],
	]).finally(() => vi.unstubAllEnvs());
	expect([code, err]).toEqual([0, ""]);
	// The small season has too few players for a draft.
	expect(printed).toMatch(/^A draft of 4 teams cannot be held: draft-players-missing-line$/m);
	expect(printed).toMatch(/Small season: 1 round and 2 matches played by \d+ teams in [\w ]+\nFaults: 0 injected/);
	// The duration before, during and at the end (D2.9.237).
	expect(printed).toMatch(/^With --speed max nothing waits; the time that each round took is printed$/m);
	expect(printed).toMatch(/^1 of 1 rounds played in [\w ]+$/m);
	expect(printed).toMatch(/Verification: every round recomputed from the stored payloads, no difference\nPassed\.\n/);
	expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ rounds: [1], faults: [], hasPassed: true });
	const [kept = "", ...others] = listScratchFolders();
	expect(others).toEqual([]);
	expect(printed).toContain(`DATA_DIR=${path.join(tmpdir(), kept)}`);
	expect(existsSync(path.join(tmpdir(), kept, "postgres"))).toBe(true);
	rmSync(path.join(tmpdir(), kept), { recursive: true });
	// The installation's own database is not used.
	expect(await countRows()).toEqual(before);
}, 300_000);

test("the same seed plans the same faults, and another seed plans others", () => {
	const matchIds = [101, 102];
	const buildLines = (matchId: number) =>
		Array.from({ length: 20 }, (_, player) => ({
			playerId: matchId * 100 + player,
			squadId: 11,
			stats: { ...EMPTY_STAT_LINE, TOG: 80 },
		}));
	const results = new Map(matchIds.map((id) => [id, { lines: buildLines(id), homeScore: 0, awayScore: 0 }]));
	const rounds = [{ id: 1, matches: matchIds.map((id) => ({ id })) }];
	const planRandomFaults = (level: "none" | "some" | "many", seed: number) =>
		planFaults(rounds, { results }, { level, seed });
	expect(planRandomFaults("many", 5)).toEqual(planRandomFaults("many", 5));
	expect(planRandomFaults("many", 5)).not.toEqual(planRandomFaults("many", 6));
	expect(
		planRandomFaults("many", 5)
			.matches.map(({ kind }) => kind)
			.toSorted(),
	).toEqual([
		"abandoned",
		"impossible-numbers",
		"late-correction",
		"late-out",
		"left-out-player",
		"temporary-miscount",
		"unknown-player",
	]);
	expect(
		planRandomFaults("many", 5)
			.requests.map(({ kind }) => kind)
			.toSorted(),
	).toEqual(["cut-off", "html", "no-answer", "server-error", "token-refused", "too-many-requests"]);
	expect(planRandomFaults("none", 5)).toEqual({ requests: [], matches: [] });
});

test("an operator's task waits, and an interruption leaves nothing (D2.9.72)", async () => {
	const interruption = new AbortController();
	const lines: string[] = [];
	const interrupted = runRehearsal({
		faults: "many",
		seed: 3,
		isUnattended: false,
		signal: interruption.signal,
		print: (line) => {
			lines.push(line);
			if (line.includes("Now you: ")) interruption.abort(new Error("interrupted"));
		},
	});
	await expect(interrupted).rejects.toThrow();
	expect(lines.at(-1)).toMatch(/Now you: .+(Corrections|Match day|Feeds): /);
	expect(listScratchFolders()).toEqual([]);
}, 300_000);

test("a part that cannot be closed keeps no other part open", async () => {
	const options = { folder, faults: "none", seed: 1, rounds: 1, teams: 2, port: 0, isKept: false } as const;
	const rehearsal = await openRehearsal(options);
	const { pool } = rehearsal.database;
	const end = pool.end.bind(pool);
	// Ended early, the pool never answers waiting queries and the server cannot close, so it fails only when closed in its
	// turn.
	pool.end = async () => {
		await end();
		throw new Error("The pool cannot be ended");
	};
	await expect(rehearsal.close()).rejects.toThrow("The pool cannot be ended");
	expect(listScratchFolders()).toEqual([]);
	await expect(fetch(rehearsal.url)).rejects.toThrow();
}, 120_000);

/** Creates a client for the console's calls, signed in as the operator of a rehearsal's server. */
async function signIn({ url, operator }: Rehearsal) {
	const connect = (headers: Record<string, string>) =>
		createClient({ origin: url, language: "en", fetch, headers: () => headers });
	const { email, password, setupCode } = operator;
	const { sessionId } = await connect({})(authLogin, { body: { email, password } });
	const client = connect({ "x-sid": sessionId });
	const { secret } = await client(enrolOperator, { body: { setupCode } });
	await client(confirmOperator, { body: { code: generateCode(secret, Date.now()), setupCode } });
	return client;
}
type OperatorClient = Awaited<ReturnType<typeof signIn>>;

/** Does a printed task in the console as described. */
async function settleTask(client: OperatorClient, task: string): Promise<void> {
	const body = { reason: "as the rehearsal says" };
	const [, round] = /[Rr]ound (\d+)/.exec(task) ?? [];
	const params = { id: Number(round) };
	if (task.includes("abandon the match")) {
		const { rounds } = await client(listRounds, {});
		const [, home, away] = /Squad (\d+) – Squad (\d+) is called off/.exec(task) ?? [];
		const match = rounds
			.flatMap(({ matches }) => matches)
			.find((candidate) => candidate.homeSquadId === Number(home) && candidate.awaySquadId === Number(away));
		await client(changeMatch, { params: { id: match?.id ?? 0 }, body: { ...body, change: { do: "abandon" } } });
	} else if (task.includes("in quarantine")) {
		const { payloads } = await client(listPayloads, { query: { verdict: "quarantined" } });
		await client(dismissPayload, { params: { id: payloads.at(-1)?.id ?? 0 }, body });
	} else if (task.includes("dismiss or correct the line")) {
		const [line] = (await client(listStatReviews, {})).faultyLines;
		await client(holdRound, { params, body }).catch(() => undefined);
		await client(dismissFaultyLine, {
			params: { id: line?.id ?? 0 },
			body: { ...body, version: line?.version ?? "" },
		});
		await client(releaseRound, { params, body });
	} else if (task.includes("release it")) await client(releaseRound, { params, body });
	else if (task.includes("accept or dismiss")) {
		const { lateCorrections } = await client(listStatReviews, {});
		const corrections = lateCorrections.map(({ match, version }) => ({ matchId: match.id, version }));
		await client(acceptLateCorrections, { body: { ...body, corrections } });
	} else throw new Error(`There is no way to do this: ${task}`);
}

test("an operator does each task of the rehearsal in the console (D2.9.72, D2.9.164)", async () => {
	let client: OperatorClient | null = null;
	const lines: string[] = [];
	const done: string[] = [];
	const moves: string[] = [];
	/** The clock before and after each task. */
	const times: string[][] = [];
	let letter: unknown;
	const { report } = await runRehearsal({
		faults: "many",
		seed: 3,
		rounds: 1,
		isUnattended: false,
		print: (line) => lines.push(line),
		onStart: async (rehearsal) => {
			client = await signIn(rehearsal);
		},
		// The operator has a second for each task.
		pause: async () => {
			const task = lines.findLast((line) => line.includes("Now you: ")) ?? "";
			if (!client) throw new Error("Nobody has signed in");
			if (done.length === 0) {
				const { clock } = await client(showOverview, {});
				const { seasonTime: before } = await client(showClock, {});
				const at = new Date(Date.parse(before) + 60_000).toISOString();
				const { seasonTime, speed, isDemo } = await client(setClock, { body: { action: "set", at } });
				moves.push(`${clock} ${Date.parse(seasonTime) - Date.parse(before)} ${speed} ${isDemo}`);
				const back = await getApiFailure(client(setClock, { body: { action: "set", at: before } }));
				const play = await getApiFailure(client(setClock, { body: { action: "play" } }));
				moves.push(back.message.replace(/is .+\)/, "…)"), play.message);
			}
			done.push(task);
			const { seasonTime: waiting } = await client(showClock, {});
			await settleTask(client, task);
			times.push([waiting, (await client(showClock, {})).seasonTime]);
		},
		onEnd: async () => {
			letter = await client?.(showClosingLetter, { params: { id: 1 } });
		},
	});
	expect(report.problems).toEqual([]);
	expect([report.differences, report.hasPassed]).toEqual([[], true]);
	const kinds = done.map((task) => /(Match day|Feeds|Corrections): /.exec(task)?.[1]);
	expect(kinds.length).toBeGreaterThanOrEqual(3);
	expect(times).toHaveLength(done.length);
	for (const [before, after] of times) expect(after).toBe(before);
	expect(kinds).toContain("Match day");
	expect(kinds).toContain("Corrections");
	expect(moves).toEqual([
		"rehearsal 60000 0 false",
		"A rehearsal's clock only goes forward (it …)",
		"You can't play a round in a rehearsal: it plays them itself",
	]);
	expect(letter).toMatchObject({ letter: { roundId: 1, verification: { state: "passed", findings: [] } } });
	expect(listScratchFolders()).toEqual([]);
}, 300_000);

test("a faulty or missing folder or taken port is refused (D2.9.73)", async () => {
	const faulty = createSeasonFolder();
	faulty.edit("players.csv", (text) => text.replace("DEF", "GK"));
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = String(typeof address === "object" ? address?.port : 0);
	const missing = await runFb(["rehearse", path.join(base, "nowhere")]);
	const broken = await runFb(["rehearse", faulty.path]);
	const portRefusal = await runFb(["rehearse", folder, "--port", port]);
	const out = await runFb(["rehearse", folder, "--out", path.join(base, "no-folder", "report.json")]);
	const usage = await runFb(["rehearse", folder, "--speed", "fast"]);
	server.close();
	faulty.discard();
	expect([missing.code, missing.err]).toEqual([
		1,
		`${path.join(base, "nowhere")}: is not a folder\n1 problem: nothing was rehearsed.\n`,
	]);
	expect([broken.code, broken.err]).toEqual([
		1,
		expect.stringMatching(/^players\.csv:2: .+GK[\s\S]+nothing was rehearsed/),
	]);
	expect([portRefusal.code, portRefusal.err]).toEqual([
		1,
		`Port ${port} on 127.0.0.1 is taken by another program: stop it, or use --port with another\n`,
	]);
	expect([out.code, out.err]).toEqual([1, expect.stringContaining("there is no folder")]);
	expect([usage.code, usage.err]).toEqual([2, expect.stringContaining('Not a speed: a number above 0, or "max".')]);
	expect(listScratchFolders()).toEqual([]);
});
