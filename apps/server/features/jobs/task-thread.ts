import { Worker } from "node:worker_threads";
import { type Refusal, refuse } from "../../plugins/refusal.ts";

/** A worker thread that computes one task after another. */
export interface TaskThread<Task, Answer> {
	/** Starts the thread, so that the first task does not wait for it. */
	readonly warmUp: () => void;
	/**
	 * One task at a time. Refuses with 503 when the thread ends or takes longer than it may, and after `close`; the next
	 * task gets a new thread.
	 */
	readonly run: (task: Task) => Promise<Answer>;
	readonly close: () => Promise<void>;
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
		run: async (task) => {
			if (isClosed) throw createRefusal();
			if (pending) throw new Error("A thread takes one task at a time");
			worker ??= start();
			const answer = Promise.withResolvers<Answer>();
			pending = answer;
			const used = worker;
			const timer = setTimeout(() => void used.terminate(), maxTaskMs);
			try {
				used.postMessage(task);
				return await answer.promise;
			} finally {
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
