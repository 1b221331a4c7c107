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

interface AflAnswer {
	/** Null when there is no answer, or it is the one that was given last. */
	readonly body: Uint8Array | null;
	readonly hasFailed: boolean;
}

export interface AflClient {
	readonly get: (path: string) => Promise<AflAnswer>;
	/** Whether enough time has passed since the last failure; less is enough while a match is on. */
	readonly mayAsk: (isMatchOn: boolean) => boolean;
	readonly health: () => FeedHealth;
}

const TIMEOUT = 10_000;
const FIRST_BACK_OFF = 5_000;
const LONGEST_BACK_OFF = 5 * 60_000;
/** A step of the season comes on top of it: the source is asked again within 30 seconds. */
const MAX_LIVE_BACK_OFF_MS = 25_000;
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
 * answer, never longer than a request may take, and after a failure not again before some time has passed. How long grows with
 * the moments at which it failed, not with the requests that failed at one of them.
 */
export function createAflClient(options: ClientOptions): AflClient {
	const { url, timeout = TIMEOUT, backOff = FIRST_BACK_OFF, wallNow = Date.now, random = Math.random } = options;
	const tags = new Map<string, string>();
	let token: Promise<string> | null = null;
	let failures = 0;
	let notBefore = 0;
	let notBeforeLive = 0;
	/** Requests that run at the same time and fail count as one failure. */
	let moment = 0;
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

	const recordFailure = (error: unknown, startedAt: number): void => {
		const wait = error instanceof AnswerFault ? error.wait : 0;
		const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
		lastFault = `${error instanceof Error ? error.message : String(error)}${cause}`;
		const backOffUntil = (most: number) => {
			const longest = Math.min(most, backOff * 2 ** Math.min(failures, 10));
			return wallNow() + longest * (0.5 + random() / 2);
		};
		notBefore = Math.max(notBefore, wallNow() + wait);
		notBeforeLive = Math.max(notBeforeLive, wallNow() + wait);
		if (startedAt !== moment) return;
		notBefore = Math.max(notBefore, backOffUntil(LONGEST_BACK_OFF));
		notBeforeLive = Math.max(notBeforeLive, backOffUntil(MAX_LIVE_BACK_OFF_MS));
		failures++;
		moment++;
	};

	return {
		get: async (path) => {
			askedAt = wallNow();
			const startedAt = moment;
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
				return { body: bytes, hasFailed: false };
			} catch (error) {
				recordFailure(error, startedAt);
				return { body: null, hasFailed: true };
			}
		},
		mayAsk: (isMatchOn) => wallNow() >= (isMatchOn ? notBeforeLive : notBefore),
		health: () => ({ askedAt, answeredAt, failures, lastFault }),
	};
}
