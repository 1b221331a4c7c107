// npm run soak [-- --rounds 12 --faults 300 --kills 20 --teams 200 --seed 1 --publications 3000]: plays the same season twice,
// once with faulty stats and server kills and once without. Both must end with identical results. Then a page stays open for
// 3,000 score updates, and neither its heap nor the server's may grow. Takes about ten minutes.
// npm run soak -- pgbouncer: plays a season and saves teams through Debian's PgBouncer in transaction mode.
// npm run soak -- rolling-upgrade [COMMIT]: starts two processes of the last release, or of the commit, and replaces them with
// this version, one after the other, while managers save and read. Needs the repository's history and a package registry.
// npm run soak -- failover [5]: kills a database's primary during saves and promotes its standby, 5 times.
// npm run soak -- imports [300]: imports a season again with each of 300 random sets of edits in files and console, which --seed
// determines.
// npm run soak -- chaos [30] [1897]: for 30 minutes, processes, database, standby, disk, clock and stats provider fail in turn, in
// an order drawn from the seed 1897, while managers save and rounds are played. Then every acknowledged save must have its
// receipt, and every round is recomputed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createScratchDatabase } from "../apps/server/db/scratch.ts";
import { playSeason, type SoakOptions, type SoakResult } from "./play-season.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seed: { type: "string", default: "1" },
		rounds: { type: "string", default: "12" },
		teams: { type: "string", default: "200" },
		faults: { type: "string", default: "300" },
		kills: { type: "string", default: "20" },
		"clock-stops": { type: "string", default: "5" },
		publications: { type: "string", default: "3000" },
	},
});

/** Runs Vitest and exits with its code. */
async function runVitest(args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<never> {
	const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
	const env = { ...process.env, ...settings };
	const options = { cwd: fileURLToPath(new URL("..", import.meta.url)), env, stdio: "inherit" } as const;
	const child = spawn(process.execPath, [vitest, "run", ...args], options);
	const [code] = await once(child, "close");
	// Null if a signal has ended it.
	process.exit(code ?? 1);
}

if (positionals[0] === "failover") {
	const settings = { FAILOVERS: positionals[1] ?? "5", FAILOVER_SEED: values.seed };
	await runVitest(["apps/server/db/servers/failover.test.ts"], settings);
}
if (positionals[0] === "imports") {
	const settings = { IMPORT_RUNS: positionals[1] ?? "300", IMPORT_SEED: values.seed };
	await runVitest(["apps/server/features/operator/season-imports/merge-property.test.ts"], settings);
}
if (positionals[0] === "chaos") {
	const settings = { CHAOS_MINUTES: positionals[1] ?? "30", CHAOS_SEED: positionals[2] ?? "1897" };
	await runVitest(["--config", "soak/vitest.config.ts", "soak/chaos"], settings);
}
if (positionals[0] === "pgbouncer") await runVitest(["--config", "soak/vitest.config.ts", "soak/pgbouncer"]);
if (positionals[0] === "rolling-upgrade") {
	const settings = { PREVIOUS_COMMIT: positionals[1] ?? "" };
	await runVitest(["--config", "soak/vitest.config.ts", "soak/rolling-upgrade"], settings);
}

const HEAP_CHECK = fileURLToPath(new URL("browser/heap-growth.ts", import.meta.url));
const soakOptions = {
	seed: Number(values.seed),
	rounds: Number(values.rounds),
	teams: Number(values.teams),
	faults: Number(values.faults),
	kills: Number(values.kills),
	clockStops: Number(values["clock-stops"]),
};

const start = performance.now();
const formatElapsed = () => `${Math.round((performance.now() - start) / 1_000)} s`;

async function play(name: string, options: SoakOptions): Promise<SoakResult> {
	const database = await createScratchDatabase();
	try {
		const log = (line: string) => console.log(`  ${formatElapsed()}  ${name}  ${line}`);
		const result = await playSeason(database, { ...options, log });
		console.log(`${name}: finished after ${formatElapsed()}`);
		return result;
	} finally {
		await database.close();
	}
}

/** Checks the heaps of an open page and its server after thousands of score updates. */
async function checkHeaps(): Promise<boolean> {
	if (values.publications === "0") return true;
	const child = spawn(process.execPath, [HEAP_CHECK, values.publications], { stdio: "inherit" });
	const [code] = await once(child, "close");
	return code === 0;
}

const formatCounts = (counts: ReadonlyMap<string, number>) =>
	[...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");

console.log(
	`${soakOptions.rounds} rounds, ${soakOptions.teams} teams: undisturbed, and with ${soakOptions.faults} faults and ${soakOptions.kills} kills`,
);
// The two seasons run in parallel, because each mostly waits for its server, which acts once a second. If one fails, the other
// still runs to its end and stops its own server.
const results = await Promise.allSettled([
	play("Undisturbed", { ...soakOptions, faults: 0, kills: 0 }),
	play("Disturbed", soakOptions),
]);
const [undisturbed, disturbed] = results.map((result) => {
	if (result.status === "rejected") throw result.reason;
	return result.value;
});
if (!undisturbed || !disturbed) throw new Error("The seasons were not played");
const faults = [...disturbed.faults.values()].reduce((sum, count) => sum + count, 0);
console.log(`Faults: ${formatCounts(disturbed.faults)}`);
console.log(`Payloads: ${formatCounts(disturbed.verdicts)}; undisturbed ${formatCounts(undisturbed.verdicts)}`);
const isSame = undisturbed.outcome === disturbed.outcome;
console.log(
	`${faults} faults, ${disturbed.kills} kills: ${isSame ? "identical standings, prices, stats, results and ladders" : "DIFFERENT"} (${undisturbed.outcome.length} characters)`,
);
if (!isSame) {
	const disturbedLines = new Set(disturbed.outcome.split("\n"));
	for (const line of undisturbed.outcome
		.split("\n")
		.filter((candidate) => !disturbedLines.has(candidate))
		.slice(0, 10))
		console.log(`  ${line}`);
}
const hasAllFaults = faults === soakOptions.faults && disturbed.kills === soakOptions.kills;
// A quarantined payload is superseded by the next valid one of the same match.
const areFaultsRepaired =
	(disturbed.verdicts.get("superseded") ?? 0) > 0 &&
	!undisturbed.verdicts.has("superseded") &&
	!undisturbed.verdicts.has("quarantined");
const isHeapStable = await checkHeaps();
const hasPassed = isSame && hasAllFaults && areFaultsRepaired && isHeapStable;
console.log(`Soak test ${hasPassed ? "passed" : "FAILED"} after ${formatElapsed()}`);
process.exitCode = hasPassed ? 0 : 1;
