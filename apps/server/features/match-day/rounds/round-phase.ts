import type { SeasonTime } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";

const MINUTE = 60_000;

/**
 * The phase of a round. Soft-locked: its first match has started by the clock, but no feed has reported it yet. In
 * review: all matches are complete, and the time for corrections has not passed.
 */
export type RoundPhase = "open" | "soft-locked" | "playing" | "in-review" | "to-publish" | "complete";

/** When the last match was reported complete; its start if that is not recorded. */
const getEndTime = ({ matches }: SnapshotRound): SeasonTime =>
	Math.max(...matches.map(({ startsAt, completedAt }) => completedAt ?? startsAt));

type PublicationRules = Pick<SeasonSnapshot, "rules" | "isDemo">;

/**
 * Gets the time at which a round with complete matches is published automatically. The demo publishes at once. Null if
 * the season waits for an operator or the round is held.
 */
export function getPublicationTime(round: SnapshotRound, { rules, isDemo }: PublicationRules): SeasonTime | null {
	if (round.hold) return null;
	const wait = isDemo ? 0 : rules.finalAfterMinutes;
	return wait === null ? null : getEndTime(round) + wait * MINUTE;
}

export function getRoundPhase(round: SnapshotRound, season: PublicationRules, now: SeasonTime): RoundPhase {
	if (round.status === "complete") return "complete";
	if (round.status === "scheduled") return hasRoundStarted(round, now) ? "soft-locked" : "open";
	if (!round.matches.every(({ status }) => status === "complete")) return "playing";
	const at = getPublicationTime(round, season);
	return at !== null && now >= at ? "to-publish" : "in-review";
}
