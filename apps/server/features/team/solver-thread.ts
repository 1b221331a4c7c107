import { Worker } from "node:worker_threads";
import { refuse } from "../../plugins/refusal.ts";

/** A worker thread that computes one task after another. */
export interface SolverThread<Task, Answer> {
	/** Starts the thread, so that the first task does not wait for it. */
	readonly warm: () => void;
	/**
	 * One task at a time. Refuses with 503 when the thread dies or takes longer than it may; the next task gets a new
	 * thread.
	 */
	readonly run: (task: Task) => Promise<Answer>;
	readonly close: () => Promise<void>;
}

const RETRY_AFTER_SECONDS = 2;

export function createSolverThread<Task, Answer>(file: URL, maxTaskMs: number): SolverThread<Task, Answer> {
	let worker: Worker | null = null;
	let pending: PromiseWithResolvers<Answer> | null = null;

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
			pending?.reject(Object.assign(refuse(503, "autopick-busy", { seconds: RETRY_AFTER_SECONDS }), { cause }));
		});
		return started;
	};
	return {
		warm: () => {
			worker ??= start();
		},
		run: async (task) => {
			if (pending) throw new Error("A solver thread takes one task at a time");
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
			await worker?.terminate();
		},
	};
}
