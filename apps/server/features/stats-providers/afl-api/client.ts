import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { FeedHealth } from "../feed.ts";
import { AflApiError, createTransport, getRetryAfterMs, readBytes, type TransportOptions } from "./transport.ts";

export interface ClientOptions extends TransportOptions {
	/** Without a trailing slash. */
	readonly url: string;
	/** Pause after the first failure. It doubles with each further failure. */
	readonly backOffMs?: number;
	/** Jitter from 0 to 1, so that many servers do not retry at the same moment. */
	readonly random?: () => number;
}

const DEFAULT_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 5 * MINUTE_MS;
/** With one step of the season engine on top, a failing provider is polled again within 30 seconds. */
const MAX_LIVE_BACK_OFF_MS = 25_000;

/** Requests to one address at a time, from all clients of this process. */
const MAX_CONCURRENT_REQUESTS = 4;
const openRequests = new Map<string, number>();
const countOpenRequests = (url: string): number => openRequests.get(url) ?? 0;

const isNotFound = (status: number): boolean => status === 404 || status === 410;

/** Whether a response is complete JSON, and not the web page of a proxy. */
function isJson(bytes: Uint8Array): boolean {
	try {
		JSON.parse(new TextDecoder().decode(bytes));
		return true;
	} catch {
		return false;
	}
}

/**
 * Creates a client of the official stats API that fetches a token when needed, sends ETags and backs off after
 * failures. Concurrent requests that fail together count as one failure.
 */
export function createAflClient(options: ClientOptions) {
	const { url, backOffMs = DEFAULT_BACK_OFF_MS, wallNow = Date.now, random = Math.random, ...rest } = options;
	const transport = createTransport(url, { ...rest, wallNow });
	const tags = new Map<string, string>();
	let failures = 0;
	let backOffEnd = 0;
	/** When the back-off ends while a match is live. */
	let liveBackOffEnd = 0;
	/** Concurrent requests share a group, which counts as one failure. */
	let failureGroup = 0;
	let lastRequestAt: number | null = null;
	let lastResponseAt: number | null = null;
	let lastFault: string | null = null;
	let isRefused = false;

	const send = (path: string): Promise<Response> => {
		const tag = tags.get(path);
		return transport.sendWithToken(path, tag ? { "if-none-match": tag } : {});
	};

	const recordFailure = (error: unknown, group: number): void => {
		const retryAfterMs = error instanceof AflApiError ? error.retryAfterMs : 0;
		const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
		isRefused = error instanceof AflApiError && error.isRefused;
		lastFault = `${error instanceof Error ? error.message : String(error)}${cause}`;
		const computeBackOffEnd = (maxMs: number) => {
			const longestBackOffMs = Math.min(maxMs, backOffMs * 2 ** Math.min(failures, 10));
			return wallNow() + longestBackOffMs * (0.5 + random() / 2);
		};
		backOffEnd = Math.max(backOffEnd, wallNow() + retryAfterMs);
		liveBackOffEnd = Math.max(liveBackOffEnd, wallNow() + retryAfterMs);
		if (group !== failureGroup) return;
		backOffEnd = Math.max(backOffEnd, computeBackOffEnd(MAX_BACK_OFF_MS));
		liveBackOffEnd = Math.max(liveBackOffEnd, computeBackOffEnd(MAX_LIVE_BACK_OFF_MS));
		failures++;
		failureGroup++;
	};

	return {
		/** How many more requests may be sent now. */
		countFreeRequests: () => MAX_CONCURRENT_REQUESTS - countOpenRequests(url),
		/** The body is null if there is none, for status 404 or 410, or if it has not changed since the last response. */
		get: async (path: string) => {
			lastRequestAt = wallNow();
			const group = failureGroup;
			openRequests.set(url, countOpenRequests(url) + 1);
			try {
				const response = await send(path);
				const { status } = response;
				if (status !== 304 && !response.ok && !isNotFound(status))
					throw new AflApiError(`${path}: ${status}`, { status, retryAfterMs: getRetryAfterMs(response, wallNow()) });
				const isNew = response.ok;
				const bytes = isNew ? await readBytes(response) : null;
				if (!isNew) await response.body?.cancel();
				if (bytes && !isJson(bytes)) {
					// Without its ETag, the next request gets the whole response again, and not a 304.
					tags.delete(path);
					recordFailure(new AflApiError(`${path}: not JSON`), group);
					return { body: bytes, hasFailed: true };
				}
				const tag = response.headers.get("etag");
				if (isNew && tag) tags.set(path, tag);
				failures = 0;
				lastFault = null;
				isRefused = false;
				lastResponseAt = wallNow();
				return { body: bytes, hasFailed: false };
			} catch (error) {
				recordFailure(error, group);
				return { body: null, hasFailed: true };
			} finally {
				openRequests.set(url, countOpenRequests(url) - 1);
			}
		},
		/** Whether the back-off is over. It is shorter while a match is live. */
		canRequest: (isMatchLive: boolean) => wallNow() >= (isMatchLive ? liveBackOffEnd : backOffEnd),
		health: (): FeedHealth => ({ lastRequestAt, lastResponseAt, failures, lastFault, isRefused }),
	};
}
