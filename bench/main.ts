// npm run bench [NAME]…: runs benchmarks, prints each result next to that of its floor (the minimal version it is compared
// with), and fails if a goal is missed, unless --allow-misses is given. With --tiny it only checks that the benchmarks run.
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "../testing/browser/server.ts";
import { startServerProcess } from "../testing/server/server-process.ts";
import { createDatabases } from "./databases.ts";
import { type Comparison, calibrate, isMet } from "./measure.ts";
import { type Bench, findBenches } from "./registry.ts";
import { formatTable, saveResults } from "./report.ts";

const benches = await findBenches();
const isTiny = process.argv.includes("--tiny");
const allowsMisses = isTiny || process.argv.includes("--allow-misses");
const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
	console.error(
		`No benchmark named ${unknown.join(", ")}. The benchmarks are: ${benches.map(({ name }) => name).join(", ")}`,
	);
	process.exit(2);
}

let missed = 0;
const started = performance.now();
const databases = createDatabases();

/** Runs a benchmark and closes what it opened, the last first. */
async function run(bench: Bench): Promise<readonly Comparison[]> {
	await using opened = new AsyncDisposableStack();
	return await bench.run({
		isTiny,
		log: (line) => console.log(line),
		openDatabase: async () => opened.adopt(await databases.open(), (database) => database.close()),
		startServer: async ({ url }, env) => {
			const { path: folder } = opened.use(await mkdtempDisposable(path.join(tmpdir(), "first-bounce-bench-")));
			const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: folder, ...env });
			return opened.adopt(server, () => server.stop());
		},
		startDemo: async () => opened.adopt(await startServer(), (server) => server.stop()),
	});
}

try {
	for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
		const benchStarted = performance.now();
		const calibrationBefore = calibrate();
		console.log(`\n${bench.title}\n`);
		const comparisons = await run(bench);
		const calibration = [calibrationBefore, calibrate()];
		console.log(`\n${formatTable(comparisons)}\n`);
		const [before, after] = calibration.map((duration) => duration.toFixed(0));
		const seconds = Math.round((performance.now() - benchStarted) / 1_000);
		console.log(`Calibration: ${before} ms before, ${after} ms after; ${seconds} s in all`);
		if (!isTiny) console.log(`Saved in ${await saveResults(bench.name, comparisons, calibration)}`);
		missed += comparisons.filter((comparison) => isMet(comparison) === false).length;
	}
} finally {
	await databases.close();
}
console.log(`\n${Math.round((performance.now() - started) / 1_000)} s`);
if (missed > 0 && !isTiny) console.log(`${missed} ${missed === 1 ? "goal" : "goals"} missed`);
process.exitCode = missed > 0 && !allowsMisses ? 1 : 0;
