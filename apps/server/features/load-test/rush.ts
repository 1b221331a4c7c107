import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { JournalEntry } from "../team/receipts/journal.ts";
import { buildRushReport, type RushReport } from "./rush-report.ts";
import { RushSetupError } from "./rush-season.ts";
import type { WorkerMessage, WorkerRequest } from "./rush-worker.ts";
import type { RushResult, SendOptions } from "./send-rush.ts";

export interface RushOptions extends SendOptions {
	/** Called once all processes are ready, before the first request. */
	readonly onReady?: () => Promise<void>;
	/** Called soon after a save is acknowledged. */
	readonly onSaved: (entry: JournalEntry) => void;
}

const WORKER = path.join(import.meta.dirname, "rush-worker.ts");
/** About half of what one process can send, so that the sender is not the bottleneck. */
const MAX_SAVES_PER_PROCESS = 500;

/** A process that sends a part of a rush. */
class RushProcess {
	readonly #child: ChildProcess;
	readonly #ready = Promise.withResolvers<void>();
	readonly #result = Promise.withResolvers<RushResult>();

	constructor(options: SendOptions, onSaved: (entry: JournalEntry) => void) {
		this.#child = fork(WORKER, { serialization: "advanced" });
		const fail = (error: Error) => {
			this.#ready.reject(error);
			this.#result.reject(error);
		};
		// A failure rejects both, but only one of them may be awaited. The other would be an unhandled rejection.
		for (const { promise } of [this.#ready, this.#result]) promise.catch(() => undefined);
		this.#child.on("message", (message: WorkerMessage) => {
			if ("ready" in message) this.#ready.resolve();
			else if ("saved" in message) for (const entry of message.saved) onSaved(entry);
			else if ("result" in message) this.#result.resolve(message.result);
			else fail("failure" in message ? new Error(message.failure) : new RushSetupError(message.setupError));
		});
		this.#child.on("error", fail);
		this.#child.on("exit", (code, signal) => fail(new Error(`A rush process ended with ${code ?? signal}`)));
		this.#send({ prepare: options });
	}

	/** @throws RushSetupError */
	get ready(): Promise<void> {
		return this.#ready.promise;
	}

	/** @throws RushSetupError */
	run(): Promise<RushResult> {
		this.#send({ start: true });
		return this.#result.promise;
	}

	async close(): Promise<void> {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
		const ended = once(this.#child, "exit");
		this.#child.kill();
		await ended;
	}

	#send(request: WorkerRequest): void {
		this.#child.send(request);
	}
}

/**
 * Sends the requests that managers make before a lock: saves, with reads of teams, rankings and files, and a few requests to
 * join a league. Separate processes send each request when it is due, whether or not earlier ones have been answered.
 * Teams that will be saved are read before the rush starts.
 *
 * @throws RushSetupError if the server does not answer
 */
export async function runRush({ onReady, onSaved, ...options }: RushOptions): Promise<RushReport> {
	const { url, accounts, seconds, savesPerSecond, isSteady } = options;
	const count = Math.min(accounts.length, Math.ceil(savesPerSecond / MAX_SAVES_PER_PROCESS));
	const processes = Array.from({ length: count }, (_, index) => {
		const share = accounts.filter((_account, position) => position % count === index);
		return new RushProcess(
			{ url, accounts: share, seconds, savesPerSecond: savesPerSecond / count, isSteady },
			onSaved,
		);
	});
	try {
		await Promise.all(processes.map(({ ready }) => ready));
		await onReady?.();
		return buildRushReport(seconds, await Promise.all(processes.map((process) => process.run())));
	} finally {
		await Promise.all(processes.map((process) => process.close()));
	}
}
