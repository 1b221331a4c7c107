import type { JobQueue } from "../../jobs/job-queue.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { RoundQueue } from "./advance-season.ts";
import { formatJobKey, formatJobName, getPhaseJob, parseRoundJob, ROUND_QUEUES, type RoundJob } from "./round-jobs.ts";

const MINUTE = 60_000;
/** Wall time after which an unfinished job is sent again. */
const RESEND_AFTER_MS = 15 * MINUTE;

export interface RoundQueueSources {
	readonly queue: Pick<JobQueue, "send" | "drain">;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Clocks;
}

/**
 * Creates the queue of round jobs in pg-boss. There operators see each phase's attempts and last error, and can retry
 * it. Which jobs are due never depends on the queue: a lost job is sent again.
 */
export function createRoundQueue({ queue, currentSeason, clocks }: RoundQueueSources): RoundQueue {
	/** When each unfinished job was last sent. */
	const sentAt = new Map<string, number>();
	let phase: string | null = null;

	const send = async (job: RoundJob) => {
		sentAt.set(formatJobName(job), clocks.wallNow());
		await queue.send(job.queue, job.data, { key: formatJobKey(job) });
	};
	const sendPhase = async () => {
		const job = getPhaseJob(currentSeason(), clocks.seasonNow());
		if (job && formatJobName(job) !== phase) await send(job);
		phase = job && formatJobName(job);
	};
	return {
		send: async (jobs) => {
			await sendPhase();
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
