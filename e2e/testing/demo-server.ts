import { startDemoClock } from "../../apps/server/features/demo/ensure-demo.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { createTestDatabase } from "../../apps/server/testing/database.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Starts the product on a copy of the run's demo database, with a data folder and a port of its own. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<RunningServer> {
	const { DEMO_TEMPLATE } = process.env;
	if (!DEMO_TEMPLATE) throw new Error("Playwright's global setup has made no demo database.");
	const database = await createTestDatabase(DEMO_TEMPLATE);
	try {
		await startDemoClock(database, Date.now());
		const server = await startServer({ env: { DEMO: "on", ...env, DATABASE_URL: database.url } });
		const stop = async () => {
			await server.stop();
			await database.close();
		};
		// The same as `fb clock set`, without the start of a process.
		const setClockOfDatabase = (seasonAt: number) => setClock(database.db, { seasonAt }, Date.now());
		return { ...server, stop, setClock: setClockOfDatabase };
	} catch (error) {
		await database.close();
		throw error;
	}
}
