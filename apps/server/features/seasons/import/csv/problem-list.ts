/** A problem in a season's file; `line` is null for a problem of the whole file. */
export interface ImportProblem {
	readonly file: string;
	readonly line: number | null;
	readonly message: string;
}

/** Collects all problems, so that an operator can correct them together. */
export class ProblemList {
	readonly list: ImportProblem[] = [];

	add(file: string, line: number | null, message: string): void {
		this.list.push({ file, line, message });
	}

	/** Adds a problem of a whole file, once. */
	addForFile(file: string, message: string): void {
		const isKnown = this.list.some((known) => known.file === file && known.line === null && known.message === message);
		if (!isKnown) this.add(file, null, message);
	}

	/** Lists the problems by file and line. */
	listSorted(): readonly ImportProblem[] {
		return this.list.toSorted((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1));
	}
}

/** Formats a problem such as `stats.csv:17: kicks is negative (-3)`. */
export const formatProblem = ({ file, line, message }: ImportProblem): string =>
	`${file}${line === null ? "" : `:${line}`}: ${message}`;
