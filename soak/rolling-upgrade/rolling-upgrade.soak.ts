import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connect } from "../../apps/server/db/connect.ts";
import { openUnmigratedDatabase } from "../../apps/server/db/open.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { checkReceipts } from "../../apps/server/features/team/receipts/check-receipts.ts";
import { checkManager, type Manager, saveSomething, seedManager } from "../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedSeason,
	seedTeam,
} from "../../testing/season/small-season.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../testing/server/server-process.ts";
import { waitFor } from "../../testing/server/wait-for.ts";
import { type CheckingProxy, startCheckingProxy } from "../../testing/services/checking-proxy.ts";
import { createPostgresServers, findFreePort, type PostgresServers } from "../../testing/services/postgres-servers.ts";
import { playRound } from "./play-round.ts";
import {
	copyWithChangedFunction,
	findPreviousCommit,
	installPreviousVersion,
	listNewMigrations,
} from "./previous-version.ts";

const MANAGERS = 4;
/** How long each combination of versions serves. */
const PHASE_MS = Number(process.env.UPGRADE_PHASE_SECONDS ?? "20") * 1_000;
/** Pages that managers read during the upgrade. */
const PAGES = [
	"/json/fantasy/players.json",
	"/json/fantasy/rounds.json",
	"/api/en/season/clock",
	"/api/en/fantasy/team/show-my",
	"/api/en/fantasy/team/actions",
	"/api/en/fantasy/ranks/open-league",
	"/api/en/fantasy/leagues",
	"/api/en/fantasy/official-leagues",
	"/api/en/user/notifications",
	"/healthz",
];

let servers: PostgresServers;
let proxy: CheckingProxy;
let previousFolder: string;
let newFolder: string;
const running = new Set<ServerProcess>();
/** All processes that were started, running or not, for their logs. */
const started: ServerProcess[] = [];
beforeAll(async () => {
	previousFolder = await mkdtemp(path.join(tmpdir(), "first-bounce-previous-"));
	newFolder = await mkdtemp(path.join(tmpdir(), "first-bounce-new-"));
	for (const folder of [previousFolder, newFolder]) await chmod(folder, 0o755);
	servers = await createPostgresServers();
	proxy = await startCheckingProxy();
});
afterAll(async () => {
	for (const server of running) await server.kill();
	proxy?.close();
	await servers?.close();
	for (const folder of [previousFolder, newFolder]) await rm(folder, { recursive: true, force: true });
});

const print = (line: string) => process.stdout.write(`${line}\n`);

test("two processes are replaced without a lost save or a 5xx while a round is published", async () => {
	const commit = findPreviousCommit(process.env.PREVIOUS_COMMIT);
	print(`Installing ${commit} …`);
	const previousMain = installPreviousVersion(commit, previousFolder);
	const changed = copyWithChangedFunction(newFolder);
	const migrations = listNewMigrations(previousFolder);
	print(`New migrations: ${migrations.join(", ") || "none, so that both versions use the same tables"}`);

	const postgres = await servers.create();
	await postgres.query("CREATE DATABASE upgraded");
	const url = postgres.url("upgraded");
	const start = async (main: string) => {
		const port = await findFreePort();
		const env = { DATABASE_URL: url, FEED: "manual", PORT: String(port), PUBLIC_URL: proxy.origin };
		const server = await startServerProcess({ ...env, STOP_DELAY_SECONDS: "1" }, main);
		running.add(server);
		started.push(server);
		proxy.add(port);
		await waitFor(() => expect(proxy.isReady(port)).toBe(true));
		const stop = async () => {
			await server.stop();
			proxy.remove(port);
			running.delete(server);
		};
		return { server, stop };
	};

	// The first process creates the tables, so that the season can be seeded before the others start.
	await (await start(previousMain)).stop();
	const connection = connect({ url });
	onTestFinished(() => connection.db.destroy());
	const countMigrations = async () =>
		(await connection.pool.query("SELECT count(*)::int AS count FROM applied_migrations")).rows[0].count;
	const migratedBefore = await countMigrations();
	const readHash = async () => {
		const name = "accept-team-actions.sql";
		const { rows } = await connection.pool.query("SELECT sha256 FROM applied_migrations WHERE name = $1", [name]);
		return rows[0]?.sha256;
	};
	const season = await seedSeason(connection.db);
	await setClock(connection.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	const random = createSeededRandom(1897);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(connection, season, random, 2));
	await seedTeam(connection.db, season, { slots: drawSlots(season, random) });
	const leader = await start(previousMain);
	await waitFor(async () => expect(await isLeader(leader.server)).toBe(true));
	const other = await start(previousMain);

	let isOver = false;
	let reads = 0;
	const saveUntilOver = async (manager: Manager) => {
		while (!isOver) await saveSomething(proxy.origin, manager, { season, random });
	};
	const readUntilOver = async ({ token }: Manager) => {
		while (!isOver) {
			const page = PAGES[reads++ % PAGES.length];
			const { status } = await fetch(`${proxy.origin}${page}`, { headers: { "x-sid": token } });
			expect([page, status]).toEqual([page, 200]);
		}
	};
	const countSaves = () => managers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
	let savesBefore = 0;
	const report = (phase: string) => {
		const saves = countSaves();
		print(`${phase}: ${saves - savesBefore} saves of teams, slowest answer ${proxy.takeLongestMs()} ms`);
		savesBefore = saves;
	};
	const load = Promise.all([...managers.map(saveUntilOver), ...managers.slice(0, 2).map(readUntilOver)]);
	const endPhase = async (milliseconds: number) => {
		await wait(milliseconds);
		if (isOver) throw new Error("The load has failed, so no other process is started");
	};
	const upgrade = async () => {
		await endPhase(PHASE_MS);
		report("Two processes of the previous version");
		await other.stop();
		await start(changed.main);
		expect(await countMigrations()).toBe(migratedBefore + migrations.length);
		expect(await readHash()).toBe(changed.hash);
		report("The previous version alone, while the new one migrates and starts");
		await expect(start(previousMain)).rejects.toThrow("The database was created by a newer version of First Bounce (");
		expect(await readHash()).toBe(changed.hash);
		report("A process of the previous version that is started again, and refuses");
		await endPhase(PHASE_MS / 2);
		await playRound(connection, season);
		expect(await isLeader(leader.server)).toBe(true);
		report("One process of each version, while the previous one leads and publishes a round");
		await endPhase(PHASE_MS / 2);
		await leader.stop();
		await start(changed.main);
		await endPhase(PHASE_MS / 2);
		report("The new version");
	};
	const upgrading = upgrade();
	try {
		await Promise.race([load, upgrading]);
		isOver = true;
		await load;
	} catch (error) {
		const lines = started.flatMap((server) => server.log().filter(({ level }) => level >= 40));
		print(`Logged by the servers:\n${lines.map((line) => JSON.stringify(line)).join("\n")}`);
		throw error;
	} finally {
		// Waits for the upgrade, so that it starts no process after `afterAll` has killed those that run.
		isOver = true;
		await Promise.allSettled([load, upgrading]);
	}

	for (const manager of managers) await checkManager(proxy.origin, manager, connection);
	const database = await openUnmigratedDatabase({ databaseUrl: url, dataDir: "unused" });
	const findings: object[] = [];
	const { receipts } = await checkReceipts(database, null, (finding) => findings.push(finding));
	await database.close();
	expect(findings).toEqual([]);
	expect(receipts).toBe(countSaves());
	print(
		`Answers by status: ${JSON.stringify(proxy.statuses)}; ${reads} reads; ${receipts} of ${countSaves()} saves have their receipt`,
	);
	expect(Object.keys(proxy.statuses).filter((status) => Number(status) >= 500)).toEqual([]);
});
