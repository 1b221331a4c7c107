import type { SeasonTime } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";

const MINUTE = 60_000;

/**
 * Where a round is in its life (decisions §5). Soft-locked: its first match has started by the clock, and no feed says
 * so yet. In review: all matches are complete, and the time for corrections has not passed.
 */
export type RoundPhase = "open" | "soft-locked" | "playing" | "in-review" | "to-publish" | "complete";

/** When the end of the last match became known, or its start where nobody noted that. */
const getEndTime = ({ matches }: SnapshotRound): SeasonTime =>
	Math.max(...matches.map(({ startsAt, completedAt }) => completedAt ?? startsAt));

type PublicationRules = Pick<SeasonSnapshot, "rules" | "isDemo">;

/**
 * When a round whose matches are over is published by itself: the demo's at once; never, as null, that of a season
 * that waits for its operator, and one that is held.
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
