import { readFileSync } from "node:fs";

/** The id of a statement in docs/spec, such as D1.2.98. */
const ID = /\bD[12]\.\d\.\d{2,3}\b/g;
const STATEMENT = /^- \*\*(D[12]\.\d\.\d{2,3})\*\*/gm;
/** A test's title: the first string of a call of `test`, `it`, `describe` or `step`, also after `.each(…)`. */
const TITLE = /(?<!\.)\b(?:test|it|describe|step)(?:\.\w+)*\s*(?:\([^"'`]{0,80})?\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/g;
/** The title after a table of cases that is written in the call of `.each`. */
const TITLE_AFTER_TABLE = /^\s*\](?: as const)?\)\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/gm;
const MAX_IDS_PER_TITLE = 5;
/** Without the ids at its end. */
const MAX_WORDS_PER_TITLE = 12;
const IDS_AT_END = /\s*[([](?:D[12]\.\d\.\d{2,3}(?:, )?)+[)\]]$/;

export interface SourceText {
	readonly file: string;
	readonly text: string;
}

const listTitles = ({ text }: SourceText): string[] =>
	[TITLE, TITLE_AFTER_TABLE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, , title = ""]) => title));

/** Compares the statements of docs/spec with the ids that test titles name; returns every problem as a sentence. */
export function findIdProblems(spec: readonly SourceText[], tests: readonly SourceText[]): string[] {
	const files = new Map<string, string>();
	const problems: string[] = [];
	for (const { file, text } of spec)
		for (const [, id = ""] of text.matchAll(STATEMENT)) {
			const otherFile = files.get(id);
			if (otherFile) problems.push(`${file}: ${id} is also in ${otherFile}`);
			files.set(id, file);
		}
	const namedIds = new Set<string>();
	for (const test of tests)
		for (const title of listTitles(test)) {
			const ids = title.match(ID) ?? [];
			if (ids.length > MAX_IDS_PER_TITLE) problems.push(`${test.file}: ${ids.length} ids in the title "${title}"`);
			for (const id of ids) {
				if (!files.has(id)) problems.push(`${test.file}: ${id} is in no file of docs/spec`);
				namedIds.add(id);
			}
		}
	for (const [id, file] of files) if (!namedIds.has(id)) problems.push(`${file}: no test names ${id}`);
	return problems;
}

/** Finds titles that are too long to read in a list of failures. */
export function findLongTitles(tests: readonly SourceText[]): string[] {
	const isLong = (title: string) => title.replace(IDS_AT_END, "").split(/\s+/).length > MAX_WORDS_PER_TITLE;
	return tests.flatMap((test) =>
		listTitles(test)
			.filter(isLong)
			.map((title) => `${test.file}: more than ${MAX_WORDS_PER_TITLE} words in the title "${title}"`),
	);
}

/** Reads the files and compares them; paths are relative to `root`. */
export function checkSpecIds(
	root: string,
	files: readonly string[],
): { readonly ids: number; readonly problems: string[] } {
	const read = (pattern: RegExp) =>
		files.filter((file) => pattern.test(file)).map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));
	const spec = read(/^docs\/spec\/[a-z-]+\.md$/);
	const ids = spec.reduce((sum, { text }) => sum + [...text.matchAll(STATEMENT)].length, 0);
	const tests = read(/\.test\.tsx?$|^e2e\/.*\.tsx?$/);
	return { ids, problems: [...findIdProblems(spec, tests), ...findLongTitles(tests)] };
}
