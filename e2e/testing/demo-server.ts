import { inject } from "vitest";
import { startDemoClock } from "../../apps/server/seasons/demo/ensure-demo.ts";
import { testDatabase } from "../../apps/server/testing/database.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Starts the product on a copy of the run's demo database, with a data folder and a port of its own. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<RunningServer> {
	const database = await testDatabase(inject("demoTemplate"));
	try {
		await startDemoClock(database, Date.now());
		const server = await startServer({ env: { DEMO: "on", ...env, DATABASE_URL: database.url } });
		const stop = async () => {
			await server.stop();
			await database.close();
		};
		return { ...server, stop };
	} catch (error) {
		await database.close();
		throw error;
	}
}
