import { readFile } from "node:fs/promises";
import type { Pool } from "pg";

/** Gets the processor time of a process in nanoseconds from Linux. */
async function getRunTime(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0");
	return Number(text.split(" ")[0]);
}

/** Gets the processor time of this thread and all PostgreSQL processes so far, in milliseconds. */
export async function getProcessorTime(pool: Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
	const times = await Promise.all(rows.map(({ pid }) => getRunTime(pid)));
	const { user, system } = process.threadCpuUsage();
	return times.reduce((sum, time) => sum + time, 0) / 1_000_000 + (user + system) / 1_000;
}
