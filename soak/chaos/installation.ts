import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { findFreePort } from "../../apps/server/db/embedded/postgres-process.ts";
import { type Database, openDatabase } from "../../apps/server/db/open.ts";
import { parseServers } from "../../apps/server/db/servers/primary.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../testing/server/server-process.ts";
import { waitFor } from "../../testing/server/wait-for.ts";
import {
	createPostgresServers,
	type PostgresServer,
	type PostgresServers,
	requireSynchronousStandby,
} from "../../testing/services/postgres-servers.ts";

const DATABASE = "fantasy";
const STEPPED_CLOCK = fileURLToPath(new URL("stepped-clock.ts", import.meta.url));
/** Only root can mount a small disk. */
export const canFillDisk = process.getuid?.() === 0;
const DISK_MEGABYTES = 700;
/** PostgreSQL keeps less write-ahead log than usual, so that the disks can be small. */
const POSTGRES_SETTINGS = ["wal_keep_size=64MB", "max_wal_size=128MB"];

/** Longer than in other tests, because a fault may occur while everything restarts after the previous one. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** Repeats a check until it stops throwing. */
export const waitForState = <T>(check: () => T | Promise<T>): Promise<T> => waitFor(check, RECOVERY_TIMEOUT_MS);

/** A server process, which keeps its port when it is started again. */
export class AppProcess {
	readonly origin: string;
	readonly #env: Readonly<Record<string, string>>;
	readonly #clockFile: string;
	#running: ServerProcess | null = null;

	constructor(port: number, clockFile: string, env: Readonly<Record<string, string>>) {
		this.origin = `http://127.0.0.1:${port}`;
		this.#clockFile = clockFile;
		writeFileSync(clockFile, "0");
		const clock = { NODE_OPTIONS: `--import ${STEPPED_CLOCK}`, CLOCK_FILE: clockFile };
		this.#env = { ...env, ...clock, PORT: String(port) };
	}

	async start(): Promise<void> {
		this.#running = await startServerProcess(this.#env);
	}

	async kill(): Promise<void> {
		await this.#running?.kill();
	}

	/** Sets the wall clock of the process ahead of the right time, or behind it if `offsetMs` is negative. */
	async stepClock(offsetMs: number): Promise<void> {
		writeFileSync(this.#clockFile, String(offsetMs));
		await waitForState(() => expect(readFileSync(`${this.#clockFile}-applied`, "utf8")).toBe(String(offsetMs)));
	}

	isLeader(): Promise<boolean> {
		return isLeader({ address: this.origin });
	}

	/** The clocks that the process reports, in milliseconds. */
	async readClocks(): Promise<{ readonly seasonTime: number; readonly wallTime: number }> {
		const answer = await fetch(`${this.origin}/api/en/season/clock`);
		const { success } = (await answer.json()) as { success: { seasonTime: string; wallTime: string } };
		return { seasonTime: Date.parse(success.seasonTime), wallTime: Date.parse(success.wallTime) };
	}

	listLoggedMessages(): readonly string[] {
		return (this.#running?.log() ?? []).map(({ msg }) => msg);
	}
}

/** Two server processes on a PostgreSQL with a synchronous standby. */
export class Installation {
	readonly servers: PostgresServers;
	readonly database: Database;
	readonly #disks: string[];
	primary: PostgresServer;
	standby: PostgresServer;
	processes: readonly AppProcess[] = [];

	private constructor(
		servers: PostgresServers,
		nodes: { readonly primary: PostgresServer; readonly standby: PostgresServer },
		database: Database,
		disks: string[],
	) {
		this.servers = servers;
		this.primary = nodes.primary;
		this.standby = nodes.standby;
		this.database = database;
		this.#disks = disks;
	}

	/** Creates the database servers and an empty database. */
	static async create(): Promise<Installation> {
		const disks: string[] = [];
		const mountDisk = (folder: string) => {
			if (!canFillDisk) return;
			const options = `size=${DISK_MEGABYTES}m,mode=0755`;
			expect(spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status).toBe(0);
			disks.push(folder);
		};
		const servers = await createPostgresServers({ settings: POSTGRES_SETTINGS, prepareFolder: mountDisk });
		try {
			const primary = await servers.create();
			await primary.query(`CREATE DATABASE ${DATABASE}`);
			const standby = await servers.createStandby(primary);
			const hosts = parseServers(`${primary.host},${standby.host}`) ?? [];
			const databaseOptions = { hosts, sessionUrl: null, readUrl: null, connections: 12 };
			const database = await openDatabase({ databaseUrl: primary.url(DATABASE), dataDir: "unused", databaseOptions });
			return new Installation(servers, { primary, standby }, database, disks);
		} catch (error) {
			await closeServers(servers, disks);
			throw error;
		}
	}

	async startProcesses(env: Readonly<Record<string, string>>): Promise<void> {
		const folder = await this.servers.createFolder();
		const shared = {
			DATABASE_URL: this.primary.url(DATABASE),
			DATABASE_HOSTS: `${this.primary.host},${this.standby.host}`,
			DATA_DIR: path.join(folder, "data"),
			// With an https address the server trusts X-Forwarded-For, so that each manager can have her own address.
			PUBLIC_URL: "https://fantasy.example.test",
			...env,
		};
		const ports = [await findFreePort(), await findFreePort()];
		this.processes = ports.map((port) => new AppProcess(port, path.join(folder, `clock-${port}`), shared));
		await Promise.all(this.processes.map((server) => server.start()));
	}

	/** Finds the leader, the process that advances the season, and the other process. */
	async findLeader(): Promise<{ readonly leader: AppProcess; readonly follower: AppProcess }> {
		return waitForState(async () => {
			const [one, two] = this.processes;
			if (!one || !two) throw new Error("The processes were not started");
			const [oneLeads, twoLeads] = await Promise.all([one.isLeader(), two.isLeader()]);
			if (oneLeads === twoLeads) throw new Error("There is not exactly one leader");
			return oneLeads ? { leader: one, follower: two } : { leader: two, follower: one };
		});
	}

	async promoteStandby(): Promise<void> {
		await this.standby.query("SELECT pg_promote()");
		[this.primary, this.standby] = [this.standby, this.primary];
	}

	/** Replaces the stopped standby with a new copy of the primary at the same address. */
	async replaceStandby(): Promise<void> {
		const { port, data } = this.standby;
		const folder = path.dirname(data.folder);
		if (canFillDisk) unmount(this.#disks.splice(this.#disks.indexOf(folder), 1));
		rmSync(folder, { recursive: true, force: true });
		this.standby = await this.servers.createStandby(this.primary, port);
	}

	/** Starts the standby again on its data. Tries again while processes of the killed server still run. */
	async restartStandby(): Promise<void> {
		const { data, port } = this.standby;
		this.standby = await waitForState(() => this.servers.startStandby(data, this.primary, port));
	}

	/** Starts the primary again if it has ended, as it does when its disk is full. */
	async restartPrimary(): Promise<void> {
		const { data, port } = this.primary;
		if (this.primary.hasEnded()) this.primary = await this.servers.start(data, { port });
	}

	/** Writes a file that fills the primary's disk, first with large blocks and then with small ones. */
	fillDisk(): void {
		const file = openSync(this.#getFillerPath(), "a");
		for (const size of [1024 * 1024, 4096]) {
			const zeros = Buffer.alloc(size);
			try {
				for (;;) writeSync(file, zeros);
			} catch (error) {
				expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
			}
		}
		closeSync(file);
	}

	/** Makes the primary begin a new file of its write-ahead log, for which it needs space on the disk. */
	async beginWalFile(): Promise<void> {
		// Without space on the disk, PostgreSQL ends and the query fails.
		await this.primary.query("SELECT pg_switch_wal()").catch(() => undefined);
	}

	removeFillerFile(): void {
		rmSync(this.#getFillerPath(), { force: true });
	}

	#getFillerPath(): string {
		return path.join(path.dirname(this.primary.data.folder), "filler");
	}

	/** Waits until both processes are ready, one of them leads, and the standby has every commit. */
	async waitUntilHealthy(): Promise<void> {
		for (const { origin } of this.processes)
			await waitForState(async () =>
				expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: "ready", leader: true }),
			);
		await this.findLeader();
		await waitForState(() => requireSynchronousStandby(this.primary));
	}

	async close(): Promise<void> {
		await Promise.all(this.processes.map((server) => server.kill()));
		await this.database.close();
		await closeServers(this.servers, this.#disks);
	}
}

function unmount(disks: readonly string[]): void {
	for (const disk of disks) if (existsSync(disk)) spawnSync("umount", ["-l", disk]);
}

async function closeServers(servers: PostgresServers, disks: readonly string[]): Promise<void> {
	unmount(disks);
	await servers.close();
}
