import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { JobQueue } from "../../jobs/job-queue.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { RoundQueue } from "./advance-season.ts";
import { formatJobKey, formatJobName, getPhaseJob, parseRoundJob, ROUND_QUEUES, type RoundJob } from "./round-jobs.ts";

/** An unfinished job is sent again after this long by the wall clock. */
const RESEND_AFTER_MS = 15 * MINUTE_MS;

export interface RoundQueueSources {
	readonly queue: Pick<JobQueue, "send" | "drain">;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Clocks;
}

/**
 * Creates the queue of round jobs in pg-boss, so that operators see the attempts and the last error of each phase and
 * can retry it. Which jobs are due never depends on the queue: a lost job is sent again.
 */
export function createRoundQueue({ queue, currentSeason, clocks }: RoundQueueSources): RoundQueue {
	/** When each unfinished job was last sent. */
	const sentAt = new Map<string, number>();
	/** Name of the job that was sent when the current round entered its phase. */
	let lastPhaseJob: string | null = null;

	const send = async (job: RoundJob) => {
		sentAt.set(formatJobName(job), clocks.wallNow());
		await queue.send(job.queue, job.data, { key: formatJobKey(job) });
	};
	const sendPhaseJob = async () => {
		const job = getPhaseJob(currentSeason(), clocks.seasonNow());
		if (job && formatJobName(job) !== lastPhaseJob) await send(job);
		lastPhaseJob = job && formatJobName(job);
	};
	return {
		send: async (jobs) => {
			await sendPhaseJob();
			const now = clocks.wallNow();
			for (const job of jobs) if (now - (sentAt.get(formatJobName(job)) ?? 0) >= RESEND_AFTER_MS) await send(job);
		},
		drain: (runJob) =>
			queue.drain(ROUND_QUEUES, async (job) => {
				const output = await runJob(job);
				sentAt.delete(formatJobName(parseRoundJob(job)));
				return output;
			}),
	};
}
