// npm run check:nightly [-- NAME…]: runs what takes too long for `npm test`: every benchmark, tests of a second copy of the product
// or of whole seasons, and seasons under failures. Ends with a line for each run, and fails if one failed. Goals of benchmarks that were missed
// are counted but do not fail it, because the ratios depend on the machine. Needs the repository's history and, for all of it, root
// on Debian.
import { spawnSync } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Finds the commit from which the rolling upgrade starts: the newest that is at least a week old; "" if there is none. */
function findLastWeek(): string {
	const { stdout } = spawnSync("git", ["rev-list", "-1", "--before=1 week ago", "HEAD"], {
		cwd: ROOT,
		encoding: "utf8",
	});
	return stdout.trim();
}

const lastWeek = findLastWeek();

const RUNS = [
	{ name: "bench", script: "bench/main.ts", args: ["--allow-misses"] },
	{ name: "server", script: "node_modules/vitest/vitest.mjs", args: ["run", "--project=nightly"] },
	{ name: "browser", script: "node_modules/@playwright/test/cli.js", args: ["test", "--project=nightly"] },
	{ name: "soak", script: "soak/main.ts", args: [] },
	{ name: "chaos", script: "soak/main.ts", args: ["chaos", "10"] },
	{ name: "failover", script: "soak/main.ts", args: ["failover", "5"] },
	{ name: "imports", script: "soak/main.ts", args: ["imports", "300"] },
	{ name: "pgbouncer", script: "soak/main.ts", args: ["pgbouncer"] },
	{ name: "rolling-upgrade", script: "soak/main.ts", args: ["rolling-upgrade", lastWeek] },
];

/** Takes hours, so it runs only if it is named. */
const FAULTS = { name: "faults", script: "tools/seeded-faults/main.ts", args: [] };

const names = process.argv.slice(2);
const unknown = names.filter((name) => ![...RUNS, FAULTS].some((run) => run.name === name));
if (unknown.length > 0) {
	console.error(
		`No run named ${unknown.join(", ")}. The runs are: ${[...RUNS, FAULTS].map(({ name }) => name).join(", ")}`,
	);
	process.exit(2);
}

const selected = names.length === 0 ? RUNS : [...RUNS, FAULTS].filter(({ name }) => names.includes(name));
if (lastWeek === "" && selected.some(({ name }) => name === "rolling-upgrade")) {
	console.error("The rolling upgrade starts from the commit of a week ago, which is not here: git fetch --unshallow");
	process.exit(2);
}
const results = selected.map(({ name, script, args }) => {
	console.log(`\n=== ${name} ===`);
	const start = performance.now();
	const { status } = spawnSync(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT, stdio: "inherit" });
	return { name, hasPassed: status === 0, seconds: Math.round((performance.now() - start) / 1_000) };
});
console.log("");
for (const { name, hasPassed, seconds } of results)
	console.log(`${hasPassed ? "ok  " : "FAIL"} ${name.padEnd(16)} ${seconds} s`);
const failed = results.filter(({ hasPassed }) => !hasPassed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
