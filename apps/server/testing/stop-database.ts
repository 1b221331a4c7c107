import { existsSync } from "node:fs";
import path from "node:path";
import { joinTestCluster, testDataFolder } from "./database.ts";

/** For vitest's globalSetup: once a run is over, stops the shared test server unless another run still uses it. */
export function teardown(): Promise<void> {
	const isRunning = existsSync(path.join(testDataFolder, "postmaster.pid"));
	return isRunning ? joinTestCluster().then((cluster) => cluster.leave()) : Promise.resolve();
}
