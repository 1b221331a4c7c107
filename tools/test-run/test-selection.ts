// `node tools/test-run/test-selection.ts ARGS` exits with 0 if the tests that these arguments select do not need the web build.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TEST_FILES = ["apps", "packages", "testing", "tools", "bench", "soak", "e2e"].map(
	(folder) => `${folder}/**/*.test.{ts,tsx}`,
);
const IGNORED_FOLDERS = /(^|[\\/])(node_modules|dist)([\\/]|$)/;

/** The programs and builds that tests need besides the sources. */
export interface TestNeeds {
	/** The web build. */
	readonly web: boolean;
	readonly browser: boolean;
	/** Firefox and WebKit. */
	readonly engines: boolean;
	/** R and Python, for the examples of docs/api. */
	readonly examples: boolean;
	/** Prometheus's rule checker, for deploy/monitoring. */
	readonly promtool: boolean;
	readonly pgbouncer: boolean;
}

/** Lists the test files whose path contains one of the filters. */
export function selectTestFiles(filters: readonly string[]): string[] {
	const paths = filters.map((filter) => {
		// A filter such as ./e2e/leagues.test.ts is a path from the current folder; any other is part of a path.
		const absolute = path.resolve(filter);
		const isPath = existsSync(absolute) && (filter.startsWith(".") || path.isAbsolute(filter));
		const relative = isPath ? path.relative(ROOT, absolute) : filter;
		// The file name may be followed by a line number.
		return relative.replace(/:\d+$/, "").split(path.sep).join("/");
	});
	return globSync(TEST_FILES, { cwd: ROOT, exclude: (file) => IGNORED_FOLDERS.test(file) })
		.map((file) => file.split(path.sep).join("/"))
		.filter((file) => paths.some((filter) => file.includes(filter)))
		.toSorted();
}

/** Playwright runs these test files; Vitest runs all others. */
export const isBrowserTest = (file: string): boolean => file.startsWith("e2e/");

/** Browser tests need the web build and Chromium; other tests need the build only if they read `apps/web/dist`. */
export function findNeeds(files: readonly string[]): TestNeeds {
	const readsBuild = (file: string) => readFileSync(path.join(ROOT, file), "utf8").includes("apps/web/dist");
	return {
		browser: files.some(isBrowserTest),
		engines: files.some((file) => file.startsWith("e2e/engines/")),
		examples: files.includes("apps/server/api-examples.test.ts"),
		pgbouncer: files.includes("apps/server/db/servers/pgbouncer.test.ts"),
		promtool: files.includes("tools/release/monitoring.test.ts"),
		web: files.some((file) => isBrowserTest(file) || readsBuild(file)),
	};
}

const OPTIONS_WITH_VALUE = new Set(["-t", "--testNamePattern", "--project", "--reporter", "--shard"]);

/** Lists the arguments that are neither options nor values of options. */
export const listFilters = (args: readonly string[]): string[] =>
	args.filter((arg, index) => !arg.startsWith("-") && !OPTIONS_WITH_VALUE.has(args[index - 1] ?? ""));

/** Builds Playwright's arguments for test files. Of Vitest's options, only the title has an equivalent. */
export function buildPlaywrightArgs(args: readonly string[], browserTests: readonly string[]): string[] {
	const at = args.findIndex((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));
	if (at < 0) return [...browserTests];
	const title = args[at]?.includes("=") ? args[at].slice(args[at].indexOf("=") + 1) : (args[at + 1] ?? "");
	return [...browserTests, "--grep", title, "--pass-with-no-tests"];
}

if (process.argv[1] === import.meta.filename) {
	const filters = listFilters(process.argv.slice(2));
	process.exitCode = filters.length === 0 || findNeeds(selectTestFiles(filters)).web ? 1 : 0;
}
