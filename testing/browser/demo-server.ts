import type { PlayerStatus } from "@first-bounce/rules/player";
import type { Database } from "../../apps/server/db/open.ts";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { startDemoClock } from "../../apps/server/features/demo/ensure-demo.ts";
import { incrementDataVersion } from "../../apps/server/features/seasons/current/season-version-queries.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import type { SeasonApiServer } from "../season/fetched-season.ts";
import { createTestDatabase } from "../server/database.ts";
import { type RunningServer, startServer } from "./server.ts";

export interface DemoServer extends RunningServer {
	/** Sets the status of players, as a feed would. */
	readonly setStatus: (status: PlayerStatus, playerIds: readonly number[]) => Promise<void>;
	/** The server's database, to prepare data that no call can create. */
	readonly db: Db;
}

/** Creates a copy of the demo database in which the demo begins now. */
export async function createDemoDatabase(): Promise<Database> {
	const { DEMO_TEMPLATE } = process.env;
	if (!DEMO_TEMPLATE) throw new Error("Playwright's global setup has not created a demo database.");
	const database = await createTestDatabase(DEMO_TEMPLATE);
	await startDemoClock(database, Date.now());
	return database;
}

/**
 * Starts the server on a copy of the demo database, with its own data folder and port. Ads are off unless `env` turns them
 * on, because each frame of an ad takes a browser process.
 */
export async function startDemoServer(env: Record<string, string> = {}, root?: string): Promise<DemoServer> {
	const database = await createDemoDatabase();
	try {
		const settings = { DEMO: "on", ADS: "off", ...env, DATABASE_URL: database.url };
		const server = await startServer(root === undefined ? { env: settings } : { env: settings, root });
		const stop = async () => {
			await server.stop();
			await database.close();
		};
		// The same as `fb clock set`, without starting a process.
		const setClockOfDatabase = async (seasonAt: number) => {
			await setClock(database.db, { seasonAt }, Date.now());
		};
		const setStatus = (status: PlayerStatus, playerIds: readonly number[]) =>
			database.db.transaction().execute(async (trx) => {
				const { id } = await trx
					.selectFrom("seasons")
					.where("is_current", "=", true)
					.select("id")
					.executeTakeFirstOrThrow();
				await trx
					.updateTable("players")
					.set({ status })
					.where("season_id", "=", id)
					.where("id", "in", playerIds)
					.execute();
				await incrementDataVersion(trx, id);
			});
		return { ...server, stop, setClock: setClockOfDatabase, setStatus, db: database.db };
	} catch (error) {
		await database.close();
		throw error;
	}
}

/** Starts the demo with a console that fetches seasons from a test server, which stops together with the demo. */
export async function startFetchingDemoServer(api: SeasonApiServer): Promise<DemoServer> {
	const server = await startDemoServer(api.env);
	const stop = async () => {
		await server.stop();
		await api.close();
	};
	return { ...server, stop };
}
