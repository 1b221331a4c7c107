import type { RoundId, SeasonTime } from "../ids.ts";
import type { Match, Round } from "../round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** The round that managers play now (docs/game-rules.md#rounds). All functions here take rounds in the season's order. */
export const findCurrentRound = (rounds: readonly Round[]): Round | undefined =>
	rounds.find((round) => round.status === "playing") ??
	rounds.find((round) => round.status === "scheduled") ??
	rounds.at(-1);

/** The round whose points are shown: the playing one, else the last complete one. */
export const findScoreRound = (rounds: readonly Round[]): Round | undefined =>
	rounds.find((round) => round.status === "playing") ?? rounds.findLast((round) => round.status === "complete");

/**
 * The last round whose players are all locked, so that showing a team's value reveals no trade; 0 before the first.
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

/** A match starts by season time, or earlier when the feed says so. */
export const hasMatchStarted = (match: Match, now: SeasonTime): boolean =>
	match.status !== "scheduled" || match.startsAt <= now;

export const hasRoundStarted = (round: Round, now: SeasonTime): boolean =>
	round.status !== "scheduled" || round.matches.some((match) => hasMatchStarted(match, now));

export const isDoubleGameWeek = (round: Round, rules: Pick<SeasonRules, "singleWeekMatches">): boolean =>
	round.matches.length > rules.singleWeekMatches;

/** The start round of a team saved now (docs/game-rules.md#start-round); null when no round is left. */
export function findStartRoundId(rounds: readonly Round[], now: SeasonTime): RoundId | null {
	const current = findCurrentRound(rounds);
	if (!current) return null;
	return rounds.find((round) => round.id >= current.id && !hasRoundStarted(round, now))?.id ?? null;
}
