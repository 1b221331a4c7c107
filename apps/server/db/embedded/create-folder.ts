import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

const isFolder = async (folder: string): Promise<boolean> =>
	(await stat(folder).catch(() => null))?.isDirectory() ?? false;

/** Creates a folder and its parents, with this mode. Node's `recursive` option never returns below /proc. */
export async function createFolder(folder: string, mode?: number): Promise<void> {
	if (await isFolder(folder)) return;
	await createFolder(path.dirname(folder), mode);
	await mkdir(folder, { mode }).catch(async (error: unknown) => {
		// Another process may have created it at the same moment.
		if (!(await isFolder(folder))) throw error;
	});
}
