import type { Pool } from "pg";
import type { JobWithMetadata } from "pg-boss";
import { createBoss, type QueueName } from "../../db/job-schema.ts";
import { jobChannel } from "../../plugins/monitoring/trace-channels.ts";
import { listActiveJobs, listDueQueues } from "./queries.ts";

export interface Job {
	readonly queue: QueueName;
	readonly data: object;
}

interface JobOptions {
	/** At most one job per key waits in a queue. In queues of round phases, a running job counts too. */
	readonly key: string;
	/** At most one job per key in this interval, across all processes. */
	readonly everySeconds?: number;
}

/** Runs one job. Its result is saved and shown to operators; so is its error, after which the job is retried. */
export type JobHandler = (job: Job) => Promise<object | null>;

/** A thin interface to pg-boss. Jobs run only while the caller awaits `drain`. */
export interface JobQueue {
	readonly send: (queue: QueueName, data: object, options: JobOptions) => Promise<void>;
	/** Runs the due jobs of these queues in order. Returns whether there were any. */
	readonly drain: (queues: readonly QueueName[], handler: JobHandler) => Promise<boolean>;
	/** Cancels jobs left active by a process that ended. Only for queues with a single worker. */
	readonly cancelActive: (queues: readonly QueueName[]) => Promise<void>;
	readonly close: () => Promise<void>;
}

export interface JobQueueOptions {
	readonly pool: Pool;
	/** Receives the error of every failed attempt. */
	readonly onError: (error: unknown) => void;
	/** Receives the error of a job that is not tried again, besides `onError`. */
	readonly onFinalFailure?: (queue: QueueName, error: unknown) => void;
	/** Whether this process deletes old jobs and expires those that run for too long. */
	readonly isSupervised?: boolean;
	/** Receives the duration of every attempt. */
	readonly measure?: (queue: QueueName, milliseconds: number, hasFailed: boolean) => void;
}

/** Expects the tables that `installJobSchema` creates when the database is opened. */
export async function createJobQueue({
	pool,
	onError,
	onFinalFailure = () => undefined,
	isSupervised = false,
	measure = () => undefined,
}: JobQueueOptions): Promise<JobQueue> {
	const boss = createBoss(pool, { isSupervised, migrates: false });
	boss.on("error", onError);
	await boss.start();

	const runJob = async (queue: QueueName, job: JobWithMetadata<object>, handler: JobHandler) => {
		const { id, data, retryCount, retryLimit } = job;
		const start = performance.now();
		let output: object | null;
		try {
			output = await jobChannel.tracePromise(handler, { queue }, undefined, { queue, data });
		} catch (error) {
			measure(queue, performance.now() - start, true);
			try {
				await boss.fail(queue, id, error instanceof Error ? error : { message: String(error) });
			} finally {
				// Reported even if `fail` throws because the database is down.
				onError(error);
				if (retryCount >= retryLimit) onFinalFailure(queue, error);
			}
			return;
		}
		measure(queue, performance.now() - start, false);
		await boss.complete(queue, id, output);
	};

	return {
		send: async (queue, data, { key, everySeconds }) => {
			const throttle = everySeconds === undefined ? {} : { singletonSeconds: everySeconds };
			await boss.send(queue, data, { singletonKey: key, ...throttle });
		},
		drain: async (queues, handler) => {
			let hasWorked = false;
			for (const queue of await listDueQueues(pool, queues)) {
				for (;;) {
					const [job] = await boss.fetch<object>(queue, { includeMetadata: true });
					if (!job) break;
					hasWorked = true;
					await runJob(queue, job, handler);
				}
			}
			return hasWorked;
		},
		cancelActive: async (queues) => {
			const active = await listActiveJobs(pool, queues);
			for (const { name, id } of active) await boss.cancel(name, id);
		},
		close: () => boss.stop({ graceful: false, close: false }),
	};
}
