import { findCurrentRound, hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import type { SeasonTimer } from "./season-clock.ts";

/** Every 60 seconds while a round is playing (D1.4.109); rounds every 10 seconds in a soft lock (D1.7.34). */
const CHECKSUMS_INTERVAL_MS = 60_000;
const SOFT_LOCK_INTERVAL_MS = 10_000;
/** A sped-up demo is polled proportionally more often, down to this interval. */
const MIN_INTERVAL_MS = 2_000;

export interface PollingIntervals {
	readonly checksums: number | false;
	readonly rounds: number | false;
}

/** Polling intervals in wall milliseconds; false outside a playing or soft-locked round. */
export function getPollingIntervals(
	rounds: readonly Round[],
	{ now, speed }: Pick<SeasonTimer, "now" | "speed">,
): PollingIntervals {
	const current = findCurrentRound(rounds);
	if (!current) return { checksums: false, rounds: false };
	const computeInterval = (interval: number) => Math.max(MIN_INTERVAL_MS, interval / Math.max(1, speed));
	const isSoftLocked = current.status === "scheduled" && hasRoundStarted(current, now());
	return {
		checksums: current.status === "playing" ? computeInterval(CHECKSUMS_INTERVAL_MS) : false,
		rounds: isSoftLocked ? computeInterval(SOFT_LOCK_INTERVAL_MS) : false,
	};
}
