// npm run structure [-- --list]: counts structural problems of the code; with --list it prints their locations.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkImports } from "./import-rules.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MAX_FILES = 20;
const MIN_LINES = 20;
/** Folders of numbered files, which may hold more than other folders. */
const SEQUENCES = /^apps\/server\/db\/migrations(\/|$)/;

export interface SourceFile {
	/** From the repository's root. */
	readonly path: string;
	readonly text: string;
}

const isCode = ({ path }: SourceFile) => /\.(ts|tsx|mjs|js)$/.test(path);
const isTest = ({ path }: SourceFile) => /\.test\.tsx?$|^(bench|e2e|soak|testing)\//.test(path);
const countLines = (text: string) => text.split("\n").length - 1;

function findMatches(files: readonly SourceFile[], pattern: RegExp): string[] {
	return files.flatMap(({ path, text }) =>
		[...text.matchAll(pattern)].map(({ index }) => `${path}:${countLines(`${text.slice(0, index)}\n`)}`),
	);
}

/** Citations of documents that are not in the repository. */
const CITATION = /\b(D[12] §|decisions §|style §|C-\d{2}\b|document [12]\b)/g;
/** An object literal that is spread, although its fields could be written out. */
const PACKED_SPREAD = /\.\.\.\{/g;
/** Names of constants that should begin with MAX_ or MIN_. */
const OLD_CONSTANT = /\b(MOST|LEAST)_[A-Z_]+ =/g;
const SQL =
	/\bsql`|\bsql<|\b(listRows|findRow)\(\w+\)<|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\b(pool|client)\.query[<(]|\bCOPY \(/g;
const FEATURE_IMPORT = /from "(\.\.\/)+features\//g;

const filterFolder = (files: readonly SourceFile[], folder: string) =>
	files.filter((file) => file.path.startsWith(folder) && isCode(file) && !isTest(file));

function findCrowdedFolders(files: readonly SourceFile[]): string[] {
	const counts = new Map<string, number>();
	for (const { path: file } of files) {
		const folder = path.posix.dirname(file);
		if (folder !== "." && !SEQUENCES.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}

/** Finds all problems by kind. */
export function findProblems(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
	const code = files.filter((file) => isCode(file) && !file.path.startsWith("tools/checks/structure."));
	const features = filterFolder(files, "apps/server/features/").filter((file) => !/queries\.ts$/.test(file.path));
	return new Map([
		["citations that no reader can open", findMatches(code, CITATION)],
		["packed spreads", findMatches(code, PACKED_SPREAD)],
		["constants named MOST_ or LEAST_", findMatches(code, OLD_CONSTANT)],
		["folders of more than 20 files", findCrowdedFolders(files)],
		[
			"files of under 20 lines",
			code.filter((file) => !isTest(file) && countLines(file.text) < MIN_LINES).map((file) => file.path),
		],
		[
			"files of features with SQL outside queries",
			[...new Set(findMatches(features, SQL).map((at) => at.split(":")[0] ?? ""))],
		],
		["imports from plugins to features", findMatches(filterFolder(files, "apps/server/plugins/"), FEATURE_IMPORT)],
	]);
}

function readFiles(): SourceFile[] {
	const { stdout } = spawnSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" });
	return stdout
		.split("\n")
		.filter((file) => /\.(ts|tsx|mjs|js|css|sql|json|md)$/.test(file) && !file.startsWith("fixtures/"))
		.map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), "utf8") }));
}

if (import.meta.main) {
	const problems = new Map(findProblems(readFiles()));
	const { violations, mutualFeatures } = await checkImports(ROOT, ["packages", "apps"]);
	problems.set("pairs of features that import each other", mutualFeatures);
	problems.set("circular and forbidden imports", violations);
	for (const [rule, found] of problems) {
		console.log(`${String(found.length).padStart(5)}  ${rule}`);
		if (process.argv.includes("--list")) for (const finding of found) console.log(`         ${finding}`);
	}
}
