/** A fault in a season's file; `line` is null for a fault of the whole file. */
export interface ImportFault {
	readonly file: string;
	readonly line: number | null;
	readonly message: string;
}

/** Collects all faults, so that an operator can correct them at once. */
export class FaultList {
	readonly list: ImportFault[] = [];

	add(file: string, line: number | null, message: string): void {
		this.list.push({ file, line, message });
	}

	/** Sorted by file and line. */
	sorted(): readonly ImportFault[] {
		return this.list.toSorted((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1));
	}
}

/** `stats.csv:17: kicks is negative (-3)` */
export const formatFault = ({ file, line, message }: ImportFault): string =>
	`${file}${line === null ? "" : `:${line}`}: ${message}`;
