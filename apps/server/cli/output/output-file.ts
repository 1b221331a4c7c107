import { access, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatFileError, formatWriteError } from "../../i18n/file-errors.ts";
import { CommandRefusedError } from "./output.ts";

const createUnwritableError = (out: string, reason: string) =>
	new CommandRefusedError(`${out} cannot be written: ${reason}`);

/** Resolves a symbolic link, so that the file it leads to is replaced and not the link. */
const resolveLink = (out: string): Promise<string> => realpath(out).catch(() => path.resolve(out));

/** Checks that the output file of a long command can be written, before the command starts. */
export async function checkWritable(out: string): Promise<void> {
	const found = await stat(out).catch(() => null);
	if (found?.isDirectory()) throw createUnwritableError(out, "it is a folder");
	const target = await resolveLink(out);
	const folder = path.dirname(target);
	const isDevice = found !== null && !found.isFile();
	await access(isDevice ? out : folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
		throw createUnwritableError(out, error.code === "ENOENT" ? `there is no folder ${folder}` : formatFileError(error));
	});
}

/**
 * Writes a command's result completely or not at all. `mode` is that of a new file. A device or pipe, such as /dev/null, is
 * written to, because it cannot be replaced.
 */
export async function writeOutput(out: string, text: string, mode = 0o666): Promise<void> {
	const found = await stat(out).catch(() => null);
	const target = await resolveLink(out);
	const isDevice = found !== null && !found.isFile();
	const unfinished = `${target}.${process.pid}.tmp`;
	try {
		if (isDevice) return await writeFile(out, text);
		await writeFile(unfinished, text, { mode });
		await rename(unfinished, target);
	} catch (error) {
		await rm(unfinished, { force: true });
		throw createUnwritableError(out, formatWriteError(error));
	}
}
