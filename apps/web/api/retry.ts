import { ApiFailure } from "@first-bounce/contract/client";

/** Five attempts, a second apart (D1.9.27). */
export const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 1_000;
/** Randomises the delay by ±20 %, so that browsers do not all retry at the same moment. */
const JITTER = 0.2;

/** Server errors and lost connections are worth a retry; refusals are final. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiFailure) || error.status >= 500;

export const computeRetryDelay = (random: () => number): number =>
	Math.round(RETRY_DELAY_MS * (1 - JITTER + 2 * JITTER * random()));

interface RetryOptions {
	readonly random?: () => number;
	readonly sleep?: (milliseconds: number) => Promise<void>;
	readonly shouldRetry?: (error: unknown) => boolean;
}

const sleepFor = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Retries an idempotent task. Throws its last error. */
export async function retry<Value>(
	task: () => Promise<Value>,
	{ random = Math.random, sleep = sleepFor, shouldRetry = isRetryable }: RetryOptions = {},
): Promise<Value> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await task();
		} catch (error) {
			if (attempt >= MAX_ATTEMPTS || !shouldRetry(error)) throw error;
			await sleep(computeRetryDelay(random));
		}
	}
}
