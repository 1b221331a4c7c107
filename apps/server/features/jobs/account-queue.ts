import type { UserId } from "@first-bounce/rules/ids";
import type { ErrorCode } from "../../i18n/error-messages.ts";
import { refuse } from "../../plugins/refusal.ts";

export interface QueueRefusals {
	/** Another task of the account runs or waits. */
	readonly running: ErrorCode;
	/** Too many tasks wait. */
	readonly busy: ErrorCode;
}

/** The user who makes a request; `signal` aborts when the client disconnects. */
export interface Requester {
	readonly userId: UserId;
	readonly signal: AbortSignal;
}

/** Runs `work` when it is the requester's turn. */
export type AccountQueue = <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>;

const RETRY_AFTER_BUSY_SECONDS = 10;
const RETRY_AFTER_RUNNING_SECONDS = 2;

/**
 * Runs one task at a time, first come first served. An account has at most one running or waiting, so that no account
 * can fill the queue. An aborted request leaves the queue at once.
 */
export function createAccountQueue(maxWaiting: number, refusals: QueueRefusals): AccountQueue {
	const accounts = new Set<UserId>();
	const waiting: (() => void)[] = [];
	let isBusy = false;

	const startNext = () => {
		const nextTask = waiting.shift();
		isBusy = nextTask !== undefined;
		nextTask?.();
	};
	return async <Result>({ userId, signal }: Requester, work: () => Promise<Result>): Promise<Result> => {
		if (accounts.has(userId)) throw refuse(429, refusals.running, { seconds: RETRY_AFTER_RUNNING_SECONDS });
		if (waiting.length >= maxWaiting) throw refuse(503, refusals.busy, { seconds: RETRY_AFTER_BUSY_SECONDS });
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		const start = () => void work().then(resolve, reject).finally(startNext);
		const leave = () => {
			const index = waiting.indexOf(start);
			if (index >= 0) waiting.splice(index, 1);
			// The client has disconnected, so the response does not matter.
			reject(refuse(400, "malformed-body"));
		};
		accounts.add(userId);
		signal.addEventListener("abort", leave, { once: true });
		if (signal.aborted) leave();
		else if (isBusy) waiting.push(start);
		else {
			isBusy = true;
			start();
		}
		try {
			return await promise;
		} finally {
			signal.removeEventListener("abort", leave);
			accounts.delete(userId);
		}
	};
}
