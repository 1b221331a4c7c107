import { roundToTenth } from "@first-bounce/rules/numbers";
import { z } from "zod";
import type { Answer, LoadFailure } from "./load-client.ts";

/** The kinds of requests of a rush. */
export const REQUEST_KINDS = ["captain", "trade", "show-my", "rankings", "static", "join"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const OUTCOMES = [
	"ok",
	"refused",
	"limited",
	"busy",
	"missingRetryAfter",
	"other",
	"timedOut",
	"disconnected",
] as const;
type Outcome = (typeof OUTCOMES)[number];

const REFUSED_BY_RULE = new Set([400, 403, 409, 422]);

/** Classifies the outcome of a request. */
export function classifyAnswer(answer: Answer | LoadFailure): Outcome {
	if (answer === "timed-out") return "timedOut";
	if (answer === "disconnected") return "disconnected";
	const { status, hasRetryAfter } = answer;
	if ((status >= 200 && status < 300) || status === 304) return "ok";
	if (status === 503 || status === 429) {
		if (!hasRetryAfter) return "missingRetryAfter";
		return status === 503 ? "busy" : "limited";
	}
	return REFUSED_BY_RULE.has(status) ? "refused" : "other";
}

const refusal = z.object({ errors: z.array(z.object({ code: z.string() })) });

/**
 * Whether a save was refused before it was read, because its account or all accounts together sent too many requests. After
 * any other 503 it may have been stored.
 */
export function isRefusedBeforeReading(answer: (Answer & { readonly json: () => unknown }) | LoadFailure): boolean {
	if (typeof answer === "string") return false;
	if (answer.status !== 503) return answer.status === 429;
	try {
		return refusal.parse(answer.json()).errors[0]?.code === "busy";
	} catch {
		// A proxy in front of the server answered.
		return false;
	}
}

/** How many requests got which answer. */
export interface AnswerCounts {
	readonly sent: number;
	/** 2xx, and 304 of static files. */
	readonly ok: number;
	/** Refused by a rule of the game. */
	readonly refused: number;
	/** 429 with Retry-After. */
	readonly limited: number;
	/** 503 with Retry-After. */
	readonly busy: number;
	/** 429 or 503 without Retry-After. */
	readonly missingRetryAfter: number;
	/** Any other status. */
	readonly other: number;
	/** The client gave up. */
	readonly timedOut: number;
	/** The connection was refused or closed. */
	readonly disconnected: number;
	/** Requests for which no account was free. */
	readonly notSent: number;
	/** Requests that their account could not make: a save of a team without a change to make, or joining without a league. */
	readonly notPlanned: number;
	/** Milliseconds from when a request was due until its answer, of answers that were ok; null if there is none. */
	readonly p50: number | null;
	readonly p99: number | null;
	readonly longest: number | null;
}

export function computePercentile(sorted: readonly number[], percent: number): number | null {
	const found = sorted[Math.ceil((sorted.length * percent) / 100) - 1];
	return found === undefined ? null : roundToTenth(found);
}

const createCounts = () => Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;

/** Counts the answers to one kind of request in one process. */
export class KindStatistics {
	readonly counts = createCounts();
	/** Milliseconds from due time to answer, of answers that were ok. */
	readonly times: number[] = [];
	notSent = 0;
	notPlanned = 0;

	add(outcome: Outcome, milliseconds: number): void {
		this.counts[outcome]++;
		if (outcome === "ok") this.times.push(milliseconds);
	}
}

/** The statistics as a process sends them. */
export type SentStatistics = Pick<KindStatistics, "counts" | "times" | "notSent" | "notPlanned">;

/** Adds up the statistics of several processes or kinds. */
export function mergeStatistics(parts: readonly SentStatistics[]): AnswerCounts {
	const counts = createCounts();
	for (const part of parts) for (const outcome of OUTCOMES) counts[outcome] += part.counts[outcome];
	const sorted = parts.flatMap(({ times }) => times).toSorted((a, b) => a - b);
	return {
		sent: OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0),
		...counts,
		notSent: parts.reduce((sum, part) => sum + part.notSent, 0),
		notPlanned: parts.reduce((sum, part) => sum + part.notPlanned, 0),
		p50: computePercentile(sorted, 50),
		p99: computePercentile(sorted, 99),
		longest: computePercentile(sorted, 100),
	};
}
