import { Worker } from "node:worker_threads";
import {
	createScoringHandler,
	type ScoringMessage,
	type ScoringOptions,
	type ScoringResult,
} from "./scoring-handler.ts";

/** The thread in which a scorer's messages are processed: a worker, or the caller's. */
interface ScoringThread {
	/** Sends a message. The buffers belong to the receiver afterwards. */
	send(message: ScoringMessage, buffers: ArrayBuffer[]): void;
	close(): Promise<void>;
}

interface Listeners {
	/** Called for every response, in the order of the messages. */
	readonly onResult: (result: ScoringResult) => void;
	/** Called if messages can no longer be processed. */
	readonly onFailure: (error: Error) => void;
}

const STOPPED = "The scoring worker has stopped";

function startWorker(options: ScoringOptions, { onResult, onFailure }: Listeners): ScoringThread {
	const worker = new Worker(new URL("./scoring-worker.ts", import.meta.url), { workerData: options });
	worker.on("message", onResult);
	worker.on("error", onFailure);
	worker.on("exit", () => onFailure(new Error(STOPPED)));
	return {
		send: (message, buffers) => worker.postMessage(message, buffers),
		close: async () => void (await worker.terminate()),
	};
}

function createCallerThread(options: ScoringOptions, { onResult, onFailure }: Listeners): ScoringThread {
	const handle = createScoringHandler(options);
	return {
		send(message) {
			const result = handle(message);
			if (result) queueMicrotask(() => onResult(result));
		},
		close: async () => onFailure(new Error(STOPPED)),
	};
}

/** With at most this many teams, scoring takes a millisecond in the caller's thread; starting a worker takes a hundred. */
export const MAX_TEAMS_WITHOUT_WORKER = 5_000;

/** Opens a worker thread or, for few teams, processes messages in the caller's thread. */
export function openScoringThread({ rules, capacity }: ScoringOptions, listeners: Listeners): ScoringThread {
	const { field, bench, captainFactor } = rules;
	const open = capacity > MAX_TEAMS_WITHOUT_WORKER ? startWorker : createCallerThread;
	return open({ rules: { field, bench, captainFactor }, capacity }, listeners);
}
