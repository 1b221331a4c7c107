import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import path from "node:path";

/** The folders beside a data folder that an upgrade to another major version of PostgreSQL uses. */
export const getUpgradeFolders = (folder: string) => ({
	/** The new data folder until it is complete and verified. */
	next: `${folder}.upgrade`,
	/** The former data folder. */
	before: `${folder}.before-upgrade`,
	/** The data folder that an undone upgrade had made. */
	undone: `${folder}.undone`,
});

/** Reads the major version of PostgreSQL that created a data folder; null if there is none. */
export const readMajor = (folder: string): Promise<string | null> =>
	readFile(path.join(folder, "PG_VERSION"), "utf8").then(
		(text) => text.trim(),
		() => null,
	);

/**
 * Finishes a switch of folders that was interrupted between its two renames, when there is no data folder. Without this, the next
 * start would create an empty one.
 */
export async function finishSwitch(folder: string): Promise<void> {
	const { next, before, undone } = getUpgradeFolders(folder);
	if (existsSync(folder) || !existsSync(before)) return;
	const source = existsSync(next) ? next : existsSync(undone) ? before : null;
	if (source === null) return;
	await rename(source, folder).catch((error: unknown) => {
		// Another process may have finished it at the same moment.
		if (!existsSync(folder)) throw error;
	});
}

/** Puts the new data folder in the place of the former one. Both have the same password, in one file. */
export async function switchToUpgrade(folder: string): Promise<void> {
	const { next, before } = getUpgradeFolders(folder);
	await rename(folder, before);
	await rename(next, folder);
	for (const name of [`${next}-password`, `${next}.log`]) await rm(name, { force: true });
}

/** Puts the former data folder back. */
export async function switchBack(folder: string): Promise<void> {
	const { before, undone } = getUpgradeFolders(folder);
	await rename(folder, undone);
	await rename(before, folder);
}
