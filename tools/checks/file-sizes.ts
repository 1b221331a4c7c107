import { readFileSync } from "node:fs";
import path from "node:path";

const MAX_FILE_LINES = 300;
/** Tests, and code that only tests use, may be longer. */
const TEST = /\.test\.tsx?$|^testing\//;
const VAGUE_NAME = /\/(utils?|helpers?|misc|common)\.tsx?$/;

/** Finds source files that are too long, and names that say nothing. `npm run structure` counts those that are too short. */
export function findFileProblems(root: string, files: readonly string[]): readonly string[] {
	const sources = files.filter((file) => !TEST.test(file));
	const tooLong = sources.flatMap((file) => {
		const lines = readFileSync(path.join(root, file), "utf8").split("\n").length - 1;
		return lines > MAX_FILE_LINES && !file.includes("/data/")
			? [`${file}: ${lines} lines, more than ${MAX_FILE_LINES}`]
			: [];
	});
	const vagueNames = sources.filter((file) => VAGUE_NAME.test(file));
	return [...tooLong, ...vagueNames.map((file) => `${file}: the file name says nothing about its content`)];
}
