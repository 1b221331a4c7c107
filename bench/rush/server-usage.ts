import { readFile } from "node:fs/promises";
import type { Pool } from "pg";

/** The memory and processor time that a server process and its PostgreSQL use. */
export interface ServerUsage {
	readonly nodeMegabytes: number;
	/** Memory shared by several processes is counted once. */
	readonly postgresMegabytes: number;
	readonly nodeSeconds: number;
	readonly postgresSeconds: number;
	/** The longest time for which Node's event loop was blocked since the usage was last read. */
	readonly longestBlockMs: number;
}

const readOrEmpty = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");

/** Reads a metric without labels. */
function findMetric(text: string, name: string): number {
	const found = new RegExp(`^${name} ([\\d.e+]+)`, "m").exec(text)?.[1];
	if (found === undefined) throw new Error(`/metrics has no ${name}`);
	return Number(found);
}

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Reads from /proc/PID/stat the parent of a process, and the processor time of its children that have ended. */
async function readStat(pid: number): Promise<{ readonly parent: number; readonly endedSeconds: number }> {
	const text = await readOrEmpty(`/proc/${pid}/stat`);
	// The name, in brackets, may contain spaces.
	const [, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
	// The fields cutime and cstime.
	const [userTicks, systemTicks] = rest.slice(11, 13);
	return { parent: Number(parent), endedSeconds: (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND };
}

/** Finds PostgreSQL's processes: the postmaster, those that work in the background, and one for each connection. */
export async function findPostgresProcesses(pool: Pool): Promise<readonly number[]> {
	const { rows } = await pool.query<{ pid: number }>(
		"SELECT pid FROM pg_stat_activity ORDER BY pid = pg_backend_pid() DESC",
	);
	const pids = rows.map(({ pid }) => pid);
	// The first process serves this query's connection. It still runs, while the others may have ended.
	return [(await readStat(pids[0] ?? 0)).parent, ...pids];
}

/** Reads Node's usage from /metrics, and PostgreSQL's, including connections that have ended, from Linux. */
export async function readServerUsage(address: string, pool: Pool): Promise<ServerUsage> {
	const metrics = await (await fetch(`${address}/metrics`)).text();
	const [postmaster = 0, ...pids] = await findPostgresProcesses(pool);
	let kilobytes = 0;
	let nanoseconds = 0;
	for (const pid of pids) {
		kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(await readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
		nanoseconds += Number((await readOrEmpty(`/proc/${pid}/schedstat`)).split(" ")[0] || 0);
	}
	return {
		nodeMegabytes: findMetric(metrics, "first_bounce_process_resident_memory_bytes") / 1e6,
		postgresMegabytes: kilobytes / 1_000,
		nodeSeconds: findMetric(metrics, "first_bounce_process_cpu_seconds_total"),
		postgresSeconds: nanoseconds / 1e9 + (await readStat(postmaster)).endedSeconds,
		longestBlockMs: findMetric(metrics, "first_bounce_nodejs_eventloop_lag_max_seconds") * 1_000,
	};
}
