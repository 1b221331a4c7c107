import { existsSync } from "node:fs";
import path from "node:path";
import { joinTestCluster, testDataFolder } from "./database.ts";

/** Vitest's global teardown: stops the shared test server unless another run still uses it. */
export function teardown(): Promise<void> {
	const isRunning = existsSync(path.join(testDataFolder, "postmaster.pid"));
	return isRunning ? joinTestCluster().then((cluster) => cluster.leave()) : Promise.resolve();
}
