// What `npm test` runs once everything is installed and the web is built. Ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { printFindings, runChecks } from "./check.ts";
import { createTestFolder } from "./test-run/test-folder.ts";
import { filtersOf, findNeeds, isJourney, journeyArgs, selectTestFiles } from "./test-run/test-selection.ts";
import { joinResults, readResults, slowestFiles, type TestResults } from "./test-run/test-times.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SLOWEST_SHOWN = 15;
const FOLDER = createTestFolder();
const REPORT = path.join(FOLDER, "results.json");

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

/** Runs a test runner that writes a report; a run that fails outside any test counts as one failure. */
function runTests(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): TestResults {
	const { status } = spawnSync(process.execPath, [path.join(ROOT, script), ...args], {
		cwd: ROOT,
		env: { ...process.env, TMPDIR: FOLDER, ...env },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const results = existsSync(REPORT)
		? readResults(readFileSync(REPORT, "utf8"), ROOT)
		: { passed: 0, failed: 1, skipped: [], files: [], failedJourneys: [] };
	rmSync(REPORT, { force: true });
	return status === 0 ? results : { ...results, failed: Math.max(1, results.failed) };
}

const runVitest = (args: readonly string[]): TestResults =>
	runTests("node_modules/vitest/vitest.mjs", [
		"run",
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${REPORT}`,
		...args,
	]);

/** Runs the journeys. Files with a failure run again to record a trace: their second result does not count. */
function runJourneys(args: readonly string[]): TestResults {
	const playwright = (...options: readonly string[]) =>
		runTests("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json", ...options], {
			PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
		});
	const results = playwright(...args);
	if (results.failedJourneys.length > 0) {
		console.log("Recording traces of the journeys that failed; this run does not count.");
		playwright(...results.failedJourneys, "--trace=retain-on-failure", "--output=test-results/traced");
	}
	return results;
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
/** A project is one of Vitest's. */
const hasProject = args.some((arg) => /^--project(=|$)/.test(arg));
const isByTitle = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));
if (filters.length > 0) {
	const files = selectTestFiles(filters);
	const journeys = hasProject ? [] : files.filter(isJourney);
	if (findNeeds(files).browser) ensureChromium();
	const runs: TestResults[] = [];
	if (journeys.length < files.length || files.length === 0) runs.push(runVitest(args));
	if (journeys.length > 0) runs.push(runJourneys(journeyArgs(args, journeys)));
	finish(joinResults(runs), isByTitle);
} else {
	ensureChromium();
	const findings = await runChecks();
	printFindings(findings);
	const checks = findings.filter(({ faults }) => faults.length === 0).length;
	const runs = [runVitest(args)];
	if (!hasProject) runs.push(runJourneys(journeyArgs(args, [])));
	const tests = joinResults(runs);
	console.log(`The slowest test files:\n${slowestFiles(tests.files, SLOWEST_SHOWN)}`);
	finish({ ...tests, passed: tests.passed + checks, failed: tests.failed + findings.length - checks }, isByTitle);
}
rmSync(FOLDER, { recursive: true, force: true, maxRetries: 3 });
