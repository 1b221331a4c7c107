import { MINUTE_MS } from "@first-bounce/rules/durations";
import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { feedRequestChannel } from "../../../plugins/monitoring/trace-channels.ts";
import { parseJson } from "../parse-json.ts";

/** How the feed and `season fetch` send requests to the official APIs. */
export interface TransportOptions {
	readonly timeoutMs?: number;
	/** Names the project, its version and a contact; see `formatUserAgent`. */
	readonly userAgent?: string;
	readonly wallNow?: () => number;
	/** Awaited before each request, those for tokens included. */
	readonly beforeSend?: () => Promise<void>;
}

const tokenResponse = z.object({ token: z.string().min(1).max(4_000) });

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_RETRY_AFTER_MS = 5 * MINUTE_MS;
export const MAX_RESPONSE_BYTES = 16 << 20;
/** The provider does not say how long a token lasts, so one that is older than this is replaced before it is refused. */
const TOKEN_LIFETIME_MS = 20 * MINUTE_MS;

/** A failed request to the official stats API. */
export class AflApiError extends Error {
	override readonly name = "AflApiError";
	/** The HTTP status; null without a response. */
	readonly status: number | null;
	/** From the `Retry-After` header, in milliseconds. */
	readonly retryAfterMs: number;
	/** Whether the provider refuses our requests. Trying again later does not help then. */
	readonly isRefused: boolean;
	constructor(
		message: string,
		options: { readonly status?: number; readonly retryAfterMs?: number; readonly isRefused?: boolean } = {},
	) {
		super(message);
		const { status = null, retryAfterMs = 0, isRefused = status === 401 || status === 403 } = options;
		this.status = status;
		this.retryAfterMs = retryAfterMs;
		this.isRefused = isRefused;
	}
}

/** Formats a user agent such as `FirstBounce/0.1.0 (+https://fantasy.example.org; help@example.org)`. */
export const formatUserAgent = (contacts: readonly string[]): string =>
	`FirstBounce/${packageJson.version} (${contacts.length > 0 ? contacts.join("; ") : "fantasy game"})`;

export async function readBytes(response: Response): Promise<Uint8Array> {
	if (Number(response.headers.get("content-length") ?? 0) > MAX_RESPONSE_BYTES)
		throw new AflApiError("the response is too large");
	const bytes = new Uint8Array(await response.arrayBuffer());
	if (bytes.length > MAX_RESPONSE_BYTES) throw new AflApiError("the response is too large");
	return bytes;
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
export function getRetryAfterMs(response: Response, now: number): number {
	const header = response.headers.get("retry-after") ?? "";
	const seconds = Number(header);
	const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
	return Number.isFinite(waitMs) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, waitMs)) : 0;
}

/**
 * Sends requests with our user agent. `sendWithToken` adds a token, which is replaced when it is old, or once if it is
 * refused.
 */
export function createTransport(
	url: string,
	{ timeoutMs = DEFAULT_TIMEOUT_MS, userAgent = formatUserAgent([]), wallNow = Date.now, beforeSend }: TransportOptions,
) {
	let token: { readonly value: Promise<string>; readonly fetchedAt: number } | null = null;

	const send = async (path: string, { headers, ...init }: { headers?: Record<string, string> } & RequestInit = {}) => {
		await beforeSend?.();
		const address = `${url}${path}`;
		const request = {
			...init,
			headers: { ...headers, "user-agent": userAgent },
			redirect: "error",
			signal: AbortSignal.timeout(timeoutMs),
		} as const;
		const context = { method: init.method ?? "GET", address };
		return feedRequestChannel.tracePromise(() => fetch(address, request), context);
	};

	const fetchToken = async (): Promise<string> => {
		const response = await send("/cfs/afl/WMCTok", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: "{}",
		});
		const { status } = response;
		if (!response.ok)
			throw new AflApiError(`no token: ${status}`, {
				status,
				retryAfterMs: getRetryAfterMs(response, wallNow()),
				isRefused: status >= 400 && status < 500 && status !== 429,
			});
		const parsed = parseJson(tokenResponse, await readBytes(response));
		if (!parsed.ok) throw new AflApiError(`no token: ${parsed.problems[0]}`);
		return parsed.value.token;
	};

	const getToken = async () => {
		if (!token || wallNow() - token.fetchedAt >= TOKEN_LIFETIME_MS)
			token = { value: fetchToken(), fetchedAt: wallNow() };
		const current = token;
		const value = await current.value.catch((error) => {
			if (token === current) token = null;
			throw error;
		});
		return { current, value };
	};

	const sendWithToken = async (path: string, headers: Record<string, string> = {}, isRetry = false) => {
		const { current, value } = await getToken();
		const response = await send(path, { headers: { ...headers, "x-media-mis-token": value } });
		if ((response.status !== 401 && response.status !== 403) || isRetry) return response;
		await response.body?.cancel();
		if (token === current) token = null;
		return sendWithToken(path, headers, true);
	};

	return { send, sendWithToken };
}
