import { access, constants, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandRefusedError } from "./output.ts";

const createUnwritableError = (out: string, reason: string) =>
	new CommandRefusedError(`${out} cannot be written: ${reason}`);

/** Checks that the output file of a long command can be written, before the command starts. */
export async function checkWritable(out: string): Promise<void> {
	const folder = path.dirname(path.resolve(out));
	if (
		await stat(out).then(
			(found) => found.isDirectory(),
			() => false,
		)
	)
		throw createUnwritableError(out, "it is a folder");
	await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
		throw createUnwritableError(
			out,
			error.code === "ENOENT" ? `there is no folder ${folder}` : (error.code ?? error.message),
		);
	});
}

/** Writes a command's result as a whole: the file is never left half-written. `mode` is that of a new file. */
export async function writeOutput(out: string, text: string, mode = 0o666): Promise<void> {
	const unfinished = `${out}.${process.pid}.tmp`;
	try {
		await writeFile(unfinished, text, { mode });
		await rename(unfinished, out);
	} catch (error) {
		await rm(unfinished, { force: true });
		throw createUnwritableError(out, error instanceof Error ? error.message : String(error));
	}
}

export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
