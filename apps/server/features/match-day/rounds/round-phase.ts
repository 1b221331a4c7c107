import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { findReviewProblems } from "./queries.ts";

/**
 * The phase of a round. `soft-locked`: its first match should have started, but no feed has reported it yet. `in-review`:
 * all matches are complete, and it is not yet time to publish automatically, or only an operator publishes the round.
 */
export type RoundPhase = "open" | "soft-locked" | "playing" | "in-review" | "to-publish" | "complete";

/** When the last match was reported complete; its start if that is not recorded. */
const getEndTime = ({ matches }: SnapshotRound): SeasonTime =>
	Math.max(...matches.map(({ startsAt, completedAt }) => completedAt ?? startsAt));

type PublicationRules = Pick<SeasonSnapshot, "rules" | "isDemo">;

/**
 * Gets the time at which a round with complete matches is published automatically. The demo publishes at once. Null if
 * the season's rounds are published only by operators, or this round is held.
 */
export function getPublicationTime(round: SnapshotRound, { rules, isDemo }: PublicationRules): SeasonTime | null {
	if (round.hold) return null;
	const delayMinutes = isDemo ? 0 : rules.finalAfterMinutes;
	return delayMinutes === null ? null : getEndTime(round) + delayMinutes * MINUTE_MS;
}

export function getRoundPhase(round: SnapshotRound, season: PublicationRules, now: SeasonTime): RoundPhase {
	if (round.status === "complete") return "complete";
	if (round.status === "scheduled") return hasRoundStarted(round, now) ? "soft-locked" : "open";
	if (!round.matches.every(({ status }) => status === "complete")) return "playing";
	const publishesAt = getPublicationTime(round, season);
	return publishesAt !== null && now >= publishesAt ? "to-publish" : "in-review";
}

/** Lists what an operator may want to look at before a round is published. Does not delay the publication. */
export async function reviewRound(db: Db, season: SeasonSnapshot, roundId: RoundId) {
	const round = findRound(season.rounds, roundId);
	/** Season time of the automatic publication; null if only an operator can publish the round. */
	const publishesAt = round ? getPublicationTime(round, season) : null;
	const problems = await findReviewProblems(db, { seasonId: season.seasonId, roundId });
	return { publishesAt: formatInstant(publishesAt), ...problems };
}
