import type { RoundId, SeasonTime } from "../ids.ts";
import type { Match, Round } from "../round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** Rounds are given in the season's order throughout. The round a manager plays now (D1 §4); undefined without any. */
export const findCurrentRound = (rounds: readonly Round[]): Round | undefined =>
	rounds.find((round) => round.status === "playing") ??
	rounds.find((round) => round.status === "scheduled") ??
	rounds.at(-1);

/** The round whose points are shown: the playing one, else the last completed; undefined before the first. */
export const findScoreRound = (rounds: readonly Round[]): Round | undefined =>
	rounds.find((round) => round.status === "playing") ?? rounds.findLast((round) => round.status === "complete");

/**
 * The last round whose line-ups are all locked, so that showing them reveals no trade to a rival; 0 before the first.
 */
export const getLastLockedRoundId = (rounds: readonly Round[]): RoundId =>
	rounds.findLast(
		({ status, matches }) =>
			status === "complete" || (matches.length > 0 && matches.every((match) => match.status !== "scheduled")),
	)?.id ?? 0;

export const isSeasonComplete = (rounds: readonly Round[]): boolean =>
	rounds.length > 0 && rounds.every((round) => round.status === "complete");

export const findRound = (rounds: readonly Round[], id: RoundId): Round | undefined =>
	rounds.find((round) => round.id === id);

/** A match starts by season time, or earlier when the feed says so (decisions §5). */
export const hasMatchStarted = (match: Match, now: SeasonTime): boolean =>
	match.status !== "scheduled" || match.startsAt <= now;

/** From its first match on. */
export const hasRoundStarted = (round: Round, now: SeasonTime): boolean =>
	round.status !== "scheduled" || round.matches.some((match) => hasMatchStarted(match, now));

export const isDoubleGameWeek = (round: Round, rules: Pick<SeasonRules, "singleWeekMatches">): boolean =>
	round.matches.length > rules.singleWeekMatches;

/** Where a team completed now starts: the current round before its first match, else the next; null when none is left. */
export function findStartRoundId(rounds: readonly Round[], now: SeasonTime): RoundId | null {
	const current = findCurrentRound(rounds);
	if (!current) return null;
	return rounds.find((round) => round.id >= current.id && !hasRoundStarted(round, now))?.id ?? null;
}
