// npm run check: types, lint and format, unused code, imports, file sizes and specification ids.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { checkArrows } from "./checks/arrows.ts";
import { findFileProblems } from "./checks/file-sizes.ts";
import { checkSpecIds } from "./checks/spec-ids.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

interface Finding {
	readonly name: string;
	readonly problems: readonly string[];
}

async function runCommand(name: string, script: string, args: readonly string[]): Promise<Finding> {
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

async function checkModuleArrows(): Promise<Finding> {
	const { modules, violations } = await checkArrows(ROOT, ["packages", "apps"]);
	return { name: `arrows between ${modules} modules`, problems: violations };
}

const checkFiles = (): Finding => ({
	name: "file sizes and names",
	problems: findFileProblems(ROOT, listFiles("*.ts", "*.tsx", "*.css", "*.mjs")),
});

function checkIds(): Finding {
	const { ids, problems } = checkSpecIds(ROOT, listFiles("docs/spec/*.md", "*.ts", "*.tsx"));
	return { name: `tests of ${ids} specified statements`, problems };
}

/** Runs every check. A finding without problems is a pass. */
export async function runChecks(): Promise<readonly Finding[]> {
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
	// Both sequences take about the same time, and each has a processor of its own.
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
			checkModuleArrows,
		),
	]);
	return [...types, ...others, checkFiles(), checkIds()];
}

async function runInSequence(...checks: readonly (() => Promise<Finding>)[]): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	for (const check of checks) findings.push(await check());
	return findings;
}

/** Prints the findings and returns whether there are no problems. */
export function printFindings(findings: readonly Finding[]): boolean {
	for (const { name, problems } of findings) {
		console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name}`);
		for (const problem of problems) console.log(problem.replaceAll(/^/gm, "     "));
	}
	return findings.every(({ problems }) => problems.length === 0);
}

if (import.meta.main) process.exitCode = printFindings(await runChecks()) ? 0 : 1;
