import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const FOLDER_NAME = /^first-bounce-test-(\d+)$/;

function hasSpace(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= MIN_FREE_BYTES;
	} catch {
		return false;
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/** Deletes the folders of killed runs. A folder stays if a disk that a test mounted in it is still there. */
function deleteOldFolders(parent: string): void {
	for (const name of readdirSync(parent)) {
		const pid = FOLDER_NAME.exec(name)?.[1];
		if (!pid || isRunning(Number(pid))) continue;
		try {
			rmSync(path.join(parent, name), { recursive: true, force: true });
		} catch (error) {
			console.warn(`The folder of a killed test run cannot be deleted: ${(error as Error).message}`);
		}
	}
}

/**
 * Creates a folder for the temporary files of this run, in memory if there is space, because PostgreSQL creates 650 files
 * per test database.
 */
export function createTestFolder(): string {
	const parent = process.env.TMPDIR === undefined && hasSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir();
	deleteOldFolders(parent);
	const folder = path.join(parent, `first-bounce-test-${process.pid}`);
	// PostgreSQL may run as another account, which must be able to open the folder.
	mkdirSync(folder, { mode: 0o711 });
	return folder;
}
