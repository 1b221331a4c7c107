/** Something wrong in a file of a season; `line` is null when it is about the file as a whole. */
export interface ImportFault {
	readonly file: string;
	readonly line: number | null;
	readonly message: string;
}

/** Every fault is gathered before anything is refused: a file is mended in one go. */
export class FaultList {
	readonly list: ImportFault[] = [];

	add(file: string, line: number | null, message: string): void {
		this.list.push({ file, line, message });
	}

	/** File by file, line by line. */
	sorted(): readonly ImportFault[] {
		return this.list.toSorted((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1));
	}
}

/** `stats.csv:17: kicks is negative (-3)` */
export const formatFault = ({ file, line, message }: ImportFault): string =>
	`${file}${line === null ? "" : `:${line}`}: ${message}`;
