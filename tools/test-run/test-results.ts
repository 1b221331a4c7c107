// Prints how long each test file took: `node tools/test-run/test-results.ts results.json` for a report of Vitest's or Playwright's
// json reporter.
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface FileTime {
	readonly project: string;
	readonly file: string;
	readonly seconds: number;
}

export interface TestFailure {
	/** The test file, or the name of whatever else failed. */
	readonly file: string;
	readonly title: string;
	readonly error: string;
}

export interface TestResults {
	readonly passed: number;
	readonly failed: number;
	readonly failures: readonly TestFailure[];
	/** File and title of each skipped or todo test. */
	readonly skipped: readonly string[];
	readonly files: readonly FileTime[];
	readonly failedBrowserTests: readonly string[];
}

export const NO_RESULTS: TestResults = {
	passed: 0,
	failed: 0,
	failures: [],
	skipped: [],
	files: [],
	failedBrowserTests: [],
};

interface VitestReport {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly testResults: readonly {
		readonly name: string;
		readonly startTime: number;
		readonly endTime: number;
		/** The error of a file that failed outside its tests. */
		readonly message: string;
		readonly assertionResults: readonly {
			readonly status: string;
			readonly fullName: string;
			readonly failureMessages: readonly string[];
		}[];
	}[];
}

interface PlaywrightTest {
	readonly status: "expected" | "unexpected" | "flaky" | "skipped";
	readonly results: readonly {
		readonly startTime: string;
		readonly duration: number;
		readonly errors: readonly PlaywrightError[];
	}[];
}

interface PlaywrightError {
	readonly message?: string;
}

interface PlaywrightSuite {
	readonly title: string;
	readonly file: string;
	readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[];
	readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
	readonly config: { readonly rootDir: string };
	readonly suites: readonly PlaywrightSuite[];
	/** Errors outside any test, for example in the global setup. */
	readonly errors: readonly PlaywrightError[];
}

const EXECUTED_STATUSES = new Set(["passed", "failed"]);

/** Gets the Vitest project of a file, which the report does not contain. */
const getProject = (file: string): string => (file.startsWith("apps/web/") ? "web" : "server");

const getRelativePath = (root: string, file: string): string => path.relative(root, file).split(path.sep).join("/");

export function readResults(json: string, root: string): TestResults {
	const report: VitestReport | PlaywrightReport = JSON.parse(json);
	return "suites" in report ? readPlaywright(report, root) : readVitest(report, root);
}

function readPlaywright({ config, suites, errors }: PlaywrightReport, root: string): TestResults {
	const files = suites.map((suite) => {
		const tests = listTests(suite);
		const runs = tests.flatMap(({ results }) => results);
		const starts = runs.map(({ startTime }) => Date.parse(startTime));
		const ends = runs.map(({ startTime, duration }) => Date.parse(startTime) + duration);
		const file = getRelativePath(root, path.resolve(config.rootDir, suite.file));
		const milliseconds = runs.length === 0 ? 0 : Math.max(...ends) - Math.min(...starts);
		return { file, tests, seconds: convertToSeconds(milliseconds) };
	});
	const count = (status: string) => files.flatMap(({ tests }) => tests).filter((test) => test.status === status).length;
	return {
		passed: count("expected"),
		failed: count("unexpected") + count("flaky") + errors.length,
		failures: [
			...files.flatMap(({ file, tests }) =>
				tests
					.filter(({ status }) => status === "unexpected" || status === "flaky")
					.map(({ title, results }) => ({ file, title, error: joinErrors(results.flatMap(({ errors: own }) => own)) })),
			),
			...errors.map((error) => ({ file: "browser tests", title: "outside any test", error: joinErrors([error]) })),
		],
		skipped: files.flatMap(({ file, tests }) =>
			tests.filter(({ status }) => status === "skipped").map(({ title }) => `${file}: ${title}`),
		),
		files: files
			.map(({ file, seconds }) => ({ project: "browser", file, seconds }))
			.toSorted((a, b) => b.seconds - a.seconds),
		failedBrowserTests: files
			.filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
			.map(({ file }) => file),
	};
}

const joinErrors = (errors: readonly PlaywrightError[]): string => errors.map(({ message = "" }) => message).join("\n");

function listTests({ specs, suites = [] }: PlaywrightSuite): (PlaywrightTest & { readonly title: string })[] {
	const ownResults = specs.flatMap(({ title, tests }) =>
		tests.map(({ status, results }) => ({ title, status, results })),
	);
	return [...ownResults, ...suites.flatMap(listTests)];
}

const convertToSeconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/** Merges the results of several runs. */
export const mergeResults = (results: readonly TestResults[]): TestResults => ({
	passed: results.reduce((sum, { passed }) => sum + passed, 0),
	failed: results.reduce((sum, { failed }) => sum + failed, 0),
	failures: results.flatMap(({ failures }) => failures),
	skipped: results.flatMap(({ skipped }) => skipped),
	files: results.flatMap(({ files }) => files).toSorted((a, b) => b.seconds - a.seconds),
	failedBrowserTests: results.flatMap(({ failedBrowserTests }) => failedBrowserTests),
});

function readVitest(report: VitestReport, root: string): TestResults {
	const files = report.testResults.map((testResult) => ({
		...testResult,
		file: getRelativePath(root, testResult.name),
	}));
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		failures: files.flatMap(({ file, message, assertionResults }) => [
			...(message === "" ? [] : [{ file, title: "outside its tests", error: message }]),
			...assertionResults
				.filter(({ status }) => status === "failed")
				.map(({ fullName, failureMessages }) => ({ file, title: fullName, error: failureMessages.join("\n") })),
		]),
		skipped: files.flatMap(({ file, assertionResults }) =>
			assertionResults
				.filter(({ status }) => !EXECUTED_STATUSES.has(status))
				.map(({ fullName }) => `${file}: ${fullName}`),
		),
		files: files
			.map(({ file, startTime, endTime }) => ({
				project: getProject(file),
				file,
				seconds: convertToSeconds(endTime - startTime),
			}))
			.toSorted((a, b) => b.seconds - a.seconds),
		failedBrowserTests: [],
	};
}

interface UnhandledError {
	readonly message: string;
	readonly stack?: string;
	/** The test file that ran when the error was thrown. */
	readonly VITEST_TEST_PATH?: string;
}

/** Reads what `UnhandledErrorReporter` wrote. Each error counts as a failed test. */
export function readUnhandledErrors(json: string, root: string): TestResults {
	const errors: readonly UnhandledError[] = JSON.parse(json);
	return {
		...NO_RESULTS,
		failed: errors.length,
		failures: errors.map(({ message, stack, VITEST_TEST_PATH: file }) => ({
			file: file ? getRelativePath(root, file) : "Vitest",
			title: "an error that no test caught, while or before this file ran",
			error: stack?.includes(message) ? stack : [message, stack ?? []].flat().join("\n"),
		})),
	};
}

/** Formats a line for each of the slowest files: seconds, project and file. */
export const formatSlowestFiles = (files: readonly FileTime[], count: number): string =>
	files
		.slice(0, count)
		.map(({ project, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${project.padEnd(8)}  ${file}`)
		.join("\n");

const ERROR_LINES_SHOWN = 6;
const STACK_LINE = /^\s+at /;

/** Formats each failure as file and title, the first lines of its error and where the project's code threw it. */
export const formatFailures = (failures: readonly TestFailure[]): string =>
	failures
		.map(({ file, title, error }) => {
			const lines = stripVTControlCharacters(error)
				.split("\n")
				.filter((line) => line.trim() !== "");
			const message = lines.filter((line) => !STACK_LINE.test(line)).slice(0, ERROR_LINES_SHOWN);
			const origin = lines.find((line) => STACK_LINE.test(line) && !line.includes("node_modules")) ?? [];
			return [`${file}: ${title}`, ...message.concat(origin).map((line) => `    ${line.trim()}`)].join("\n");
		})
		.join("\n");

if (process.argv[1] === import.meta.filename) {
	const [file] = process.argv.slice(2);
	if (!file) throw new Error("Usage: node tools/test-run/test-results.ts results.json");
	const { files } = readResults(readFileSync(file, "utf8"), path.resolve(import.meta.dirname, "../.."));
	console.log(formatSlowestFiles(files, files.length));
}
