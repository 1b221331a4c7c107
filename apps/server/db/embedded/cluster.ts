import pg from "pg";
import { StartupFault } from "../../startup-fault.ts";
import { reason } from "../connect.ts";
import { type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { findRunning, type Running, startPostgres, stopPostgres } from "./postgres-process.ts";

export interface JoinOptions {
	/** More settings for a server started now, as `name=value`. */
	readonly flags?: readonly string[];
	/** With it, a PostgreSQL that ends while this membership lasts is started again at the same port. */
	readonly onRevival?: RevivalListener;
}

export interface RevivalListener {
	/** Called at most once a minute with the reason why it could not be started again yet. */
	readonly failed: (fault: string) => void;
	readonly revived: () => void;
}

export interface Cluster {
	/** Makes the database unless it exists; answers its URL. */
	readonly createDatabase: (name: string) => Promise<string>;
	readonly url: (database: string) => string;
	/** The connection of this membership, to the database "postgres". */
	readonly admin: pg.Client;
	/** Ends this membership; the last one to leave stops PostgreSQL, unless asked not to. */
	readonly leave: (options?: { readonly keepRunning: boolean }) => Promise<void>;
}

/** "fb": everyone who uses a cluster holds this advisory lock, shared. */
const MEMBERSHIP = 0x6662;
const PATIENCE_MS = 15_000;

/**
 * Joins the PostgreSQL of a data folder: the one that runs already (of a server still up, or one that was killed), or
 * one started now; the folder is made on first use.
 *
 * @throws StartupFault
 */
export async function joinCluster(folder: string, { flags = [], onRevival }: JoinOptions = {}): Promise<Cluster> {
	const data = await prepareDataFolder(folder, !flags.includes("fsync=off"));
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const running = (await findRunning(data)) ?? (await startPostgres(data, { flags }));
		try {
			const admin = await enter(running, data);
			return member({ data, flags, port: running.port, onRevival }, admin);
		} catch (error) {
			// It may have been about to stop, its last member gone a moment ago.
			if (Date.now() > deadline) {
				throw new StartupFault(`PostgreSQL in ${folder} does not answer: ${reason(error)}`, { cause: error });
			}
			await pause(50);
		}
	}
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Clients report their own errors; in PostgreSQL's log, statements would repeat what people entered. */
const SESSION_OPTIONS = encodeURIComponent("-c log_min_messages=log");
const urlOf = (port: number, { password }: DataFolder, database: string) =>
	`postgres://first_bounce:${password}@127.0.0.1:${port}/${database}?options=${SESSION_OPTIONS}`;

async function enter({ port }: Running, data: DataFolder): Promise<pg.Client> {
	const admin = new pg.Client({ connectionString: urlOf(port, data, "postgres"), application_name: "first-bounce" });
	admin.on("error", () => undefined);
	try {
		await admin.connect();
		const { rows } = await admin.query<{ joined: boolean }>("SELECT pg_try_advisory_lock_shared($1) AS joined", [
			MEMBERSHIP,
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
	readonly onRevival: RevivalListener | undefined;
}

function member(membership: Membership, firstAdmin: pg.Client): Cluster {
	const { data, port, onRevival } = membership;
	const url = (database: string) => urlOf(port, data, database);
	let admin = firstAdmin;
	let hasLeft = false;
	let revival: Promise<void> | null = null;
	const watch = () => {
		if (!onRevival) return;
		admin.once("end", () => {
			if (hasLeft) return;
			revival = revive(membership, onRevival, () => hasLeft).then((next) => {
				revival = null;
				if (!next) return;
				admin = next;
				onRevival.revived();
				watch();
			});
		});
	};
	watch();
	return {
		get admin() {
			return admin;
		},
		url,
		createDatabase: async (name) => {
			const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
			if (rowCount === 0) {
				await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
					const madeMeanwhile = error.code === "42P04" || error.code === "23505";
					if (!madeMeanwhile) throw error;
				});
			}
			return url(name);
		},
		leave: async ({ keepRunning } = { keepRunning: false }) => {
			hasLeft = true;
			await revival;
			const isLast = !keepRunning && (await leaveAsLast(admin));
			if (isLast) await stopPostgres(data);
			await admin.end().catch(() => undefined);
		},
	};
}

/** Gives the membership up; true, with the door shut behind, when nobody else holds one. */
async function leaveAsLast(admin: pg.Client): Promise<boolean> {
	try {
		await admin.query("SELECT pg_advisory_unlock_shared($1)", [MEMBERSHIP]);
		const { rows } = await admin.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [MEMBERSHIP]);
		return rows[0]?.alone ?? false;
	} catch {
		return false;
	}
}

const MAX_REVIVAL_RETRY_MS = 5_000;
const REVIVAL_REPORT_INTERVAL_MS = 60_000;
/** One attempt; the next one looks anew at what is there. */
const REVIVAL_PATIENCE_MS = 10_000;

/** Starts PostgreSQL again at the same port, retrying until that succeeds; null once it is no longer wanted. */
async function revive(
	{ data, flags, port }: Membership,
	{ failed }: RevivalListener,
	isOver: () => boolean,
): Promise<pg.Client | null> {
	let reportedAt = Number.NEGATIVE_INFINITY;
	for (let attempt = 0; !isOver(); attempt++) {
		try {
			const start = { flags, port, patienceMs: REVIVAL_PATIENCE_MS };
			const running = (await findRunning(data)) ?? (await startPostgres(data, start));
			if (running.port !== port) throw new Error(`it was started at port ${running.port} instead of ${port}`);
			return await enter(running, data);
		} catch (error) {
			// The first attempt may come while the old server is still ending.
			if (attempt > 0 && performance.now() - reportedAt > REVIVAL_REPORT_INTERVAL_MS) {
				reportedAt = performance.now();
				failed(reason(error));
			}
			await pause(Math.min(MAX_REVIVAL_RETRY_MS, 100 * 2 ** attempt));
		}
	}
	return null;
}
