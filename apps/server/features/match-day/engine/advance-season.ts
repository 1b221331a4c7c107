import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Database } from "../../../db/open.ts";
import type { JobHandler } from "../../jobs/job-queue.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import { releaseSeasonLock, trySeasonLock } from "./queries.ts";
import { listDueJobs, ROUND_QUEUES, type RoundJob, runRoundJob } from "./round-jobs.ts";

export interface SeasonConnections {
	readonly database: Pick<Database, "db" | "pool">;
	readonly seasons: Pick<SeasonHolder, "current" | "refresh">;
}

/** Runs `work` unless another process is at it; says whether it did. */
async function runExclusively(pool: Pool, seasonId: number, work: () => Promise<void>): Promise<boolean> {
	const client = await pool.connect();
	try {
		if (!(await trySeasonLock(client, seasonId))) return false;
		try {
			await work();
			return true;
		} finally {
			await releaseSeasonLock(client, seasonId);
		}
	} finally {
		client.release();
	}
}

/** Where due jobs of the season are put, and done. */
export interface RoundQueue {
	/** Takes note of what is due. */
	readonly send: (jobs: readonly RoundJob[]) => Promise<void>;
	/** Does what has been put, and what waited for another attempt; says whether there was anything. */
	readonly drain: (perform: JobHandler) => Promise<boolean>;
}

/** Does at once what is put, and lets what fails fail: for a replay, where nobody looks at a queue. */
function createImmediateQueue(): RoundQueue {
	let waiting: readonly RoundJob[] = [];
	return {
		send: async (jobs) => {
			waiting = ROUND_QUEUES.flatMap((queue) => jobs.filter((job) => job.queue === queue));
		},
		drain: async (perform) => {
			for (const job of waiting) await perform(job);
			return waiting.length > 0;
		},
	};
}

/**
 * Moves the season on as far as it can go at this season time (decisions §5): what is due is decided from the rows and
 * the clock, put into its queue, and done there and then. Each job finds nothing to do the second time, so a step may
 * run as often as one likes, in several processes, and after a crash.
 */
export async function advanceSeason(
	{ database, seasons }: SeasonConnections,
	now: SeasonTime,
	queue = createImmediateQueue(),
): Promise<void> {
	const { seasonId } = seasons.current();
	await runExclusively(database.pool, seasonId, async () => {
		for (;;) {
			const season = seasons.current();
			await queue.send(await listDueJobs(database, season, now));
			const hasWorked = await queue.drain((job) => runRoundJob(database, seasons.current(), now, job));
			const { dataVersion } = await (hasWorked ? seasons.refresh() : season);
			if (dataVersion === season.dataVersion) return;
		}
	});
}
