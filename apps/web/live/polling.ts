import type { ChecksumsFile } from "@first-bounce/contract/stats/static-data";
import type { Round } from "@first-bounce/rules/round";
import { findCurrentRound, hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { SeasonTimer } from "./season-clock.ts";

/** D1 §9: every 60 seconds while the round plays; D1 §7: rounds every 10 seconds in a soft lock. */
const CHECKSUMS = 60_000;
const SOFT_LOCK_ROUNDS = 10_000;
/** A demo that runs fast is asked as much oftener, within reason. */
const QUICKEST = 2_000;

export interface Polling {
	readonly checksums: number | false;
	readonly rounds: number | false;
}

/** How often to ask, in milliseconds of the wall; not at all while nothing plays: then the stream tells. */
export function pollingFor(
	rounds: readonly Round[],
	{ now, speed, playingRoundId }: Pick<SeasonTimer, "now" | "speed" | "playingRoundId">,
): Polling {
	const current = findCurrentRound(rounds);
	if (!current) return { checksums: false, rounds: false };
	const started = hasRoundStarted(current, now());
	const quick = (pace: number) => Math.max(QUICKEST, Math.min(pace, pace / Math.max(1, speed)));
	const isPlaying = current.status === "playing" || (started && current.status === "scheduled");
	const isSoftLocked = started && current.status === "scheduled";
	return {
		checksums: isPlaying || playingRoundId !== null ? quick(CHECKSUMS) : false,
		rounds: isSoftLocked ? quick(SOFT_LOCK_ROUNDS) : false,
	};
}

/** The files whose hash is not what it was. */
export const changedFiles = (before: ChecksumsFile, after: ChecksumsFile): readonly string[] =>
	Object.keys(after).filter((name) => before[name] !== after[name]);
