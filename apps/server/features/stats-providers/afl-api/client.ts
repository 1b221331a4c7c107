import type { FeedHealth } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { tokenResponse } from "./schemas.ts";

export interface ClientOptions {
	/** Without a trailing slash. */
	readonly url: string;
	/** Timeout of one request. */
	readonly timeoutMs?: number;
	/** Pause after the first failure. It doubles with each further failure. */
	readonly backOffMs?: number;
	readonly wallNow?: () => number;
	/** Jitter from 0 to 1, so that many servers do not retry at the same moment. */
	readonly random?: () => number;
}

interface AflResponse {
	/** Null without a response, or if it has not changed since the last one. */
	readonly body: Uint8Array | null;
	readonly hasFailed: boolean;
}

export interface AflClient {
	readonly get: (path: string) => Promise<AflResponse>;
	/** Whether the back-off is over. It is shorter while a match is live. */
	readonly canRequest: (isMatchLive: boolean) => boolean;
	readonly health: () => FeedHealth;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** With one engine step on top, a failing provider is polled again within 30 seconds. */
const MAX_LIVE_BACK_OFF_MS = 25_000;
const MAX_RESPONSE_BYTES = 16 << 20;
const USER_AGENT = "FirstBounce (fantasy game; polls politely)";

class AflApiError extends Error {
	/** From the `Retry-After` header, in milliseconds. */
	readonly retryAfterMs: number;
	constructor(message: string, retryAfterMs = 0) {
		super(message);
		this.retryAfterMs = retryAfterMs;
	}
}

const isNotFound = (status: number): boolean => status === 404 || status === 410;

async function readBytes(response: Response): Promise<Uint8Array> {
	if (Number(response.headers.get("content-length") ?? 0) > MAX_RESPONSE_BYTES)
		throw new AflApiError("the response is too large");
	const bytes = new Uint8Array(await response.arrayBuffer());
	if (bytes.length > MAX_RESPONSE_BYTES) throw new AflApiError("the response is too large");
	return bytes;
}

function getRetryAfterMs(response: Response): number {
	const seconds = Number(response.headers.get("retry-after"));
	return Number.isFinite(seconds) ? Math.min(MAX_BACK_OFF_MS, seconds * 1_000) : 0;
}

/**
 * A client of the official stats API that fetches a token when needed, sends ETags and backs off after failures.
 * Concurrent requests that fail together count as one failure.
 */
export function createAflClient(options: ClientOptions): AflClient {
	const {
		url,
		timeoutMs = DEFAULT_TIMEOUT_MS,
		backOffMs = DEFAULT_BACK_OFF_MS,
		wallNow = Date.now,
		random = Math.random,
	} = options;
	const tags = new Map<string, string>();
	let token: Promise<string> | null = null;
	let failures = 0;
	let notBefore = 0;
	let notBeforeLive = 0;
	/** Concurrent requests share a group, which counts as one failure. */
	let failureGroup = 0;
	let lastRequestAt: number | null = null;
	let lastResponseAt: number | null = null;
	let lastFault: string | null = null;

	const send = (path: string, init: RequestInit) =>
		fetch(`${url}${path}`, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });

	const fetchToken = async (): Promise<string> => {
		const response = await send("/cfs/afl/WMCTok", { method: "POST", headers: { "user-agent": USER_AGENT } });
		if (!response.ok) throw new AflApiError(`no token: ${response.status}`, getRetryAfterMs(response));
		const token = parseJson(tokenResponse, await readBytes(response));
		if (!token.ok) throw new AflApiError(`no token: ${token.faults[0]}`);
		return token.value.token;
	};

	const sendWithToken = async (path: string, isRetry = false): Promise<Response> => {
		token ??= fetchToken();
		const current = token;
		const key = await current.catch((error) => {
			if (token === current) token = null;
			throw error;
		});
		const tag = tags.get(path);
		const headers = { "x-media-mis-token": key, "user-agent": USER_AGENT, ...(tag ? { "if-none-match": tag } : {}) };
		const response = await send(path, { headers });
		const isRefused = response.status === 401 || response.status === 403;
		if (!isRefused || isRetry) return response;
		await response.body?.cancel();
		if (token === current) token = null;
		return sendWithToken(path, true);
	};

	const recordFailure = (error: unknown, group: number): void => {
		const retryAfterMs = error instanceof AflApiError ? error.retryAfterMs : 0;
		const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
		lastFault = `${error instanceof Error ? error.message : String(error)}${cause}`;
		const computeBackOffEnd = (maxMs: number) => {
			const maxBackOffMs = Math.min(maxMs, backOffMs * 2 ** Math.min(failures, 10));
			return wallNow() + maxBackOffMs * (0.5 + random() / 2);
		};
		notBefore = Math.max(notBefore, wallNow() + retryAfterMs);
		notBeforeLive = Math.max(notBeforeLive, wallNow() + retryAfterMs);
		if (group !== failureGroup) return;
		notBefore = Math.max(notBefore, computeBackOffEnd(MAX_BACK_OFF_MS));
		notBeforeLive = Math.max(notBeforeLive, computeBackOffEnd(MAX_LIVE_BACK_OFF_MS));
		failures++;
		failureGroup++;
	};

	return {
		get: async (path) => {
			lastRequestAt = wallNow();
			const group = failureGroup;
			try {
				const response = await sendWithToken(path);
				const { status } = response;
				if (status !== 304 && !response.ok && !isNotFound(status))
					throw new AflApiError(`${path}: ${status}`, getRetryAfterMs(response));
				const isNew = response.ok;
				const bytes = isNew ? await readBytes(response) : null;
				if (!isNew) await response.body?.cancel();
				const tag = response.headers.get("etag");
				if (isNew && tag) tags.set(path, tag);
				failures = 0;
				lastFault = null;
				lastResponseAt = wallNow();
				return { body: bytes, hasFailed: false };
			} catch (error) {
				recordFailure(error, group);
				return { body: null, hasFailed: true };
			}
		},
		canRequest: (isMatchLive) => wallNow() >= (isMatchLive ? notBeforeLive : notBefore),
		health: () => ({ lastRequestAt, lastResponseAt, failures, lastFault }),
	};
}
