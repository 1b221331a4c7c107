// A process of a rush. It receives its options, reports when it is ready, and starts on request.
import { inspect } from "node:util";
import type { JournalEntry } from "../team/receipts/journal.ts";
import { RushSetupError } from "./rush-season.ts";
import { prepareRush, type RushResult, type SendOptions } from "./send-rush.ts";

export type WorkerRequest = { readonly prepare: SendOptions } | { readonly start: true };
export type WorkerMessage =
	| { readonly ready: true }
	| { readonly saved: readonly JournalEntry[] }
	| { readonly result: RushResult }
	| { readonly setupError: string }
	| { readonly failure: string };

/** Acknowledged saves are sent together, because each message takes as much processor time as a request. */
const SAVED_INTERVAL_MS = 100;

const send = (message: WorkerMessage): void => void process.send?.(message);
const started = Promise.withResolvers<void>();

async function run(options: SendOptions): Promise<void> {
	try {
		const sendRush = await prepareRush(options);
		send({ ready: true });
		await started.promise;
		let saved: JournalEntry[] = [];
		const sendSaved = () => {
			if (saved.length > 0) send({ saved });
			saved = [];
		};
		const timer = setInterval(sendSaved, SAVED_INTERVAL_MS);
		const result = await sendRush((entry) => void saved.push(entry)).finally(() => {
			clearInterval(timer);
			sendSaved();
		});
		send({ result });
	} catch (error) {
		send(error instanceof RushSetupError ? { setupError: error.message } : { failure: inspect(error) });
	}
}

process.on("message", (message: WorkerRequest) => {
	if ("prepare" in message) void run(message.prepare);
	else started.resolve();
});
process.on("disconnect", () => process.exit());
