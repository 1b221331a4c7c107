import { MINUTE_MS, SECOND_MS } from "../durations.ts";
import { findQuietEnd, findQuietStart, type QuietHours } from "../quiet-hours/quiet-hours.ts";

/** Seconds that a pick takes at most in a live draft. */
export const LIVE_PICK_SECONDS = [30, 60, 90, 120] as const;
/** Hours that a pick takes at most in a slow draft. */
export const MIN_SLOW_PICK_HOURS = 1;
export const MAX_SLOW_PICK_HOURS = 24;
/** The most hours of a night in which a slow clock is stopped. */
export const MAX_NIGHT_PAUSE_HOURS = 12;

/** A pick that arrives this long after the deadline on screen still counts. */
export const GRACE_MS = 2 * SECOND_MS;
/** How many picks in a row a team misses before it counts as away. */
export const MISSES_UNTIL_AWAY = 2;
/** Robots take 2 to 5 seconds for a pick, so that the room can follow. */
const ROBOT_PAUSE_MS = { least: 2 * SECOND_MS, range: 3 * SECOND_MS };
const AWAY_LIVE_MS = 10 * SECOND_MS;
const AWAY_SLOW_MS = 30 * MINUTE_MS;
const MIN_RESUMED_MS = 30 * SECOND_MS;
/** After this time without a tick, clocks that ran out in it are started again. */
const OUTAGE_MS = 15 * SECOND_MS;
const SLOW_RESTART_MS = 30 * MINUTE_MS;

/** How long a pick takes at most (docs/game-rules.md#pick-clock). Instants are wall time in milliseconds. */
export interface PickClock {
	readonly kind: "live" | "slow";
	readonly pickMs: number;
	/** The hours of every night in which a slow clock is stopped. */
	readonly nightPause: QuietHours | null;
}

/** Computes when a clock that starts at `start` has run for `ms`, nights left out. */
function addRunningTime(start: number, ms: number, nightPause: QuietHours | null): number {
	if (!nightPause) return start + ms;
	let time = findQuietEnd(nightPause, start) ?? start;
	let left = ms;
	for (;;) {
		const night = findQuietStart(nightPause, time);
		if (night === null || time + left <= night) return time + left;
		left -= night - time;
		time = findQuietEnd(nightPause, night) ?? night;
	}
}

/** Computes how long a clock runs between two instants, nights left out. */
function getRunningTime(start: number, end: number, nightPause: QuietHours | null): number {
	if (!nightPause) return Math.max(0, end - start);
	let time = findQuietEnd(nightPause, start) ?? start;
	let ms = 0;
	while (time < end) {
		const night = findQuietStart(nightPause, time) ?? end;
		ms += Math.min(night, end) - time;
		time = findQuietEnd(nightPause, night) ?? night;
	}
	return ms;
}

const getNightPause = ({ kind, nightPause }: PickClock): QuietHours | null => (kind === "slow" ? nightPause : null);

/** Computes the deadline of a pick whose clock starts now. A team that is away has a short clock. */
export function computeDeadline(clock: PickClock, startsAt: number, isAway: boolean): number {
	const awayMs = clock.kind === "live" ? AWAY_LIVE_MS : AWAY_SLOW_MS;
	return addRunningTime(startsAt, isAway ? Math.min(awayMs, clock.pickMs) : clock.pickMs, getNightPause(clock));
}

/** Gets the time that is left for a pick when a draft is paused. */
export const getTimeLeft = (clock: PickClock, pausedAt: number, deadline: number): number =>
	getRunningTime(pausedAt, deadline, getNightPause(clock));

/** Computes the deadline of a pick after a pause: the time that was left, and at least 30 seconds. */
export const computeResumedDeadline = (clock: PickClock, resumedAt: number, leftMs: number): number =>
	addRunningTime(resumedAt, Math.max(leftMs, MIN_RESUMED_MS), getNightPause(clock));

/** Whether the time for a pick, with its grace, is over. */
export const isExpired = (deadline: number, now: number): boolean => now >= deadline + GRACE_MS;

/**
 * Computes the new deadline of a pick whose clock ran out while no process looked at the drafts, for example because the server
 * was down: the whole time, or half an hour in a slow draft. Null without such an outage.
 *
 * @param lastTickAt when expired clocks were looked for last
 */
export function findDeadlineAfterOutage(
	clock: PickClock,
	{ deadline, lastTickAt, now }: { readonly deadline: number; readonly lastTickAt: number; readonly now: number },
): number | null {
	if (now - lastTickAt < OUTAGE_MS || !isExpired(deadline, now) || isExpired(deadline, lastTickAt)) return null;
	const restartMs = clock.kind === "live" ? clock.pickMs : SLOW_RESTART_MS;
	return addRunningTime(now, restartMs, getNightPause(clock));
}

/** Computes how long a robot takes for a pick, in milliseconds. It looks random, but is the same in every process. */
export const getRobotPause = (leagueId: number, overall: number): number =>
	ROBOT_PAUSE_MS.least + ((leagueId * 7_919 + overall * 104_729) % ROBOT_PAUSE_MS.range);
