// What `npm test` runs once everything is installed and the web is built. Ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { printFindings, runChecks } from "./check.ts";
import { filtersOf, findNeeds, selectTestFiles } from "./test-selection.ts";
import { readResults, slowestFiles, type TestResults } from "./test-times.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SLOWEST_SHOWN = 15;

/** Installs Debian's Chromium where that can be done; the journeys fail without one. */
function ensureChromium(): void {
	if (process.env.CHROMIUM || existsSync("/usr/bin/chromium")) return;
	if (process.platform !== "linux" || process.getuid?.() !== 0) return;
	console.log("Installing Chromium for the browser tests …");
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	for (const args of [
		["update", "-qq"],
		["install", "-y", "-qq", "chromium"],
	]) {
		const { status } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
		if (status !== 0) {
			console.log("Chromium could not be installed: every browser test will fail.");
			return;
		}
	}
}

function runVitest(args: readonly string[]): TestResults {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-test-"));
	const file = path.join(folder, "results.json");
	const { status } = spawnSync(
		process.execPath,
		[
			path.join(ROOT, "node_modules/vitest/vitest.mjs"),
			"run",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${file}`,
			...args,
		],
		{ cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] },
	);
	const results = existsSync(file)
		? readResults(readFileSync(file, "utf8"), ROOT)
		: { passed: 0, failed: 1, skipped: [], files: [] };
	rmSync(folder, { recursive: true });
	// A suite that fails outside any test counts as one failure.
	return status === 0 ? results : { ...results, failed: Math.max(1, results.failed) };
}

/** Prints the last line; a skipped test fails the run, unless `-t` asked for some titles only. */
function finish({ passed, failed, skipped }: TestResults, isByTitle: boolean): void {
	const leftOut = isByTitle ? [] : skipped;
	if (leftOut.length > 0)
		console.log(`Skipped tests fail the run, because they prove nothing:\n  ${leftOut.join("\n  ")}`);
	console.log(`${passed} passed, ${failed + leftOut.length} failed`);
	process.exitCode = failed + leftOut.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
const filters = filtersOf(args);
const isByTitle = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));
if (filters.length > 0) {
	if (findNeeds(selectTestFiles(filters)).browser) ensureChromium();
	finish(runVitest(args), isByTitle);
} else {
	ensureChromium();
	const findings = await runChecks();
	printFindings(findings);
	const checks = findings.filter(({ faults }) => faults.length === 0).length;
	const tests = runVitest(args);
	console.log(`The slowest test files:\n${slowestFiles(tests.files, SLOWEST_SHOWN)}`);
	finish({ ...tests, passed: tests.passed + checks, failed: tests.failed + findings.length - checks }, isByTitle);
}
