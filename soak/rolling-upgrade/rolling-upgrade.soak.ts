import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "../../apps/server/db/connect.ts";
import { findFreePort } from "../../apps/server/db/embedded/postgres-process.ts";
import { openUnmigratedDatabase } from "../../apps/server/db/open.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { checkReceipts } from "../../apps/server/features/team/receipts/check-receipts.ts";
import { saveKicksOfAll, saveMatchStatus } from "../../testing/season/play-rounds.ts";
import { checkManager, type Manager, saveSomething, seedManager } from "../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	type SmallSeason,
	seedSeason,
	seedTeam,
} from "../../testing/season/small-season.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../testing/server/server-process.ts";
import { waitFor } from "../../testing/server/wait-for.ts";
import { type CheckingProxy, startCheckingProxy } from "../../testing/services/checking-proxy.ts";
import { createPostgresServers, type PostgresServers } from "../../testing/services/postgres-servers.ts";
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

async function startVersion(databaseUrl: string, main: string) {
	const port = await findFreePort();
	const env = { DATABASE_URL: databaseUrl, FEED: "manual", PORT: String(port), PUBLIC_URL: proxy.origin };
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
}

const countMigrations = async ({ pool }: Connection): Promise<number> =>
	(await pool.query("SELECT count(*)::int AS count FROM applied_migrations")).rows[0].count;

async function readHash({ pool }: Connection): Promise<string | undefined> {
	const name = "accept-team-actions.sql";
	return (await pool.query("SELECT sha256 FROM applied_migrations WHERE name = $1", [name])).rows[0]?.sha256;
}

/** Stores the stats of round 1 as a provider would report them, and waits until the leader has published it. */
async function playFirstRound(connection: Connection, season: SmallSeason): Promise<void> {
	const { db } = connection;
	await setClock(db, { seasonAt: FIRST_BOUNCE + HOUR, speed: 0 }, Date.now());
	const stored = { database: connection, season };
	const matches = season.listMatchesOfRound(1);
	for (const match of matches) await saveKicksOfAll(stored, match, () => 12);
	await saveMatchStatus(stored, matches, "complete");
	await setClock(db, { seasonAt: FIRST_BOUNCE + 2 * DAY, speed: 0 }, Date.now());
	await waitFor(async () => {
		const round = db.selectFrom("rounds").select("status").where("id", "=", 1);
		expect(await round.executeTakeFirst()).toEqual({ status: "complete" });
	});
}

/** Managers who save, and two of them who also read pages, until it is over. */
function startLoad(managers: readonly Manager[], season: SmallSeason, random: () => number) {
	let isOver = false;
	let reads = 0;
	let savesBefore = 0;
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
	return {
		done: Promise.all([...managers.map(saveUntilOver), ...managers.slice(0, 2).map(readUntilOver)]),
		end: () => {
			isOver = true;
		},
		countSaves,
		countReads: () => reads,
		report: (phase: string) => {
			const saves = countSaves();
			print(`${phase}: ${saves - savesBefore} saves of teams, slowest answer ${proxy.takeLongestMs()} ms`);
			savesBefore = saves;
		},
		endPhase: async (milliseconds: number) => {
			await wait(milliseconds);
			if (isOver) throw new Error("The load has failed, so no other process is started");
		},
	};
}
type Load = ReturnType<typeof startLoad>;

/** Runs the upgrade under load, and stops both. If one fails, prints what the servers have logged. */
async function upgradeUnderLoad(load: Load, upgrade: () => Promise<void>): Promise<void> {
	const upgrading = upgrade();
	try {
		await Promise.race([load.done, upgrading]);
		load.end();
		await load.done;
	} catch (error) {
		const lines = started.flatMap((server) => server.log().filter(({ level }) => level >= 40));
		print(`Logged by the servers:\n${lines.map((line) => JSON.stringify(line)).join("\n")}`);
		throw error;
	} finally {
		// Waits for the upgrade, so that it starts no process after `afterAll` has killed those that run.
		load.end();
		await Promise.allSettled([load.done, upgrading]);
	}
}

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
	// The first process creates the tables, so that the season can be seeded before the others start.
	await (await startVersion(url, previousMain)).stop();
	const connection = connect({ url });
	onTestFinished(() => connection.db.destroy());
	const migratedBefore = await countMigrations(connection);
	const season = await seedSeason(connection.db);
	await setClock(connection.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	const random = createSeededRandom(1897);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(connection, season, random, 2));
	await seedTeam(connection.db, season, { slots: drawSlots(season, random) });
	const leader = await startVersion(url, previousMain);
	await waitFor(async () => expect(await isLeader(leader.server)).toBe(true));
	const other = await startVersion(url, previousMain);

	const load = startLoad(managers, season, random);
	await upgradeUnderLoad(load, async () => {
		await load.endPhase(PHASE_MS);
		load.report("Two processes of the previous version");
		await other.stop();
		await startVersion(url, changed.main);
		expect(await countMigrations(connection)).toBe(migratedBefore + migrations.length);
		expect(await readHash(connection)).toBe(changed.hash);
		load.report("The previous version alone, while the new one migrates and starts");
		await expect(startVersion(url, previousMain)).rejects.toThrow(
			"The database was created by a newer version of First Bounce (",
		);
		expect(await readHash(connection)).toBe(changed.hash);
		load.report("A process of the previous version that is started again, and refuses");
		await load.endPhase(PHASE_MS / 2);
		await playFirstRound(connection, season);
		expect(await isLeader(leader.server)).toBe(true);
		load.report("One process of each version, while the previous one leads and publishes a round");
		await load.endPhase(PHASE_MS / 2);
		await leader.stop();
		await startVersion(url, changed.main);
		await load.endPhase(PHASE_MS / 2);
		load.report("The new version");
	});

	for (const manager of managers) await checkManager(proxy.origin, manager, connection);
	const database = await openUnmigratedDatabase({ databaseUrl: url, dataDir: "unused" });
	const findings: object[] = [];
	const { receipts } = await checkReceipts(database, null, (finding) => findings.push(finding));
	await database.close();
	expect(findings).toEqual([]);
	expect(receipts).toBe(load.countSaves());
	print(
		`Answers by status: ${JSON.stringify(proxy.statuses)}; ${load.countReads()} reads; ${receipts} of ${load.countSaves()} saves have their receipt`,
	);
	expect(Object.keys(proxy.statuses).filter((status) => Number(status) >= 500)).toEqual([]);
});
