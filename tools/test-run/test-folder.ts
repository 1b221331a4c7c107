import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const NAME = /^first-bounce-test-(\d+)$/;

function hasRoom(folder: string): boolean {
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

/**
 * Makes a folder for the temporary files of this run, in memory where there is room: PostgreSQL makes 650 files for the
 * database of one test. Removes the folders of runs that were killed.
 */
export function createTestFolder(): string {
	const parent = process.env.TMPDIR === undefined && hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
	for (const name of readdirSync(parent)) {
		const pid = NAME.exec(name)?.[1];
		if (pid && !isRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
	}
	const folder = path.join(parent, `first-bounce-test-${process.pid}`);
	// PostgreSQL, which may run as another account, comes through here.
	mkdirSync(folder, { mode: 0o711 });
	return folder;
}
