import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const STATUS = "/proc/self/status";

/** Lists the cores that this process may use, such as 0, 1, 2 and 4 for `0-2,4`; empty on systems other than Linux. */
function listCores(): readonly number[] {
	const list = existsSync(STATUS) && /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(STATUS, "utf8"))?.[1];
	if (!list) return [];
	return list.split(",").flatMap((range) => {
		const [first = 0, last = first] = range.split("-").map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}

const CORES = listCores();

/** Makes processes, and those that they start from now on, run on the given cores only. */
async function limitToCores(pids: readonly number[], cores: readonly number[]): Promise<void> {
	for (const pid of pids)
		await run("taskset", ["--all-tasks", "--pid", "--cpu-list", cores.join(), String(pid)]).catch((error) => {
			const isTasksetMissing = error.code === "ENOENT";
			if (!isTasksetMissing && existsSync(`/proc/${pid}`)) throw error;
		});
}

/**
 * Gives one half of the cores to the server and its PostgreSQL, and the other half to the rush. On shared cores, a rush that
 * sends faster leaves the server less processor time. Does nothing with one core, or without `taskset`, which only Linux has.
 */
export async function divideCores(server: readonly number[], rush: readonly number[]): Promise<void> {
	const half = Math.floor(CORES.length / 2);
	if (half === 0) return;
	await limitToCores(server, CORES.slice(0, half));
	await limitToCores(rush, CORES.slice(half));
}

/** Lets processes use all cores again. */
export async function useAllCores(pids: readonly number[]): Promise<void> {
	if (CORES.length > 0) await limitToCores(pids, CORES);
}
