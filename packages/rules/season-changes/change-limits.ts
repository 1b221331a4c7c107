import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { RoundId, SeasonTime } from "../ids.ts";
import { hasRoundStarted, type Round } from "../round/round.ts";

/** Limits of changes in a season that has begun (docs/game-rules.md#changes-during-the-season). */

/** The last round that has begun, by status or by season time; 0 before the first. */
export const getLastBegunRoundId = (rounds: readonly Round[], now: SeasonTime): RoundId =>
	rounds.findLast((round) => hasRoundStarted(round, now))?.id ?? 0;

/** The round from which new positions and new players count by default: the first that has not begun. Null after the last. */
export function getNextOpenRoundId(rounds: readonly Round[], now: SeasonTime): RoundId | null {
	const lastBegun = getLastBegunRoundId(rounds, now);
	return rounds.find(({ id }) => id > lastBegun)?.id ?? null;
}

export const MIN_AGE_YEARS = 10;
export const MAX_AGE_YEARS = 80;

/**
 * Whether a player's birthday, such as 1995-03-25, makes her younger or older at the season's first match than any player is; null if
 * not. It is then a wrong year, a number that was not meant as a date, or what software writes instead of an empty one, such as
 * 0001-01-01.
 */
export function findImplausibleAge(birthday: string, firstStart: SeasonTime): "too-young" | "too-old" | null {
	const getStartYearsBefore = (years: number): number => {
		const start = new Date(firstStart);
		return start.setUTCFullYear(start.getUTCFullYear() - years);
	};
	if (Date.parse(birthday) > getStartYearsBefore(MIN_AGE_YEARS)) return "too-young";
	return Date.parse(birthday) < getStartYearsBefore(MAX_AGE_YEARS) ? "too-old" : null;
}

const MAX_START_AGE_MS = 12 * HOUR_MS;
export const MAX_START_LEAD_MS = 365 * DAY_MS;

/** Whether a new start is probably a typo that locks players at once, or never this season; null if not. */
export function findImplausibleStart(
	startsAt: SeasonTime,
	now: SeasonTime,
): "start-long-ago" | "start-far-ahead" | null {
	if (startsAt < now - MAX_START_AGE_MS) return "start-long-ago";
	return startsAt > now + MAX_START_LEAD_MS ? "start-far-ahead" : null;
}
