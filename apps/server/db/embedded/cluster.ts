import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "../../startup-error.ts";
import { formatReason } from "../connect.ts";
import type { Programs } from "./binaries.ts";
import { type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { findRunningServer, type RunningServer, startPostgres, stopPostgres } from "./postgres-process.ts";

export interface JoinOptions {
	/** PostgreSQL settings, as `name=value`, if this call starts the server. */
	readonly flags?: readonly string[];
	/** If given, a PostgreSQL that ends during this membership is restarted on the same port. */
	readonly restartListener?: RestartListener;
	/** Programs to use instead of those of this release. */
	readonly programs?: Programs;
}

export interface RestartListener {
	/** Called at most once a minute with the reason why PostgreSQL could not be restarted yet. */
	readonly onFailure: (reason: string) => void;
	readonly onRestarted: () => void;
}

export interface Cluster {
	/** Creates the database unless it exists. Returns its URL. */
	readonly createDatabase: (name: string) => Promise<string>;
	/** Builds the URL of a database of this cluster. */
	readonly buildUrl: (database: string) => string;
	/** The connection of this membership, to the database "postgres". */
	readonly admin: pg.Client;
	/** Waits up to three seconds until nobody else is a member, and then lets nobody join. Returns whether nobody is. */
	readonly keepOthersOut: () => Promise<boolean>;
	/** Ends this membership. The last member stops PostgreSQL, unless `keepRunning` is set. */
	readonly leave: (options?: { readonly keepRunning: boolean }) => Promise<void>;
}

/** Every member of a cluster holds this advisory lock, shared. */
const MEMBERSHIP_LOCK_ID = 0x6662;
const JOIN_TIMEOUT_MS = 15_000;
/** The connections of a program that has just ended close within a moment. */
const DISCONNECT_TIMEOUT_MS = 3_000;

/**
 * Joins the PostgreSQL of a data folder, starting it if necessary. The folder is created on first use.
 *
 * @throws StartupError
 */
export async function joinCluster(
	folder: string,
	{ flags = [], restartListener, programs }: JoinOptions = {},
): Promise<Cluster> {
	const data = await prepareDataFolder(folder, { isDurable: !flags.includes("fsync=off"), programs });
	const deadline = Date.now() + JOIN_TIMEOUT_MS;
	for (;;) {
		const running = (await findRunningServer(data)) ?? (await startPostgres(data, { flags }));
		try {
			const admin = await connectAsMember(running, data);
			return createCluster({ data, flags, port: running.port, restartListener }, admin);
		} catch (error) {
			// It may be stopping because its last member has just left.
			if (Date.now() > deadline) {
				throw new StartupError(`PostgreSQL in ${folder} does not answer: ${formatReason(error)}`, { cause: error });
			}
			await delay(50);
		}
	}
}

/** Keeps failed statements, which contain what people entered, out of PostgreSQL's log. Clients report the errors. */
const SESSION_OPTIONS = encodeURIComponent("-c log_min_messages=log");
const buildUrl = (port: number, { password }: DataFolder, database: string) =>
	`postgres://first_bounce:${password}@127.0.0.1:${port}/${database}?options=${SESSION_OPTIONS}`;

async function connectAsMember({ port }: RunningServer, data: DataFolder): Promise<pg.Client> {
	const admin = new pg.Client({ connectionString: buildUrl(port, data, "postgres"), application_name: "first-bounce" });
	admin.on("error", () => undefined);
	try {
		await admin.connect();
		const { rows } = await admin.query<{ joined: boolean }>("SELECT pg_try_advisory_lock_shared($1) AS joined", [
			MEMBERSHIP_LOCK_ID,
		]);
		if (rows[0]?.joined) return admin;
		throw new Error("it is being stopped");
	} catch (error) {
		await admin.end().catch(() => undefined);
		throw error;
	}
}

interface Membership {
	readonly data: DataFolder;
	readonly flags: readonly string[];
	readonly port: number;
	readonly restartListener: RestartListener | undefined;
}

function createCluster(membership: Membership, firstAdmin: pg.Client): Cluster {
	const { data, port, restartListener } = membership;
	const buildDatabaseUrl = (database: string) => buildUrl(port, data, database);
	let admin = firstAdmin;
	let hasLeft = false;
	let restart: Promise<void> | null = null;
	const restartOnExit = () => {
		if (!restartListener) return;
		admin.once("end", () => {
			if (hasLeft) return;
			restart = restartPostgres(membership, restartListener, () => hasLeft).then((restarted) => {
				restart = null;
				if (!restarted) return;
				admin = restarted;
				restartListener.onRestarted();
				restartOnExit();
			});
		});
	};
	restartOnExit();
	return {
		get admin() {
			return admin;
		},
		buildUrl: buildDatabaseUrl,
		createDatabase: async (name) => {
			const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
			if (rowCount === 0) {
				await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
					// PostgreSQL's codes for a database that exists, and for a duplicate key.
					const wasCreatedConcurrently = error.code === "42P04" || error.code === "23505";
					if (!wasCreatedConcurrently) throw error;
				});
			}
			return buildDatabaseUrl(name);
		},
		keepOthersOut: async () => {
			const deadline = performance.now() + DISCONNECT_TIMEOUT_MS;
			while (!(await leaveCluster(admin))) {
				if (performance.now() > deadline) return false;
				await delay(100);
			}
			return true;
		},
		leave: async ({ keepRunning } = { keepRunning: false }) => {
			hasLeft = true;
			await restart;
			const isLast = !keepRunning && (await leaveCluster(admin));
			if (isLast) await stopPostgres(data);
			await admin.end().catch(() => undefined);
		},
	};
}

/** Ends the membership. Returns true if it was the last; nobody can then join until PostgreSQL has stopped. */
async function leaveCluster(admin: pg.Client): Promise<boolean> {
	try {
		await admin.query("SELECT pg_advisory_unlock_shared($1)", [MEMBERSHIP_LOCK_ID]);
		const { rows } = await admin.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [
			MEMBERSHIP_LOCK_ID,
		]);
		return rows[0]?.alone ?? false;
	} catch {
		return false;
	}
}

const MAX_RESTART_RETRY_MS = 5_000;
const RESTART_REPORT_INTERVAL_MS = 60_000;
/** Timeout of one attempt. */
const RESTART_TIMEOUT_MS = 10_000;

/** Restarts PostgreSQL on the same port, retrying until it succeeds; null once the membership has ended. */
async function restartPostgres(
	{ data, flags, port }: Membership,
	{ onFailure }: RestartListener,
	hasLeft: () => boolean,
): Promise<pg.Client | null> {
	let reportedAt = Number.NEGATIVE_INFINITY;
	for (let attempt = 0; !hasLeft(); attempt++) {
		try {
			const start = { flags, port, timeoutMs: RESTART_TIMEOUT_MS };
			const running = (await findRunningServer(data)) ?? (await startPostgres(data, start));
			if (running.port !== port) throw new Error(`it was started at port ${running.port} instead of ${port}`);
			return await connectAsMember(running, data);
		} catch (error) {
			// During the first attempt the old server may still be shutting down.
			if (attempt > 0 && performance.now() - reportedAt > RESTART_REPORT_INTERVAL_MS) {
				reportedAt = performance.now();
				onFailure(formatReason(error));
			}
			await delay(Math.min(MAX_RESTART_RETRY_MS, 100 * 2 ** attempt));
		}
	}
	return null;
}
