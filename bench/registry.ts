import { glob } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../apps/server/db/open.ts";
import type { RunningServer } from "../e2e/testing/server.ts";
import type { Comparison } from "./measure.ts";

/** What a bench runs in. */
export interface BenchContext {
	/** Runs with as little data and as few repetitions as show that it works; the figures mean nothing. */
	readonly isTiny: boolean;
	/** Prints a line on the way. */
	readonly note: (line: string) => void;
	/** An empty, migrated database, which the bench closes. */
	readonly openDatabase: () => Promise<Database>;
	/** The product with its demo season, in a process of its own, which the bench stops. */
	readonly startDemo: () => Promise<RunningServer>;
}

export interface Bench {
	/** The word after `npm run bench`. */
	readonly name: string;
	readonly title: string;
	run(context: BenchContext): Promise<readonly Comparison[]>;
}

/** Every bench: each is a file `<name>.bench.ts` below this folder that exports `bench`. */
export async function findBenches(): Promise<readonly Bench[]> {
	const benches: Bench[] = [];
	for await (const file of glob("**/*.bench.ts", { cwd: import.meta.dirname })) {
		const { bench }: { bench: Bench } = await import(path.join(import.meta.dirname, file));
		benches.push(bench);
	}
	return benches.toSorted((a, b) => a.name.localeCompare(b.name));
}
