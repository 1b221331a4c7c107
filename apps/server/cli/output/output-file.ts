import { access, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatFileError, formatWriteError } from "../../i18n/file-errors.ts";
import { CommandRefusedError } from "./output.ts";

const createUnwritableError = (out: string, reason: string) =>
	new CommandRefusedError(`${out} cannot be written: ${reason}`);

/** Finds what an output path leads to. A symbolic link is resolved, so that its file is replaced and not the link. */
async function findTarget(out: string) {
	const found = await stat(out).catch(() => null);
	return {
		target: await realpath(out).catch(() => path.resolve(out)),
		isFolder: found?.isDirectory() ?? false,
		isDevice: found !== null && !found.isFile(),
	};
}

/** Checks that the output file of a long command can be written, before the command starts. */
export async function checkWritable(out: string): Promise<void> {
	const { target, isFolder, isDevice } = await findTarget(out);
	if (isFolder) throw createUnwritableError(out, "it is a folder");
	const folder = path.dirname(target);
	await access(isDevice ? out : folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
		throw createUnwritableError(out, error.code === "ENOENT" ? `there is no folder ${folder}` : formatFileError(error));
	});
}

/**
 * Writes a command's result completely or not at all. `mode` is that of a new file. A device or pipe, such as /dev/null, is
 * written to, because it cannot be replaced.
 */
export async function writeOutput(out: string, text: string, mode = 0o666): Promise<void> {
	const { target, isDevice } = await findTarget(out);
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
