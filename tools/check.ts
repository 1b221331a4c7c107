// npm run check: types, lint and format, unused code, arrows, file sizes. Every fault is printed; any fault fails.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkArrows } from "./arrows.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const LONGEST_FILE = 300;

interface Finding {
	readonly name: string;
	readonly faults: readonly string[];
}

function command(name: string, script: string, args: readonly string[]): Finding {
	const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, script), ...args], {
		cwd: ROOT,
		encoding: "utf8",
		maxBuffer: 64 << 20,
	});
	return { name, faults: status === 0 ? [] : [`${stdout}${stderr}`.trim() || `${script} ended with ${status}`] };
}

/** The project's source files as git knows them, the untracked ones included; the whole tree outside git. */
function sources(): string[] {
	const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.css", "*.mjs"], {
		cwd: ROOT,
		encoding: "utf8",
	});
	return stdout.split("\n").filter((file) => file !== "" && !/\.test\.tsx?$|\/testing\//.test(file));
}

function sizes(): Finding {
	const faults = sources().flatMap((file) => {
		const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n").length - 1;
		return lines > LONGEST_FILE && !file.includes("/data/")
			? [`${file}: ${lines} lines, more than ${LONGEST_FILE}`]
			: [];
	});
	const unnamed = sources().filter((file) => /\/(utils?|helpers?|misc|common)\.tsx?$/.test(file));
	return {
		name: "file sizes and names",
		faults: [...faults, ...unnamed.map((file) => `${file}: a name that says nothing`)],
	};
}

async function arrows(): Promise<Finding> {
	const { modules, violations } = await checkArrows(ROOT, ["packages", "apps"]);
	return { name: `arrows between ${modules} modules`, faults: violations };
}

/** Runs every check; resolves to what was found, a finding without faults being a pass. */
export async function runChecks(): Promise<readonly Finding[]> {
	const tsc = "node_modules/@typescript/native/bin/tsc";
	return [
		command("types of packages and server", tsc, ["-p", "tsconfig.json"]),
		command("types of the web", tsc, ["-p", "apps/web/tsconfig.json"]),
		command("types of the journeys", tsc, ["-p", "e2e/tsconfig.json"]),
		command("lint and format", "node_modules/@biomejs/biome/bin/biome", [
			"check",
			"--max-diagnostics=50",
			"--error-on-warnings",
			".",
		]),
		command("unused files, exports and dependencies", "node_modules/knip/bin/knip.js", ["--no-config-hints"]),
		await arrows(),
		sizes(),
	];
}

/** Prints the findings; true when there is no fault. */
export function printFindings(findings: readonly Finding[]): boolean {
	for (const { name, faults } of findings) {
		console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${name}`);
		for (const fault of faults) console.log(fault.replaceAll(/^/gm, "     "));
	}
	return findings.every(({ faults }) => faults.length === 0);
}

if (import.meta.main) process.exitCode = printFindings(await runChecks()) ? 0 : 1;
