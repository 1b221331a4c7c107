// Prints how long each test file took: `node tools/test-times.ts results.json` for a report of Vitest's json reporter.
import { readFileSync } from "node:fs";
import path from "node:path";

export interface FileTime {
	readonly project: string;
	readonly file: string;
	readonly seconds: number;
}

export interface TestResults {
	readonly passed: number;
	readonly failed: number;
	/** File and title of each test that was skipped or is still to be written. */
	readonly skipped: readonly string[];
	readonly files: readonly FileTime[];
}

interface JsonReport {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly testResults: readonly {
		readonly name: string;
		readonly startTime: number;
		readonly endTime: number;
		readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
	}[];
}

const RAN = new Set(["passed", "failed"]);

/** The project of a file as `vitest.config.ts` divides them: the report does not name it. */
function projectOf(file: string): string {
	if (file.startsWith("e2e/")) return "journeys";
	return file.startsWith("apps/web/") ? "web" : "rooms";
}

export function readResults(json: string, root: string): TestResults {
	const report: JsonReport = JSON.parse(json);
	const files = report.testResults.map((each) => ({
		...each,
		file: path.relative(root, each.name).split(path.sep).join("/"),
	}));
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: files.flatMap(({ file, assertionResults }) =>
			assertionResults.filter(({ status }) => !RAN.has(status)).map(({ fullName }) => `${file}: ${fullName}`),
		),
		files: files
			.map(({ file, startTime, endTime }) => ({
				project: projectOf(file),
				file,
				seconds: Math.round((endTime - startTime) / 100) / 10,
			}))
			.toSorted((a, b) => b.seconds - a.seconds),
	};
}

/** A line for each of the slowest files: seconds, project and file. */
export const slowestFiles = (files: readonly FileTime[], count: number): string =>
	files
		.slice(0, count)
		.map(({ project, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${project.padEnd(8)}  ${file}`)
		.join("\n");

if (process.argv[1] === import.meta.filename) {
	const [file] = process.argv.slice(2);
	if (!file) throw new Error("Name the report: node tools/test-times.ts results.json");
	const { files } = readResults(readFileSync(file, "utf8"), path.resolve(import.meta.dirname, ".."));
	console.log(slowestFiles(files, files.length));
}
