import { setTimeout as sleep } from "node:timers/promises";
import { type SeasonClock, seasonClock } from "@first-bounce/contract/clock";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { Database } from "../../apps/server/db/open.ts";
import { getClock } from "../../apps/server/features/demo/demo-clock.ts";
import type { LoadAccount } from "../../apps/server/features/load-test/accounts-file.ts";
import { runRush } from "../../apps/server/features/load-test/rush.ts";
import { formatRushReport, type RushReport } from "../../apps/server/features/load-test/rush-report.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "../../apps/server/features/load-test/send-rush.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { checkJournal, checkReceipts } from "../../apps/server/features/team/receipts/check-receipts.ts";
import type { JournalEntry } from "../../apps/server/features/team/receipts/journal.ts";
import { readServerUsage, type ServerUsage } from "./server-usage.ts";

export const MAX_P99_MS = 250;
/** The factor by which the rate grows from one step to the next. */
const GROWTH = 1.5;
/** The share of due saves that must be accepted, or refused by a rule, for a rate to count as sustained. */
const MIN_ANSWERED_SHARE = 0.99;
const CLOCK_POLL_MS = 50;

export interface MeasuredRush {
	readonly rate: number;
	readonly report: RushReport;
	readonly before: ServerUsage;
	readonly after: ServerUsage;
}

export interface RushTarget {
	readonly database: Database;
	readonly address: string;
	readonly accounts: readonly LoadAccount[];
	readonly journal: JournalEntry[];
	readonly log: (line: string) => void;
}

const getSeasonOffset = ({ seasonTime, wallTime }: SeasonClock): number =>
	Date.parse(seasonTime) - Date.parse(wallTime);

/** Waits until the server has the new clock, from which the rush computes the season time at which a save was sent. */
async function waitForClock(address: string, clock: SeasonClock): Promise<void> {
	for (;;) {
		const answer = (await (await fetch(`${address}/api/en/season/clock`)).json()) as { readonly success: unknown };
		if (Math.abs(getSeasonOffset(seasonClock.parse(answer.success)) - getSeasonOffset(clock)) < MAX_CLOCK_DIFFERENCE_MS)
			return;
		await sleep(CLOCK_POLL_MS);
	}
}

/** Sends a rush at a constant rate. It begins `beforeLockMs` before the lock. */
export async function measureRate(
	target: RushTarget,
	rate: number,
	seconds: number,
	beforeLockMs: number,
): Promise<MeasuredRush> {
	const { database, address, accounts, journal, log } = target;
	const round = findCurrentRound((await loadShownSeason(database.db))?.rounds ?? []);
	const lockAt = round && getFirstLockTime(round);
	if (!lockAt) throw new Error("The generated season has no lock ahead");
	let before: ServerUsage | null = null;
	const report = await runRush({
		url: address,
		accounts,
		seconds,
		savesPerSecond: rate,
		isSteady: true,
		onReady: async () => {
			await setClock(database.db, { seasonAt: lockAt - beforeLockMs }, Date.now());
			await waitForClock(address, await getClock(database.db, Date.now()));
			before = await readServerUsage(address, database.pool);
		},
		onSaved: (entry) => void journal.push(entry),
	});
	const after = await readServerUsage(address, database.pool);
	if (!before) throw new Error("The rush did not begin");
	log(
		[
			`${rate} saves a second are due`,
			...formatRushReport(report),
			`The server's event loop was blocked for ${Math.round(after.longestBlockMs)} ms at most`,
		].join("\n"),
	);
	return { rate, report, before, after };
}

function isSustained({ report: { saves } }: MeasuredRush): boolean {
	const due = saves.sent + saves.notSent + saves.notPlanned;
	const isAnswered = saves.ok + saves.refused >= MIN_ANSWERED_SHARE * due;
	return isAnswered && (saves.p99 ?? Number.POSITIVE_INFINITY) <= MAX_P99_MS;
}

export interface RateSearch {
	readonly firstRate: number;
	readonly maxSteps: number;
	readonly stepSeconds: number;
}

/**
 * Raises the rate until the server cannot sustain it. Returns the rush at the highest sustained rate, or at the first rate if none
 * was sustained. A rate that is not sustained is tried once more, because other work on the machine may have been the reason.
 */
export async function findRate(
	target: RushTarget,
	{ firstRate, maxSteps, stepSeconds }: RateSearch,
): Promise<MeasuredRush> {
	// Warms up the server.
	await measureRate(target, firstRate, stepSeconds, HOUR_MS);
	let best: MeasuredRush | null = null;
	for (let step = 0; step < maxSteps; step++) {
		const rate = Math.round(firstRate * GROWTH ** step);
		let measured = await measureRate(target, rate, stepSeconds, HOUR_MS);
		if (!isSustained(measured)) measured = await measureRate(target, rate, stepSeconds, HOUR_MS);
		if (!isSustained(measured)) return best ?? measured;
		best = measured;
	}
	if (!best) throw new Error("No rate was measured");
	return best;
}

/** Throws if a request got no answer or an unexpected status, or if an acknowledged save is missing or late. */
export async function checkRush({ database, journal, log }: RushTarget, { rate, report }: MeasuredRush): Promise<void> {
	for (const { kind, missingRetryAfter, other, timedOut, disconnected, notSent } of report.kinds)
		if (missingRetryAfter + other + timedOut + disconnected + notSent > 0)
			throw new Error(
				`${kind} at ${rate} saves a second: ${missingRetryAfter} times 429 or 503 without Retry-After, ${other} other statuses, ` +
					`${timedOut} time-outs, ${disconnected} connections cut off, ${notSent} not sent`,
			);
	const findings: string[] = [];
	const onFinding = ({ receiptId, what }: { receiptId: string | null; what: string }) =>
		void findings.push(`${receiptId}: ${what}`);
	const { receipts } = await checkReceipts(database, null, onFinding);
	await checkJournal(database, journal, onFinding);
	if (findings.length > 0 || report.acceptedAfterPlayerLock > 0)
		throw new Error(
			`${report.acceptedAfterPlayerLock} saves of locked players; ${findings.length} findings: ${findings.slice(0, 5).join("; ")}`,
		);
	log(`${receipts} receipts and ${journal.length} acknowledged saves: no finding`);
}
