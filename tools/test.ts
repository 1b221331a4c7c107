// `npm test` runs this once everything is installed and built. The last line is `N passed, N failed`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { listUntriedEngines } from "../testing/browser/engines/engines.ts";
import { printResults, runChecks } from "./check.ts";
import { ensureDebianPackages } from "./test-run/debian-packages.ts";
import { createTestFolder } from "./test-run/test-folder.ts";
import {
	formatFailures,
	formatSlowestFiles,
	mergeResults,
	NO_RESULTS,
	readResults,
	readUnhandledErrors,
	type TestResults,
} from "./test-run/test-results.ts";
import {
	buildPlaywrightArgs,
	findNeeds,
	isBrowserTest,
	listFilters,
	selectTestFiles,
} from "./test-run/test-selection.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SLOWEST_FILES_SHOWN = 15;
const listProjects = (...names: readonly string[]) => names.map((name) => `--project=${name}`);
/** The projects of vitest.config.ts and playwright.config.ts without the nightly ones, which run if their files are named. */
const DAILY_TESTS = listProjects("server", "web");
const DAILY_BROWSER_TESTS = listProjects("windowed", "longest", "others");
const FOLDER = createTestFolder();
const REPORT = path.join(FOLDER, "results.json");
const UNHANDLED_ERRORS = path.join(FOLDER, "unhandled-errors.json");

/** Runs a test runner that writes a report. A failure outside any test counts as one failed test. */
async function runTests(
	runner: string,
	script: string,
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
): Promise<TestResults> {
	const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
		cwd: ROOT,
		env: { ...process.env, TMPDIR: FOLDER, ...env },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const [status] = await once(child, "close");
	const report = readAndDelete(REPORT);
	const unhandledErrors = readAndDelete(UNHANDLED_ERRORS);
	const results = mergeResults([
		report ? readResults(report, ROOT) : NO_RESULTS,
		unhandledErrors ? readUnhandledErrors(unhandledErrors, ROOT) : NO_RESULTS,
	]);
	if (status === 0 && report) return results;
	const unreportedFailure = { file: runner, title: "failed outside its tests; its output has the error", error: "" };
	return {
		...results,
		failed: Math.max(1, results.failed),
		failures: results.failures.length > 0 ? results.failures : [unreportedFailure],
	};
}

/** Reads a report and deletes it, so that it cannot be taken for the next runner's; null if there is none. */
function readAndDelete(file: string): string | null {
	if (!existsSync(file)) return null;
	const text = readFileSync(file, "utf8");
	rmSync(file);
	return text;
}

const runVitest = (args: readonly string[]): Promise<TestResults> =>
	runTests(
		"Vitest",
		"node_modules/vitest/vitest.mjs",
		[
			"run",
			"--reporter=default",
			"--reporter=json",
			`--reporter=${path.join(ROOT, "tools/test-run/unhandled-error-reporter.ts")}`,
			`--outputFile.json=${REPORT}`,
			...args,
		],
		{ UNHANDLED_ERRORS_FILE: UNHANDLED_ERRORS },
	);

/** Runs the browser tests. Failed files run again to record a trace; their second result does not count. */
async function runBrowserTests(args: readonly string[]): Promise<TestResults> {
	const runPlaywright = (...options: readonly string[]) =>
		runTests("Playwright", "node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json", ...options], {
			PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
		});
	const results = await runPlaywright(...args);
	if (results.failedBrowserTests.length > 0) {
		console.log("Recording traces of the failed browser tests; the result of this run does not count.");
		await runPlaywright(...results.failedBrowserTests, "--trace=retain-on-failure", "--output=test-results/traced");
	}
	return results;
}

function printUntriedEngines(): void {
	for (const line of listUntriedEngines()) console.log(line);
}

/** Prints the last line. A skipped test fails the run unless `-t` selected titles. */
function finish({ passed, failed, skipped }: TestResults, hasTitleFilter: boolean): void {
	const forbiddenSkips = hasTitleFilter ? [] : skipped;
	if (forbiddenSkips.length > 0) console.log(`Skipped tests fail the run:\n  ${forbiddenSkips.join("\n  ")}`);
	console.log(`${passed} passed, ${failed + forbiddenSkips.length} failed`);
	process.exitCode = failed + forbiddenSkips.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
const filters = listFilters(args);
/** Only Vitest has projects. */
const hasProject = args.some((arg) => /^--project(=|$)/.test(arg));
const hasTitleFilter = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));
if (filters.length > 0) {
	const files = selectTestFiles(filters);
	const browserTests = hasProject ? [] : files.filter(isBrowserTest);
	const needs = findNeeds(files);
	ensureDebianPackages(needs);
	const runs: TestResults[] = [];
	if (browserTests.length < files.length || files.length === 0) runs.push(await runVitest(args));
	// The journeys of missing engines are no tests.
	const options = needs.engines ? ["--pass-with-no-tests"] : [];
	if (browserTests.length > 0)
		runs.push(await runBrowserTests([...buildPlaywrightArgs(args, browserTests), ...options]));
	if (needs.engines) printUntriedEngines();
	finish(mergeResults(runs), hasTitleFilter);
} else {
	ensureDebianPackages({ browser: true, engines: true, examples: true, promtool: true, pgbouncer: true });
	const runs = [await runVitest(hasProject ? args : [...DAILY_TESTS, ...args])];
	const browserTests = hasProject
		? NO_RESULTS
		: runBrowserTests([...DAILY_BROWSER_TESTS, ...buildPlaywrightArgs(args, [])]);
	// Pages wait for servers and timers, and the checks use only the time that is left: they inherit this priority, the browser
	// tests, which have started, do not.
	setPriority(constants.priority.PRIORITY_LOW);
	const checkResults = await runChecks();
	runs.push(await browserTests);
	printResults(checkResults);
	const checks = checkResults.filter(({ problems }) => problems.length === 0).length;
	const failedChecks = checkResults
		.filter(({ problems }) => problems.length > 0)
		.map(({ name, problems }) => ({ file: "npm run check", title: name, error: problems.join("\n") }));
	const tests = mergeResults(runs);
	const failures = [...failedChecks, ...tests.failures];
	// A CI service may keep only the end of the output.
	if (failures.length > 0) console.log(`Failed:\n${formatFailures(failures)}`);
	console.log(`The slowest test files:\n${formatSlowestFiles(tests.files, SLOWEST_FILES_SHOWN)}`);
	if (!hasProject) printUntriedEngines();
	finish(
		{ ...tests, passed: tests.passed + checks, failed: tests.failed + checkResults.length - checks },
		hasTitleFilter,
	);
}
rmSync(FOLDER, { recursive: true, force: true, maxRetries: 3 });
