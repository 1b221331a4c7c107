import type { Pool } from "pg";
import { createBoss, type QueueName } from "../../db/job-schema.ts";
import { listActiveJobs, listDueQueues } from "./queries.ts";

export interface Job {
	readonly queue: QueueName;
	readonly data: object;
}

interface JobOptions {
	/** A job of its key that waits (or, in a round's life, is at work) makes another one unnecessary. */
	readonly key: string;
	/** At most one of the key in so many seconds of wall time, in all processes together. */
	readonly everySeconds?: number;
}

/** Does one job; what it answers with is kept and shown. What it throws is kept, shown, and the job tried again. */
export type JobHandler = (job: Job) => Promise<object | null>;

/** The queues of pg-boss as this house uses them: whoever finds that something is due sends it, and steps do the work. */
export interface JobQueue {
	readonly send: (queue: QueueName, data: object, options: JobOptions) => Promise<void>;
	/** Does what is due in these queues, in their order, here and now; says whether there was anything. */
	readonly drain: (queues: readonly QueueName[], handler: JobHandler) => Promise<boolean>;
	/** Strikes out jobs that a process that is gone was at: what is still due is sent anew. For queues of one worker only. */
	readonly cancelActive: (queues: readonly QueueName[]) => Promise<void>;
	readonly close: () => Promise<void>;
}

export interface JobQueueOptions {
	readonly pool: Pool;
	/** Told of every attempt that fails. */
	readonly onError: (error: unknown) => void;
	/** Whether this process tidies up: deletes old jobs, frees those that have been at work for too long. */
	readonly isSupervised?: boolean;
}

/** The tables are there: `installJobSchema` made them as the database was opened. */
export async function createJobQueue({ pool, onError, isSupervised = false }: JobQueueOptions): Promise<JobQueue> {
	const boss = createBoss(pool, { isSupervised, migrates: false });
	boss.on("error", onError);
	await boss.start();

	const runJob = async (queue: QueueName, id: string, data: object, handler: JobHandler) => {
		let output: object | null;
		try {
			output = await handler({ queue, data });
		} catch (error) {
			await boss.fail(queue, id, error instanceof Error ? error : { message: String(error) });
			onError(error);
			return;
		}
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
					const [job] = await boss.fetch<object>(queue);
					if (!job) break;
					hasWorked = true;
					await runJob(queue, job.id, job.data, handler);
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
