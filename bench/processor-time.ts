import { readFile } from "node:fs/promises";
import type { Pool } from "pg";

/** Nanoseconds that a process has run, as Linux counts them. */
async function runTime(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0");
	return Number(text.split(" ")[0]);
}

/** Milliseconds that this thread and all of PostgreSQL have run so far; differences of it are what work costs. */
export async function processorTime(pool: Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
	const times = await Promise.all(rows.map(({ pid }) => runTime(pid)));
	const { user, system } = process.threadCpuUsage();
	return times.reduce((sum, each) => sum + each, 0) / 1_000_000 + (user + system) / 1_000;
}
