import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 80;
/** Tests, and code that only tests use, may be longer. */
const TEST = /\.test\.tsx?$|^testing\//;
const LIMITS_FUNCTIONS = /^(apps|packages)\/.*\.tsx?$/;
const VAGUE_NAME = /\/(utils?|helpers?|misc|common)\.tsx?$/;

/** Lists the functions, methods and components of a file that are too long. Biome's rule leaves out most lines of JSX. */
export function listLongFunctions(file: string, text: string): string[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const problems: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node)) {
			const start = source.getLineAndCharacterOfPosition(node.getStart()).line;
			const lines = source.getLineAndCharacterOfPosition(node.end).line - start + 1;
			if (lines > MAX_FUNCTION_LINES)
				problems.push(`${file}:${start + 1}: a function of ${lines} lines, more than ${MAX_FUNCTION_LINES}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return problems;
}

/** Finds source files and functions that are too long, and names that say nothing. `npm run structure` counts those that are too short. */
export function findFileProblems(root: string, files: readonly string[]): readonly string[] {
	const sources = files.filter((file) => !TEST.test(file));
	const tooLong = sources.flatMap((file) => {
		const text = readFileSync(path.join(root, file), "utf8");
		const lines = text.split("\n").length - 1;
		return [
			...(lines > MAX_FILE_LINES && !file.includes("/data/")
				? [`${file}: ${lines} lines, more than ${MAX_FILE_LINES}`]
				: []),
			...(LIMITS_FUNCTIONS.test(file) ? listLongFunctions(file, text) : []),
		];
	});
	const vagueNames = sources.filter((file) => VAGUE_NAME.test(file));
	return [...tooLong, ...vagueNames.map((file) => `${file}: the file name says nothing about its content`)];
}
