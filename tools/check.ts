// npm run check: types, lint and format, unused code, imports, sizes of files and functions, and specification ids.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { findFileProblems } from "./checks/file-sizes.ts";
import { checkImports } from "./checks/import-rules.ts";
import { checkSpecIds } from "./checks/spec-ids.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

interface CheckResult {
	readonly name: string;
	readonly problems: readonly string[];
}

async function runCommand(name: string, script: string, args: readonly string[]): Promise<CheckResult> {
	const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
		cwd: ROOT,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
	const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { name, problems: status === 0 ? [] : [`${stdout}${stderr}`.trim() || `${script} exited with ${status}`] };
}

/** Lists the project's files that match, including untracked ones. */
function listFiles(...patterns: readonly string[]): string[] {
	const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], {
		cwd: ROOT,
		encoding: "utf8",
	});
	return stdout.split("\n").filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
}

async function checkModuleImports(): Promise<CheckResult> {
	const { modules, violations } = await checkImports(ROOT, ["packages", "apps", "testing", "e2e", "soak"]);
	return { name: `imports of ${modules} modules`, problems: violations };
}

const checkFiles = (): CheckResult => ({
	name: "sizes of files and functions, and names",
	problems: findFileProblems(ROOT, listFiles("*.ts", "*.tsx", "*.css", "*.mjs")),
});

function checkIds(): CheckResult {
	const { ids, problems } = checkSpecIds(ROOT, listFiles("docs/spec/*.md", "*.ts", "*.tsx"));
	return { name: `tests of ${ids} specified statements`, problems };
}

/** Runs every check. A check without problems has passed. */
export async function runChecks(): Promise<readonly CheckResult[]> {
	// With the build info of the last run, the compiler checks only what a change can affect.
	const checkTypes = (name: string, project: string) =>
		runCommand(`types of ${name}`, "node_modules/@typescript/native/bin/tsc", [
			// Each further checker would check the shared types again, which takes twice the processor time and is no
			// faster on two processors.
			"-p",
			project,
			"--incremental",
			"--checkers",
			"1",
			"--tsBuildInfoFile",
			path.join(ROOT, "node_modules/.cache/tsc", `${project.replaceAll("/", "-")}.tsbuildinfo`),
		]);
	const biome = ["check", "--max-diagnostics=50", "--error-on-warnings", "."];
	const knip = ["--no-config-hints"];
	// The two sequences run at the same time and take about as long as each other.
	const [types, others] = await Promise.all([
		runInSequence(
			() => checkTypes("packages and server", "tsconfig.json"),
			() => checkTypes("the web", "apps/web/tsconfig.json"),
			() => checkTypes("the service worker", "apps/web/service-worker/tsconfig.json"),
			() => checkTypes("the browser tests", "e2e/tsconfig.json"),
		),
		runInSequence(
			() => runCommand("unused files, exports and dependencies", "node_modules/knip/bin/knip.js", knip),
			() => runCommand("lint and format", "node_modules/@biomejs/biome/bin/biome", biome),
			checkModuleImports,
		),
	]);
	return [...types, ...others, checkFiles(), checkIds()];
}

async function runInSequence(...checks: readonly (() => Promise<CheckResult>)[]): Promise<readonly CheckResult[]> {
	const results: CheckResult[] = [];
	for (const check of checks) results.push(await check());
	return results;
}

export function printResults(results: readonly CheckResult[]): boolean {
	for (const { name, problems } of results) {
		console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name}`);
		for (const problem of problems) console.log(problem.replaceAll(/^/gm, "     "));
	}
	return results.every(({ problems }) => problems.length === 0);
}

if (import.meta.main) process.exitCode = printResults(await runChecks()) ? 0 : 1;
