import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { type DataFolder, prepareDataFolder } from "../../apps/server/db/embedded/data-folder.ts";
import { findFreePort } from "../../apps/server/db/embedded/postgres-process.ts";
import { waitFor } from "../server/wait-for.ts";

const run = promisify(execFile);

/** A PostgreSQL of the embedded binaries that a test owns, unlike the shared test server. */
export interface PostgresServer {
	readonly data: DataFolder;
	readonly port: number;
	/** The server's address as in DATABASE_HOSTS. */
	readonly host: string;
	readonly url: (database: string) => string;
	/** Runs a statement in a database. */
	readonly query: <Row extends pg.QueryResultRow>(
		text: string,
		options?: { readonly database?: string; readonly values?: readonly unknown[] },
	) => Promise<Row[]>;
	/** Whether it has ended, by itself or because it was killed. */
	readonly hasEnded: () => boolean;
	/** Sends SIGKILL to the postmaster; resolves once it has ended. */
	readonly kill: () => Promise<void>;
}

interface ServersOptions {
	/** More settings of each server, as `name=value`. */
	readonly settings?: readonly string[];
	/** Called with the new folder that a server's data folder will be in. */
	readonly prepareFolder?: (folder: string) => void;
}

interface StartOptions {
	/** More settings, as `name=value`. */
	readonly settings?: readonly string[];
	/** The port; by default a free one. */
	readonly port?: number;
}

const BASE_SETTINGS = [
	"listen_addresses=127.0.0.1",
	"unix_socket_directories=",
	"timezone=UTC",
	"wal_keep_size=256MB",
	"log_min_messages=warning",
];

/** A standby first replays the log up to a consistent state, which takes long on a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** Creates servers in a temporary folder. `close` kills them and deletes it. */
export async function createPostgresServers({
	settings: commonSettings = [],
	prepareFolder = () => undefined,
}: ServersOptions = {}) {
	const root = await mkdtemp(path.join(tmpdir(), "first-bounce-servers-"));
	// PostgreSQL may run as another account, which needs access through this folder.
	await chmod(root, 0o711);
	const running = new Set<ChildProcess>();
	const killAll = () => {
		for (const child of running) child.kill("SIGKILL");
	};
	process.once("exit", killAll);

	/** Starts PostgreSQL on a data folder and waits until it answers. */
	const start = async (
		data: DataFolder,
		{ settings = [], port: givenPort }: StartOptions = {},
	): Promise<PostgresServer> => {
		const port = givenPort ?? (await findFreePort());
		const allSettings = [...BASE_SETTINGS, `port=${port}`, ...commonSettings, ...settings];
		const flags = allSettings.flatMap((setting) => ["-c", setting]);
		const { file, args, options } = data.buildCommand("postgres", ["-D", data.folder, ...flags]);
		const child = spawn(file, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
		let log = "";
		child.stderr.on("data", (chunk) => {
			log += chunk;
		});
		running.add(child);
		const ended = once(child, "exit").finally(() => running.delete(child));
		const buildDatabaseUrl = (database: string) =>
			`postgres://first_bounce:${data.password}@127.0.0.1:${port}/${database}`;
		const query: PostgresServer["query"] = async (text, { database = "postgres", values = [] } = {}) => {
			const client = new pg.Client({ connectionString: buildDatabaseUrl(database) });
			client.on("error", () => undefined);
			await client.connect();
			try {
				return (await client.query(text, [...values])).rows;
			} finally {
				await client.end();
			}
		};
		const answering = waitFor(() => query("SELECT 1"), START_TIMEOUT_MS).catch((error) =>
			Promise.reject(new Error(`PostgreSQL does not answer: ${log}`, { cause: error })),
		);
		const failed = ended.then(() => Promise.reject(new Error(`PostgreSQL ended: ${log}`)));
		await Promise.race([answering, failed]);
		const kill = async () => {
			child.kill("SIGKILL");
			await ended;
		};
		const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
		return { data, port, host: `127.0.0.1:${port}`, url: buildDatabaseUrl, query, hasEnded, kill };
	};

	const createDataPath = async (): Promise<string> => {
		const parent = path.join(root, randomBytes(4).toString("hex"));
		await mkdir(parent);
		prepareFolder(parent);
		return path.join(parent, "postgres");
	};

	/** Copies a running server's data between pg_backup_start and pg_backup_stop, as pg_basebackup does. */
	const copyBase = async (source: PostgresServer): Promise<DataFolder> => {
		const folder = await createDataPath();
		const client = new pg.Client({ connectionString: source.url("postgres") });
		await client.connect();
		await client.query("SELECT pg_backup_start('copy', true)");
		await run("cp", ["-a", source.data.folder, folder]);
		const { rows } = await client.query<{ label: string }>("SELECT labelfile AS label FROM pg_backup_stop()");
		await client.end();
		for (const name of ["postmaster.pid", "postmaster.opts", "standby.signal", "recovery.signal"])
			await rm(path.join(folder, name), { force: true });
		await writeAs(folder, "backup_label", rows[0]?.label ?? "");
		await copyFile(`${source.data.folder}-password`, `${folder}-password`);
		return prepareDataFolder(folder, { isDurable: false });
	};

	const startStandby = (data: DataFolder, primary: PostgresServer, port?: number): Promise<PostgresServer> => {
		const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=first_bounce password=${data.password}`;
		return start(data, { settings: [source], ...(port === undefined ? {} : { port }) });
	};

	return {
		root,
		start,
		startStandby,
		copyBase,
		/** Creates a folder that PostgreSQL may write into. */
		createFolder: async (): Promise<string> => {
			const folder = await mkdtemp(path.join(root, "files-"));
			await chmod(folder, 0o777);
			return folder;
		},
		/** Creates a new server. */
		create: async (settings: readonly string[] = []) =>
			start(await prepareDataFolder(await createDataPath(), { isDurable: false }), { settings }),
		/** Creates a standby of a server, which from then on acknowledges commits only once the standby has them. */
		createStandby: async (primary: PostgresServer, port?: number): Promise<PostgresServer> => {
			const data = await copyBase(primary);
			await writeAs(data.folder, "standby.signal", "");
			const standby = await startStandby(data, primary, port);
			await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
			await primary.query("SELECT pg_reload_conf()");
			await waitFor(() => requireSynchronousStandby(primary));
			return standby;
		},
		close: async () => {
			process.off("exit", killAll);
			const ends = [...running].map((child) => once(child, "exit"));
			killAll();
			await Promise.all(ends);
			await rm(root, { recursive: true, force: true });
		},
	};
}
export type PostgresServers = Awaited<ReturnType<typeof createPostgresServers>>;

/** @throws Error if no standby acknowledges the commits of this server */
export async function requireSynchronousStandby(primary: PostgresServer): Promise<void> {
	const states = await primary.query<{ state: string }>("SELECT sync_state AS state FROM pg_stat_replication");
	if (states[0]?.state !== "sync") throw new Error("The standby is not synchronous yet");
}

/** Writes a file that belongs to the folder's owner. */
export async function writeAs(folder: string, name: string, content: string): Promise<void> {
	const file = path.join(folder, name);
	const { uid, gid } = await stat(folder);
	await writeFile(file, content, { mode: 0o600 });
	await chown(file, uid, gid);
}
