import { HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getFirstLockTime, getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, findRound, type Match, type Round } from "@first-bounce/rules/round/round";
import type { ClockSetting } from "../seasons/current/set-clock.ts";
import { MAX_SIMULATED_MATCH_MS } from "../stats-providers/simulator/match-timeline.ts";

/** The demo starts to wait this long before a round's first lock, in season time. */
const WAIT_START_BEFORE_LOCK_MS = 2 * HOUR_MS;
/** Season time stops this long before the lock, so that a round is played only when a visitor starts it. */
const WAIT_END_BEFORE_LOCK_MS = 10 * MINUTE_MS;
/** `next` stops this long before the lock. */
const NEXT_LOCK_LEAD_MS = 20_000;
/** Wall time that it takes to play a round. */
const ROUND_PLAY_WALL_MS = 75_000;

/** Builds the clock of a waiting demo, which runs at real speed and stops shortly before the round's first lock. */
export function buildWaitSetting(round: Round, notBefore: SeasonTime = 0): ClockSetting {
	const lock = getFirstLockTime(round) ?? 0;
	return {
		seasonAt: Math.max(notBefore, lock - WAIT_START_BEFORE_LOCK_MS),
		speed: 1,
		playingRoundId: null,
		holdAt: Math.max(notBefore, lock - WAIT_END_BEFORE_LOCK_MS),
	};
}

/** Computes for how long from `now` at least one match of the round is played, in season milliseconds. */
function computePlayingTime(matches: readonly Match[], now: SeasonTime): number {
	let counted = now;
	let total = 0;
	for (const { startsAt } of matches.toSorted((a, b) => a.startsAt - b.startsAt)) {
		const end = startsAt + MAX_SIMULATED_MATCH_MS;
		total += Math.max(0, end - Math.max(startsAt, counted));
		counted = Math.max(counted, end);
	}
	return total;
}

const getRoundEnd = ({ matches }: Round): SeasonTime =>
	Math.max(...matches.map(({ startsAt }) => startsAt)) + MAX_SIMULATED_MATCH_MS;

/** Builds the clock that plays a round in about 75 seconds, not counting the time between matches. */
export function buildPlaySetting(round: Round, now: SeasonTime): ClockSetting {
	const speed = Math.max(60, Math.ceil(computePlayingTime(round.matches, now) / ROUND_PLAY_WALL_MS));
	return { speed, playingRoundId: round.id, holdAt: Math.max(now, getRoundEnd(round)) };
}

/**
 * Computes the clock setting to apply while a visitor plays a round; null if the clock needs no change. Between matches the clock
 * jumps to the next start, and once the round is published the demo waits before the next one. Depends only on the season,
 * so that play continues after a restart.
 */
export function computeNextSetting(
	rounds: readonly Round[],
	playingRoundId: number,
	now: SeasonTime,
): ClockSetting | null {
	const round = findRound(rounds, playingRoundId);
	if (!round || round.status === "complete") {
		const nextRound = findRoundToPlay(rounds);
		return nextRound ? buildWaitSetting(nextRound, now) : { speed: 1, playingRoundId: null };
	}
	const unfinished = round.matches.filter(({ status }) => status !== "complete");
	if (unfinished.length === 0 || unfinished.some(({ startsAt }) => startsAt <= now)) return null;
	return {
		seasonAt: Math.min(...unfinished.map(({ startsAt }) => startsAt)),
		playingRoundId,
		holdAt: Math.max(now, getRoundEnd(round)),
	};
}

/** Finds the round that "Play this round" plays; undefined once the season is over. */
export function findRoundToPlay(rounds: readonly Round[]): Round | undefined {
	const round = findCurrentRound(rounds);
	return round?.status === "complete" ? undefined : round;
}

/** Computes the instant just before the next lock, or null when no lock is left. */
export function computeNextLockJump(rounds: readonly Round[], now: SeasonTime): SeasonTime | null {
	const locks = rounds
		.filter(({ status }) => status !== "complete")
		.map((round) => getNextLockTime(round, now + NEXT_LOCK_LEAD_MS))
		.filter((lock) => lock !== null);
	return locks.length === 0 ? null : Math.min(...locks) - NEXT_LOCK_LEAD_MS;
}

/**
 * Computes the earliest season time that can be set: not before a match that has started, because feeds do not withdraw
 * stats.
 */
export const computeEarliestJump = (rounds: readonly Round[], now: SeasonTime): SeasonTime =>
	Math.max(
		0,
		...rounds
			.flatMap(({ matches }) => matches)
			.filter(({ startsAt, status }) => startsAt <= now || status !== "scheduled")
			.map(({ status, startsAt }) =>
				status === "complete" ? startsAt + MAX_SIMULATED_MATCH_MS : Math.max(now, startsAt),
			),
	);
