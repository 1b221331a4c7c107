import { glob } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../apps/server/db/open.ts";
import type { RunningServer } from "../testing/browser/server.ts";
import type { ServerProcess } from "../testing/server/server-process.ts";
import type { Comparison } from "./measure.ts";

export interface BenchContext {
	/** Uses minimal data and repetitions to check that the benchmark runs; the results mean nothing. */
	readonly isTiny: boolean;
	/** Prints a progress line. */
	readonly log: (line: string) => void;
	/** Opens an empty, migrated database. It and the servers are closed after the benchmark. */
	readonly openDatabase: () => Promise<Database>;
	/** Starts a server process on a database, with a data folder of its own. */
	readonly startServer: (database: Database, env?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
	/** Starts a server process with the demo season. */
	readonly startDemo: () => Promise<RunningServer>;
}

export interface Bench {
	/** The argument of `npm run bench`. */
	readonly name: string;
	readonly title: string;
	run(context: BenchContext): Promise<readonly Comparison[]>;
}

/** Finds every file `<name>.bench.ts` below this folder; each exports `bench`. */
export async function findBenches(): Promise<readonly Bench[]> {
	const benches: Bench[] = [];
	for await (const file of glob("**/*.bench.ts", { cwd: import.meta.dirname })) {
		const { bench }: { bench: Bench } = await import(path.join(import.meta.dirname, file));
		benches.push(bench);
	}
	return benches.toSorted((a, b) => a.name.localeCompare(b.name));
}
