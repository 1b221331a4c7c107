// What `npm test` runs once everything is installed and the web is built. Ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { printFindings, runChecks } from "./check.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

interface Tally {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
}

/** Debian's Chromium, installed where that can be done; browser tests skip aloud without one. */
function ensureChromium(): void {
	if (existsSync("/usr/bin/chromium") || process.platform !== "linux" || process.getuid?.() !== 0) return;
	console.log("Installing Chromium for the browser tests …");
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	for (const args of [
		["update", "-qq"],
		["install", "-y", "-qq", "chromium"],
	]) {
		const { status } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
		if (status !== 0) {
			console.log("Chromium could not be installed; the browser tests will be skipped.");
			return;
		}
	}
}

function vitest(args: readonly string[]): Tally {
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
	if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
	const results = JSON.parse(readFileSync(file, "utf8"));
	rmSync(folder, { recursive: true });
	const failed: number = results.numFailedTests;
	return {
		passed: results.numPassedTests,
		// A suite that breaks outside any test counts as one failure.
		failed: failed === 0 && status !== 0 ? Math.max(1, results.numFailedTestSuites) : failed,
		skipped: results.numPendingTests,
	};
}

ensureChromium();
const findings = await runChecks();
printFindings(findings);
const checks = findings.filter(({ faults }) => faults.length === 0).length;
const tests = vitest(process.argv.slice(2));
const failed = tests.failed + findings.length - checks;
console.log(
	`${tests.passed + checks} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ""}`,
);
process.exitCode = failed === 0 ? 0 : 1;
