import { formatCount } from "../../i18n/format-count.ts";
import {
	type AnswerCounts,
	computePercentile,
	mergeStatistics,
	REQUEST_KINDS,
	type RequestKind,
} from "./rush-statistics.ts";
import type { RushResult } from "./send-rush.ts";

export interface RushReport {
	readonly seconds: number;
	/** Seconds from the start to the lock; null if no match began during the run. */
	readonly lockedAfter: number | null;
	/** Changes of captain and trades together. */
	readonly saves: AnswerCounts;
	/** Acknowledged saves a second, over the planned seconds or until the last acknowledgement, whichever is later. */
	readonly savesPerSecond: number;
	/** Acknowledged saves that were sent after the first lock, which is right for players who are not locked yet. */
	readonly acceptedAfterFirstLock: number;
	/** Acknowledged saves that were sent after a player whom they move was locked. Must be 0. */
	readonly acceptedAfterPlayerLock: number;
	readonly kinds: readonly (AnswerCounts & { readonly kind: RequestKind })[];
	/** The number of processes, and the delay between due time and sending, in milliseconds. */
	readonly sending: { readonly processes: number; readonly p99: number | null; readonly longest: number | null };
}

const SAVE_KINDS: readonly RequestKind[] = ["captain", "trade"];

/** Merges the results of a rush's processes. */
export function buildRushReport(seconds: number, results: readonly RushResult[]): RushReport {
	const listStatistics = (kinds: readonly RequestKind[]) =>
		results.flatMap(({ statistics }) => kinds.flatMap((kind) => statistics[kind]));
	const saves = mergeStatistics(listStatistics(SAVE_KINDS));
	const sendDelaysMs = results.flatMap((result) => result.sendDelaysMs).toSorted((a, b) => a - b);
	const lockedAfter = results[0]?.lockedAfter ?? null;
	return {
		seconds,
		lockedAfter,
		saves,
		savesPerSecond: Math.round(saves.ok / Math.max(seconds, ...results.map(({ lastSavedAfter }) => lastSavedAfter))),
		acceptedAfterFirstLock:
			lockedAfter === null ? 0 : results.reduce((sum, result) => sum + result.acceptedAfterFirstLock, 0),
		acceptedAfterPlayerLock: results.reduce((sum, result) => sum + result.acceptedAfterPlayerLock, 0),
		kinds: REQUEST_KINDS.map((kind) => ({ kind, ...mergeStatistics(listStatistics([kind])) })),
		sending: {
			processes: results.length,
			p99: computePercentile(sendDelaysMs, 99),
			longest: computePercentile(sendDelaysMs, 100),
		},
	};
}

const COLUMNS: readonly (readonly [string, keyof AnswerCounts])[] = [
	["sent", "sent"],
	["2xx", "ok"],
	["refused", "refused"],
	["429", "limited"],
	["503", "busy"],
	["no Retry-After", "missingRetryAfter"],
	["other", "other"],
	["timed out", "timedOut"],
	["cut off", "disconnected"],
	["not sent", "notSent"],
	["not planned", "notPlanned"],
	["p50", "p50"],
	["p99", "p99"],
	["longest", "longest"],
];

/** Formats a report as lines of text. */
export function formatRushReport(report: RushReport): readonly string[] {
	const { saves, savesPerSecond, acceptedAfterFirstLock, lockedAfter, acceptedAfterPlayerLock, sending } = report;
	const formatRow = (name: string, counts: AnswerCounts) => [
		name,
		...COLUMNS.map(([, column]) => String(counts[column] ?? "-")),
	];
	const cells = [
		["", ...COLUMNS.map(([heading]) => heading)],
		...report.kinds.map((kind) => formatRow(kind.kind, kind)),
		formatRow("all saves", saves),
	];
	const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
	const format = (row: readonly string[]) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join("  ");
	return [
		...cells.map(format),
		`${formatCount(saves.ok, "save")} acknowledged, ${savesPerSecond} a second; p99 ${saves.p99 ?? "-"} ms`,
		lockedAfter === null
			? "No match began during the run"
			: `Locked after ${lockedAfter} s: ${formatCount(acceptedAfterFirstLock, "save")} of unlocked players since then, ${acceptedAfterPlayerLock} of locked ones`,
		`Sent by ${formatCount(sending.processes, "process", "processes")}, 99 of 100 requests within ${sending.p99 ?? "-"} ms of when they were due, all within ${sending.longest ?? "-"} ms`,
	];
}
