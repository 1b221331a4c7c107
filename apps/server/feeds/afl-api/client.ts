import type { FeedHealth } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { tokenAnswer } from "./payloads.ts";

export interface ClientOptions {
	/** Without a slash at its end. */
	readonly url: string;
	/** Milliseconds that one request may take. */
	readonly timeout?: number;
	/** Milliseconds from the first failure to the next attempt; twice as long after each further one. */
	readonly backOff?: number;
	readonly wallNow?: () => number;
	/** From 0 up to 1: spreads attempts of many servers that lost the source at the same moment. */
	readonly random?: () => number;
}

export interface AflClient {
	/** The answer at a path when it is not the one that was given last; null when it is, or there is none. */
	readonly get: (path: string) => Promise<Uint8Array | null>;
	/** Whether it is time to try again. */
	readonly mayAsk: () => boolean;
	readonly health: () => FeedHealth;
}

const TIMEOUT = 10_000;
const FIRST_BACK_OFF = 5_000;
const LONGEST_BACK_OFF = 5 * 60_000;
const MOST_BYTES = 16 << 20;
const AGENT = "FirstBounce (fantasy game; polls politely)";

class AnswerFault extends Error {
	/** Milliseconds the source asks to be left alone. */
	readonly wait: number;
	constructor(message: string, wait = 0) {
		super(message);
		this.wait = wait;
	}
}

const isGone = (status: number): boolean => status === 404 || status === 410;

async function bytesOf(response: Response): Promise<Uint8Array> {
	if (Number(response.headers.get("content-length") ?? 0) > MOST_BYTES) throw new AnswerFault("an answer too large");
	const bytes = new Uint8Array(await response.arrayBuffer());
	if (bytes.length > MOST_BYTES) throw new AnswerFault("an answer too large");
	return bytes;
}

function secondsToWait(response: Response): number {
	const seconds = Number(response.headers.get("retry-after"));
	return Number.isFinite(seconds) ? Math.min(LONGEST_BACK_OFF, seconds * 1_000) : 0;
}

/**
 * Asks the official stats API politely: with a token that is fetched when there is none, with the ETag of the last
 * answer, never longer than a request may take, and after a failure not again before some time has passed.
 */
export function createAflClient(options: ClientOptions): AflClient {
	const { url, timeout = TIMEOUT, backOff = FIRST_BACK_OFF, wallNow = Date.now, random = Math.random } = options;
	const tags = new Map<string, string>();
	let token: Promise<string> | null = null;
	let failures = 0;
	let notBefore = 0;
	let askedAt: number | null = null;
	let answeredAt: number | null = null;
	let lastFault: string | null = null;

	const send = (path: string, init: RequestInit) =>
		fetch(`${url}${path}`, { ...init, redirect: "error", signal: AbortSignal.timeout(timeout) });

	const fetchToken = async (): Promise<string> => {
		const response = await send("/cfs/afl/WMCTok", { method: "POST", headers: { "user-agent": AGENT } });
		if (!response.ok) throw new AnswerFault(`no token: ${response.status}`, secondsToWait(response));
		const answer = parseJson(tokenAnswer, await bytesOf(response));
		if (!answer.ok) throw new AnswerFault(`no token: ${answer.faults[0]}`);
		return answer.value.token;
	};

	const ask = async (path: string, isSecondTry = false): Promise<Response> => {
		token ??= fetchToken();
		const current = token;
		const key = await current.catch((error) => {
			if (token === current) token = null;
			throw error;
		});
		const tag = tags.get(path);
		const headers = { "x-media-mis-token": key, "user-agent": AGENT, ...(tag ? { "if-none-match": tag } : {}) };
		const response = await send(path, { headers });
		const isRefused = response.status === 401 || response.status === 403;
		if (!isRefused || isSecondTry) return response;
		await response.body?.cancel();
		if (token === current) token = null;
		return ask(path, true);
	};

	const failed = (error: unknown): null => {
		const wait = error instanceof AnswerFault ? error.wait : 0;
		const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
		lastFault = `${error instanceof Error ? error.message : String(error)}${cause}`;
		const longest = Math.min(LONGEST_BACK_OFF, backOff * 2 ** Math.min(failures, 10));
		failures++;
		notBefore = Math.max(notBefore, wallNow() + Math.max(wait, longest * (0.5 + random() / 2)));
		return null;
	};

	return {
		get: async (path) => {
			askedAt = wallNow();
			try {
				const response = await ask(path);
				const { status } = response;
				if (status !== 304 && !response.ok && !isGone(status))
					throw new AnswerFault(`${path}: ${status}`, secondsToWait(response));
				const isNews = response.ok;
				const bytes = isNews ? await bytesOf(response) : null;
				if (!isNews) await response.body?.cancel();
				const tag = response.headers.get("etag");
				if (isNews && tag) tags.set(path, tag);
				failures = 0;
				lastFault = null;
				answeredAt = wallNow();
				return bytes;
			} catch (error) {
				return failed(error);
			}
		},
		mayAsk: () => wallNow() >= notBefore,
		health: () => ({ askedAt, answeredAt, failures, lastFault }),
	};
}
