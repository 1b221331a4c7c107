import { Worker } from "node:worker_threads";
import { type Refusal, refuse } from "../../plugins/refusal.ts";

/** A worker thread that runs one task at a time. */
export interface TaskThread<Task, Answer> {
	/** Starts the thread before the first task needs it. */
	readonly warmUp: () => void;
	/**
	 * Runs a task; only one may run at a time. If the signal aborts, the task can see that and may end early. Refuses
	 * with 503 if the thread ends, or is closed, or the task takes too long. After that, the next task gets a new thread,
	 * unless `close` was called.
	 */
	readonly run: (task: Task, signal?: AbortSignal) => Promise<Answer>;
	readonly close: () => Promise<void>;
}

/** A message to the thread: a task, and a flag that is set to 1 when the task is aborted. */
export interface TaskMessage<Task> {
	readonly task: Task;
	readonly aborted: Int32Array;
}

export function createTaskThread<Task, Answer>(
	file: URL,
	maxTaskMs: number,
	createRefusal: () => Refusal = () => refuse(503, "busy"),
): TaskThread<Task, Answer> {
	let worker: Worker | null = null;
	let pending: PromiseWithResolvers<Answer> | null = null;
	let isClosed = false;

	const start = (): Worker => {
		const started = new Worker(file);
		let cause: unknown;
		started.unref();
		started.on("message", (answer: Answer) => pending?.resolve(answer));
		started.on("error", (error) => {
			cause = error;
		});
		started.on("exit", () => {
			if (worker === started) worker = null;
			pending?.reject(Object.assign(createRefusal(), { cause }));
		});
		return started;
	};
	return {
		warmUp: () => {
			worker ??= start();
		},
		run: async (task, signal) => {
			if (isClosed) throw createRefusal();
			if (pending) throw new Error("A task is already running");
			worker ??= start();
			const answer = Promise.withResolvers<Answer>();
			pending = answer;
			const current = worker;
			const timer = setTimeout(() => void current.terminate(), maxTaskMs);
			const aborted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
			const abort = () => void Atomics.store(aborted, 0, 1);
			signal?.addEventListener("abort", abort, { once: true });
			if (signal?.aborted) abort();
			try {
				current.postMessage({ task, aborted } satisfies TaskMessage<Task>);
				return await answer.promise;
			} finally {
				signal?.removeEventListener("abort", abort);
				clearTimeout(timer);
				pending = null;
			}
		},
		close: async () => {
			isClosed = true;
			await worker?.terminate();
		},
	};
}
