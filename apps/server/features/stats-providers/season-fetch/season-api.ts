import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { AflApiError, createTransport, getRetryAfterMs, MAX_RESPONSE_BYTES } from "../afl-api/transport.ts";
import { parseJson } from "../parse-json.ts";
import { FetchError } from "./fetch-error.ts";
import type { FetchFolder } from "./fetch-folder.ts";

export interface SeasonApiSettings {
	/** The address of competitions, matches and squads, without a trailing slash. */
	readonly seasonUrl: string;
	/** The address of the stats API, which has tokens and season totals, without a trailing slash. */
	readonly statsUrl: string;
	readonly userAgent?: string | undefined;
	readonly pauseMs?: number;
	/** Pause after the first failure of a request. It doubles with each further one. */
	readonly backOffMs?: number;
	readonly timeoutMs?: number;
	/** Ends the fetch between two requests. */
	readonly signal?: AbortSignal;
	/** Waits for a pause to end; by default with a timer. */
	readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const waitWithTimer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
	delay(ms, undefined, signal ? { signal } : {});

const DEFAULT_PAUSE_MS = 1_000;
const DEFAULT_BACK_OFF_MS = 2_000;
const DEFAULT_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 4;

const isHtml = (body: Uint8Array): boolean => /^\s*</.test(new TextDecoder().decode(body.subarray(0, 200)));

const formatCause = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return "no answer in time";
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

const TRY_LATER = "Run the command again later: it continues where it stopped.";

function getAdvice(error: unknown): string {
	if (error instanceof AflApiError && error.isRefused)
		return "The provider refuses our token. Check that you may use its data and that AFL_API_URL is right, then run the command again.";
	if (error instanceof AflApiError && error.status === 404)
		return "Check AFL_API_SEASON_URL, AFL_API_URL and --season.";
	return TRY_LATER;
}

/** Reads as much of an answer as arrives. `failure` is the reason if it is not complete, else null. */
async function readBody(response: Response): Promise<{ readonly body: Uint8Array; readonly failure: unknown }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of response.body ?? []) {
			size += chunk.length;
			if (size > MAX_RESPONSE_BYTES) throw new AflApiError("the response is too large");
			chunks.push(chunk);
		}
	} catch (failure) {
		return { body: Buffer.concat(chunks), failure };
	}
	return { body: Buffer.concat(chunks), failure: null };
}

type AnswerStore = Pick<FetchFolder, "readAnswer" | "saveAnswer" | "saveInvalidAnswer">;

/**
 * Creates a client of the official season API. It pauses between requests, and tries again after a failure, but not before
 * Retry-After. It stores valid answers, so that an interrupted run continues where it stopped, and invalid ones for the
 * operator.
 */
export function createSeasonApi(settings: SeasonApiSettings, folder: AnswerStore) {
	const { seasonUrl, statsUrl, userAgent, pauseMs = DEFAULT_PAUSE_MS, backOffMs = DEFAULT_BACK_OFF_MS } = settings;
	const { signal, wait = waitWithTimer } = settings;
	let fetchedCount = 0;
	let storedCount = 0;
	let hasSent = false;
	const beforeSend = async (): Promise<void> => {
		if (hasSent) await wait(pauseMs, signal);
		hasSent = true;
	};
	const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	const options = { timeoutMs, beforeSend, ...(userAgent ? { userAgent } : {}) };
	const seasonTransport = createTransport(seasonUrl, options);
	const statsTransport = createTransport(statsUrl, options);

	/** Sends a request, and calls `onInvalid` with the body of an answer that cannot be used. */
	const requestAnswer = async <Schema extends z.ZodType>(
		schema: Schema,
		send: () => Promise<Response>,
		onInvalid: (body: Uint8Array) => Promise<void>,
	) => {
		const response = await send();
		const { status } = response;
		const { body, failure } = await readBody(response);
		const parsed = failure === null && response.ok ? parseJson(schema, body) : null;
		if (parsed?.ok) return { body, value: parsed.value };
		if (body.length > 0) await onInvalid(body);
		if (!response.ok)
			throw new AflApiError(`${status}`, { status, retryAfterMs: getRetryAfterMs(response, Date.now()) });
		if (failure) throw failure;
		throw new AflApiError(isHtml(body) ? "a web page instead of data" : (parsed?.problems[0] ?? "unexpected content"));
	};

	const request = async <Schema extends z.ZodType>(path: string, schema: Schema, send: () => Promise<Response>) => {
		const storedBody = await folder.readAnswer(path);
		const storedAnswer = storedBody && parseJson(schema, storedBody);
		if (storedAnswer?.ok) {
			storedCount++;
			return storedAnswer.value;
		}
		let invalidFile: string | null = null;
		const saveInvalid = async (answer: Uint8Array): Promise<void> => {
			invalidFile = await folder.saveInvalidAnswer(path, answer, isHtml(answer) ? "html" : "txt");
		};
		for (let attempt = 1; ; attempt++) {
			try {
				const { body, value } = await requestAnswer(schema, send, saveInvalid);
				await folder.saveAnswer(path, body);
				fetchedCount++;
				return value;
			} catch (error) {
				signal?.throwIfAborted();
				const { isRefused = false, status = null, retryAfterMs = 0 } = error instanceof AflApiError ? error : {};
				const isPermanent = isRefused || (status !== null && status < 500 && status !== 429 && status !== 408);
				if (isPermanent || attempt === MAX_ATTEMPTS) {
					const attempts = attempt > 1 ? ` (${attempt} attempts)` : "";
					const hint = invalidFile ? ` What it sent is in ${invalidFile}.` : "";
					throw new FetchError(`${path}: ${formatCause(error)}${attempts}`, `${getAdvice(error)}${hint}`, isRefused);
				}
				await wait(Math.max(retryAfterMs, backOffMs * 2 ** (attempt - 1)), signal);
			}
		}
	};

	return {
		/** Gets a stored answer, or requests it from the provider. */
		get: <Schema extends z.ZodType>(path: string, schema: Schema) =>
			request(path, schema, () => seasonTransport.send(path)),
		/** Like `get`, for the stats API, which needs a token. */
		getStats: <Schema extends z.ZodType>(path: string, schema: Schema) =>
			request(path, schema, () => statsTransport.sendWithToken(path)),
		/** Returns how many answers were fetched in this run, and how many earlier runs had stored. */
		getCounts: () => ({ fetched: fetchedCount, kept: storedCount }),
	};
}

export type SeasonApi = ReturnType<typeof createSeasonApi>;
