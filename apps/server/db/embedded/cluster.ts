import pg from "pg";
import { StartupFault } from "../../startup-fault.ts";
import { reason } from "../connect.ts";
import { type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { findRunning, type Running, startPostgres, stopPostgres } from "./postgres-process.ts";

export interface Cluster {
	/** Makes the database unless it exists; answers its URL. */
	readonly createDatabase: (name: string) => Promise<string>;
	readonly url: (database: string) => string;
	/** A connection of this membership, to the database "postgres". */
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
 * @param flags more settings for a server started now, as `name=value`
 * @throws StartupFault
 */
export async function joinCluster(folder: string, flags: readonly string[] = []): Promise<Cluster> {
	const data = await prepareDataFolder(folder, !flags.includes("fsync=off"));
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const running = (await findRunning(data)) ?? (await startPostgres(data, flags));
		try {
			const admin = await enter(running, data);
			return member(running, data, admin);
		} catch (error) {
			// It may have been about to stop, its last member gone a moment ago.
			if (Date.now() > deadline) {
				throw new StartupFault(`PostgreSQL in ${folder} does not answer: ${reason(error)}`, { cause: error });
			}
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}
}

const urlOf = ({ port }: Running, { password }: DataFolder, database: string) =>
	`postgres://first_bounce:${password}@127.0.0.1:${port}/${database}`;

async function enter(running: Running, data: DataFolder): Promise<pg.Client> {
	const admin = new pg.Client({ connectionString: urlOf(running, data, "postgres"), application_name: "first-bounce" });
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

function member(running: Running, data: DataFolder, admin: pg.Client): Cluster {
	const url = (database: string) => urlOf(running, data, database);
	return {
		admin,
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
