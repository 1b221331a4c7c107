import { ApiFailure } from "@first-bounce/contract/client";

/** D1 §9: five attempts, a second apart. */
export const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 1_000;
/** So much of the wait, more or less, is left to chance: a thousand browsers do not come back at once. */
const JITTER = 0.2;

/** Refusals are final; only a server in trouble or a lost connection is worth asking again. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiFailure) || error.status >= 500;

/** Milliseconds to the next attempt. */
export const computeRetryDelay = (random: () => number, apart: number = RETRY_DELAY_MS): number =>
	Math.round(apart * (1 - JITTER + 2 * JITTER * random()));

export interface RetryOptions {
	readonly attempts?: number;
	/** Milliseconds between two. */
	readonly apart?: number;
	readonly random?: () => number;
	readonly sleep?: (milliseconds: number) => Promise<void>;
	/** Whether an error is worth another attempt. */
	readonly again?: (error: unknown) => boolean;
}

const sleepFor = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Tries a task again until it works; only for one that may be done twice, such as reading. Throws its last error. */
export async function retry<Value>(task: () => Promise<Value>, options: RetryOptions = {}): Promise<Value> {
	const {
		attempts = MAX_ATTEMPTS,
		apart = RETRY_DELAY_MS,
		random = Math.random,
		sleep = sleepFor,
		again = isRetryable,
	} = options;
	for (let attempt = 1; ; attempt++) {
		try {
			return await task();
		} catch (error) {
			if (attempt >= attempts || !again(error)) throw error;
			await sleep(computeRetryDelay(random, apart));
		}
	}
}
