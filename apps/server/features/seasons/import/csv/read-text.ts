import { readFile } from "node:fs/promises";
import path from "node:path";
import { decodeText as decode } from "@first-bounce/contract/operator/text-table";
import { formatFileError } from "../../../../i18n/file-errors.ts";
import type { ProblemList } from "./problem-list.ts";

const NEWLINE = 0x0a;

/**
 * Reads a file's text; null if the file does not exist or is not text.
 *
 * @param name the file's name in problems
 */
export async function readText(file: string, problems: ProblemList, name = path.basename(file)) {
	let bytes: Buffer;
	try {
		bytes = await readFile(file);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "ENOENT") problems.add(name, null, `cannot be read: ${formatFileError(error)}`);
		return null;
	}
	return decodeText(name, bytes, problems);
}

/** Decodes a file of text; records what the file is otherwise, or each line that is not UTF-8, and returns null. */
export function decodeText(name: string, bytes: Buffer, problems: ProblemList): string | null {
	const { text, problem } = decode(bytes);
	// PostgreSQL text cannot hold a zero byte, which a binary file contains.
	const zeroIndex = text?.indexOf("\0") ?? -1;
	if (text !== null && zeroIndex < 0) return text;
	if (text !== null)
		problems.add(name, text.slice(0, zeroIndex).split("\n").length, "has a zero byte: it is not UTF-8 text");
	else if (problem) problems.add(name, null, problem);
	else
		for (const line of listInvalidUtf8Lines(bytes))
			problems.add(name, line, "is not UTF-8: save the file in that encoding");
	return null;
}

function listInvalidUtf8Lines(bytes: Buffer): number[] {
	const lines: number[] = [];
	let line = 1;
	for (let from = 0; from < bytes.length; line++) {
		const end = bytes.indexOf(NEWLINE, from);
		const to = end < 0 ? bytes.length : end;
		try {
			new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, to));
		} catch {
			lines.push(line);
		}
		from = to + 1;
	}
	return lines;
}
