import { glob } from "node:fs/promises";
import path from "node:path";
import type { Comparison } from "./measure.ts";

export interface Bench {
	/** The word after `npm run bench`. */
	readonly name: string;
	readonly title: string;
	/** Measures; what has to be said on the way goes to `note`, a line at a time. */
	run(note: (line: string) => void): Promise<readonly Comparison[]>;
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
