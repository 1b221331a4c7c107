import type { JobQueue } from "../../jobs/job-queue.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { keyOf, nameOf, phaseJob, ROUND_QUEUES, type RoundJob, roundJob } from "./round-jobs.ts";
import type { RoundQueue } from "./tick.ts";

const MINUTE = 60_000;
/** Wall time after which what was given up is tried anew, should nobody have looked at it. */
const ANEW_AFTER = 15 * MINUTE;

export interface PhaseQueueSources {
	readonly queue: Pick<JobQueue, "send" | "drain">;
	readonly game: () => SeasonSnapshot;
	readonly clocks: Clocks;
}

/**
 * The queue of a season's rounds in pg-boss. A job's row is what an operator sees of a phase: attempts, last error, and
 * a way to try again. What is due decides the step; a row that is lost is put again.
 */
export function createPhaseQueue({ queue, game, clocks }: PhaseQueueSources): RoundQueue {
	/** When each job that is still to be done was put: it waits for its next attempt. */
	const putAt = new Map<string, number>();
	let phase: string | null = null;

	const put = async (job: RoundJob) => {
		putAt.set(nameOf(job), clocks.wallNow());
		await queue.send(job.queue, job.data, { key: keyOf(job) });
	};
	const putPhase = async () => {
		const job = phaseJob(game(), clocks.seasonNow());
		if (job && nameOf(job) !== phase) await put(job);
		phase = job && nameOf(job);
	};
	return {
		put: async (jobs) => {
			await putPhase();
			const now = clocks.wallNow();
			for (const job of jobs) if (now - (putAt.get(nameOf(job)) ?? 0) >= ANEW_AFTER) await put(job);
		},
		work: (perform) =>
			queue.drain(ROUND_QUEUES, async (job) => {
				const output = await perform(job);
				putAt.delete(nameOf(roundJob(job)));
				return output;
			}),
	};
}
