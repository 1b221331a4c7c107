import { Worker } from "node:worker_threads";
import type { IntegerProgram } from "@first-bounce/rules/autopick/integer-program";
import { refuse } from "../../plugins/refusal.ts";
import type { AutopickTask } from "./autopick-worker.ts";
import type { IntegerSolution } from "./integer-program.ts";

export interface Solver {
	/**
	 * Solves off the request thread, to the best that the deadline allows; refuses with 503 when nothing was found by
	 * then or too many wait.
	 */
	readonly solve: (program: IntegerProgram) => Promise<IntegerSolution>;
	readonly close: () => Promise<void>;
}

export interface ThreadedSolver extends Solver {
	/** Starts the thread, so that the first question does not wait for it. */
	readonly warm: () => void;
}

interface Waiting {
	readonly resolve: (solution: IntegerSolution) => void;
	readonly reject: (error: Error) => void;
}

const MOST_WAITING = 50;

/** One worker thread for autopick, started when first asked and again should it die; `deadline` in milliseconds. */
export function createSolver(deadline = 5_000): ThreadedSolver {
	const waiting = new Map<number, Waiting>();
	let worker: Worker | null = null;
	let lastId = 0;

	const fail = (error: Error) => {
		worker = null;
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	};
	const start = (): Worker => {
		const next = new Worker(new URL("./autopick-worker.ts", import.meta.url));
		next.unref();
		next.on("message", ({ id, solution }: { id: number; solution: IntegerSolution }) => {
			waiting.get(id)?.resolve(solution);
			waiting.delete(id);
		});
		next.on("error", fail);
		return next;
	};
	return {
		warm: () => {
			worker ??= start();
		},
		solve: async (program) => {
			if (waiting.size >= MOST_WAITING) throw refuse(503, "busy");
			worker ??= start();
			const id = ++lastId;
			const { promise, resolve, reject } = Promise.withResolvers<IntegerSolution>();
			waiting.set(id, { resolve, reject });
			worker.postMessage({ id, program, deadline } satisfies AutopickTask);
			const solution = await promise;
			if (solution.status === "out-of-time" && solution.values === null) throw refuse(503, "autopick-too-slow");
			return solution;
		},
		close: async () => {
			const closing = worker;
			worker = null;
			await closing?.terminate();
			for (const { reject } of waiting.values()) reject(refuse(503, "busy"));
			waiting.clear();
		},
	};
}
