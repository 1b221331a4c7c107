import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Database } from "../../../db/open.ts";
import type { JobHandler } from "../../jobs/job-queue.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import { trySeasonLock } from "./queries.ts";
import { listDueJobs, ROUND_QUEUES, type RoundJob, runRoundJob } from "./round-jobs.ts";

export interface SeasonConnections {
	readonly database: Pick<Database, "db" | "pool">;
	readonly seasons: Pick<SeasonHolder, "current" | "refresh">;
}

/** Runs `work` unless another process is advancing the season. */
const runExclusively = (db: Database["db"], seasonId: number, work: () => Promise<void>): Promise<void> =>
	db.transaction().execute(async (trx) => {
		if (await trySeasonLock(trx, seasonId)) await work();
	});

/** The queue of a season's due jobs. */
export interface RoundQueue {
	readonly send: (jobs: readonly RoundJob[]) => Promise<void>;
	/** Runs the queued jobs, retries included. Returns whether there were any. */
	readonly drain: (runJob: JobHandler) => Promise<boolean>;
}

/** Creates a queue that runs jobs at once and throws their errors, for replays. */
function createImmediateQueue(): RoundQueue {
	let queuedJobs: readonly RoundJob[] = [];
	return {
		send: async (jobs) => {
			queuedJobs = ROUND_QUEUES.flatMap((queue) => jobs.filter((job) => job.queue === queue));
		},
		drain: async (runJob) => {
			for (const job of queuedJobs) await runJob(job);
			return queuedJobs.length > 0;
		},
	};
}

/**
 * Advances the season as far as possible at this season time. Due jobs are derived from the database and the clock, sent
 * to their queue and run at once. All jobs are idempotent, so this may run in several processes and after a crash.
 */
export async function advanceSeason(
	{ database, seasons }: SeasonConnections,
	now: SeasonTime,
	queue = createImmediateQueue(),
): Promise<void> {
	const { seasonId } = seasons.current();
	await runExclusively(database.db, seasonId, async () => {
		for (;;) {
			const season = seasons.current();
			await queue.send(await listDueJobs(database, season, now));
			const hasRunJobs = await queue.drain((job) => runRoundJob(database, seasons.current(), now, job));
			if (!hasRunJobs) return;
			const { dataVersion } = await seasons.refresh();
			if (dataVersion === season.dataVersion) return;
		}
	});
}
