/** The kinds of requests of a rush. */
export const REQUEST_KINDS = ["captain", "trade", "show-my", "rankings", "static", "join"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The outcome of a request. `busy` and `busy-no-time` are 503 with and without Retry-After. */
type Outcome = "ok" | "refused" | "limited" | "busy" | "busy-no-time" | "other";

export interface KindReport {
	readonly kind: RequestKind;
	readonly sent: number;
	/** 2xx, and 304 of static files. */
	readonly ok: number;
	/** Refused by a rule of the game. */
	readonly refused: number;
	/** 429. */
	readonly limited: number;
	readonly busy: number;
	readonly busyWithoutTime: number;
	/** Any other status, or no response. */
	readonly other: number;
	/** Requests that were due while too many were in progress. */
	readonly notSent: number;
	/** Milliseconds of answers that were ok; null without any. */
	readonly p50: number | null;
	readonly p95: number | null;
	readonly p99: number | null;
}

const REFUSED_BY_RULE = new Set([400, 403, 409, 422]);

export interface Answer {
	readonly status: number;
	readonly hasRetryAfter: boolean;
}

/** Classifies a response; null stands for none. */
export function classifyAnswer(answer: Answer | null): Outcome {
	if (answer === null) return "other";
	const { status, hasRetryAfter } = answer;
	if ((status >= 200 && status < 300) || status === 304) return "ok";
	if (status === 503) return hasRetryAfter ? "busy" : "busy-no-time";
	if (status === 429) return "limited";
	return REFUSED_BY_RULE.has(status) ? "refused" : "other";
}

function computePercentile(sorted: readonly number[], percent: number): number | null {
	const found = sorted[Math.ceil((sorted.length * percent) / 100) - 1];
	return found === undefined ? null : Math.round(found * 10) / 10;
}

/** Counts the answers of one kind of requests. */
export class KindStatistics {
	readonly #counts: Record<Outcome, number> = {
		ok: 0,
		refused: 0,
		limited: 0,
		busy: 0,
		"busy-no-time": 0,
		other: 0,
	};
	readonly #times: number[] = [];
	#notSent = 0;

	add(outcome: Outcome, milliseconds: number): void {
		this.#counts[outcome]++;
		if (outcome === "ok") this.#times.push(milliseconds);
	}

	addNotSent(): void {
		this.#notSent++;
	}

	get times(): readonly number[] {
		return this.#times;
	}

	report(kind: RequestKind): KindReport {
		const sorted = this.#times.toSorted((a, b) => a - b);
		const { ok, refused, limited, busy, other } = this.#counts;
		const busyWithoutTime = this.#counts["busy-no-time"];
		return {
			kind,
			sent: ok + refused + limited + busy + busyWithoutTime + other,
			ok,
			refused,
			limited,
			busy,
			busyWithoutTime,
			other,
			notSent: this.#notSent,
			p50: computePercentile(sorted, 50),
			p95: computePercentile(sorted, 95),
			p99: computePercentile(sorted, 99),
		};
	}
}

export interface RushReport {
	readonly seconds: number;
	/** Seconds from the start to the lock; null if no match began during the run. */
	readonly lockedAfter: number | null;
	/** Acknowledged saves, in all and after the lock, of players who were not locked. */
	readonly saves: number;
	readonly savesAfterLock: number;
	readonly savesPerSecond: number;
	/** The 99th percentile of all saves in milliseconds; null without any. */
	readonly saveP99: number | null;
	/** Acknowledged saves that were sent after a player whom they move was locked. */
	readonly late: number;
	readonly kinds: readonly KindReport[];
}

export const computeP99 = (times: readonly number[]): number | null =>
	computePercentile(
		times.toSorted((a, b) => a - b),
		99,
	);

const HEADINGS = ["", "sent", "2xx", "refused", "429", "503", "503 no time", "other", "not sent", "p50", "p95", "p99"];

/** Formats a report as lines of text. */
export function formatRushReport(report: RushReport): readonly string[] {
	const rows = report.kinds.map((each) => [
		each.kind,
		each.sent,
		each.ok,
		each.refused,
		each.limited,
		each.busy,
		each.busyWithoutTime,
		each.other,
		each.notSent,
		each.p50,
		each.p95,
		each.p99,
	]);
	const cells = [HEADINGS, ...rows.map((row) => row.map((cell) => String(cell ?? "-")))];
	const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
	const format = (row: readonly string[]) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join("  ");
	const { saves, savesAfterLock, lockedAfter, late } = report;
	return [
		...cells.map(format),
		`${saves} saves acknowledged, ${report.savesPerSecond} a second; p99 ${report.saveP99 ?? "-"} ms`,
		lockedAfter === null
			? "No match began during the run"
			: `Locked after ${lockedAfter} s: ${savesAfterLock} saves of unlocked players since then, ${late} of locked ones`,
	];
}
