// npm run check:nightly -- faults: makes each of the 100 small changes of faults.json in a copy of the sources, and prints which
// test of Vitest finds it. The list stays the same, so that two versions of the tests can be compared. Takes some hours;
// `node tools/run.mjs tools/seeded-faults/main.ts 3 17` tests only the third and the 17th.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyCheckout } from "../checkout-copy.ts";
import { createTestFolder } from "../test-run/test-folder.ts";
import FAULTS from "./faults.json" with { type: "json" };

interface Fault {
	readonly file: string;
	/** Occurs once in the file. */
	readonly find: string;
	readonly replace: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");
const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
/** Such as " FAIL  |server| apps/server/main.test.ts > starts". */
const FIRST_FAILURE = / FAIL .*?([\w./-]+\.test\.tsx?)(?: > (.+))?/;
/** The Vitest projects of `npm test`. */
const PROJECTS = ["--project=server", "--project=web"];
const NOT_FOUND = "not found";
const UNCERTAIN = "uncertain";
const STYLES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

interface Failure {
	readonly file: string;
	readonly title: string;
}

/** Stops the databases of tests that did not end, and deletes their files. */
function deleteTestFolder(folder: string): void {
	for (const name of globSync("**/postmaster.pid", { cwd: folder })) {
		const [pid = ""] = readFileSync(path.join(folder, name), "utf8").split("\n");
		// It may have stopped meanwhile.
		spawnSync("kill", ["-INT", pid]);
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs Vitest until the first failure; returns the failed test, or null if all pass. */
function findFailure(copy: string, args: readonly string[]): Failure | null {
	const folder = createTestFolder();
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[VITEST, ...args, "--run", "--bail=1", "--passWithNoTests"],
		{ cwd: copy, encoding: "utf8", maxBuffer: 64 << 20, env: { ...process.env, TMPDIR: folder, NO_COLOR: "1" } },
	);
	deleteTestFolder(folder);
	if (status === 0) return null;
	const output = `${stdout}${stderr}`.replaceAll(STYLES, "");
	const [, file = "", title = output.slice(-500)] = FIRST_FAILURE.exec(output) ?? [];
	return { file, title };
}

/** Looks for a failure in the tests of the same folder, then in those that import the file, then in all of its project. */
function testFault(copy: string, { file, find, replace }: Fault): string {
	const changed = path.join(copy, file);
	const text = readFileSync(changed, "utf8");
	writeFileSync(
		changed,
		text.replace(find, () => replace),
	);
	const project = file.startsWith("apps/web/") ? "web" : "server";
	const runs = [[`${path.dirname(file)}/`, ...PROJECTS], ["related", file, ...PROJECTS], [`--project=${project}`]];
	let failure: Failure | null = null;
	for (const args of runs) failure ??= findFailure(copy, args);
	writeFileSync(changed, text);
	if (failure === null) return NOT_FOUND;
	const alsoFails = failure.file !== "" && findFailure(copy, [failure.file]) !== null;
	return alsoFails
		? `${UNCERTAIN}: ${failure.file} fails without it too`
		: `found by ${failure.file}: ${failure.title}`;
}

const hasOnce = (file: string, text: string): boolean => {
	const full = path.join(ROOT, file);
	return existsSync(full) && readFileSync(full, "utf8").split(text).length === 2;
};

/** Finds the file of a fault, which may have moved since the list was made; empty if no single file has the text. */
function findFile({ file, find }: Fault): string {
	if (hasOnce(file, find)) return file;
	const args = ["grep", "-lF", "-e", find, "--", "apps", "packages"];
	const { stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
	const [moved = "", ...others] = stdout
		.split("\n")
		.filter((candidate) => candidate !== "" && hasOnce(candidate, find));
	return others.length === 0 ? moved : "";
}

const selected = process.argv.slice(2).map(Number);
const numbered = FAULTS.map((fault, index) => ({ ...fault, file: findFile(fault), number: index + 1 })).filter(
	({ number }) => selected.length === 0 || selected.includes(number),
);
const outdated = numbered.filter(({ file }) => file === "");
if (outdated.length > 0) {
	for (const { number, find } of outdated) console.error(`Fault ${number}: no single file has this text once: ${find}`);
	process.exit(2);
}
const copy = mkdtempSync(path.join(tmpdir(), "first-bounce-faults-"));
try {
	// With the built web, which tests of its size read.
	copyCheckout(copy, { builds: true });
	const outcomes = numbered.map((fault) => {
		const outcome = testFault(copy, fault);
		console.log(`${fault.number} ${fault.file}: ${outcome}\n  - ${fault.find}\n  + ${fault.replace}`);
		return outcome;
	});
	const count = (word: string) => outcomes.filter((outcome) => outcome.startsWith(word)).length;
	console.log(`${count("found by")} of ${outcomes.length} faults found, ${count(UNCERTAIN)} uncertain`);
} finally {
	rmSync(copy, { recursive: true, force: true });
}
