import type { RoundId, SeasonTime } from "../ids.ts";
import { findRound, hasRoundStarted, isSeasonComplete, type Round } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const LEAGUE_TYPES = ["open", "h2h", "elimination"] as const;
export type LeagueType = (typeof LEAGUE_TYPES)[number];
/** In a draft league every player belongs to at most one team. */
export const LEAGUE_CLASSES = ["regular", "draft"] as const;
export type LeagueClass = (typeof LEAGUE_CLASSES)[number];
export const LEAGUE_PRIVACIES = ["public", "private"] as const;
export type LeaguePrivacy = (typeof LEAGUE_PRIVACIES)[number];
export const LEAGUE_STATUSES = ["scheduled", "playing", "complete"] as const;
export type LeagueStatus = (typeof LEAGUE_STATUSES)[number];

export const MIN_ELIMINATION_SIZE = 2;

/** The fields of a league that permissions depend on. */
export interface LeagueState {
	readonly class: LeagueClass;
	readonly type: LeagueType;
	readonly privacy: LeaguePrivacy;
	/** Maximum number of teams. */
	readonly size: number;
	readonly numTeams: number;
	/** Teams of a draft league without a manager, robots included, which somebody who joins takes over. */
	readonly unmanagedTeams: number;
	readonly startId: RoundId;
}

/** Scheduled until the start round is playing, and complete once the season is (docs/game-rules.md#leagues). */
export function getLeagueStatus({ startId }: Pick<LeagueState, "startId">, rounds: readonly Round[]): LeagueStatus {
	if (isSeasonComplete(rounds)) return "complete";
	const start = findRound(rounds, startId);
	return start && start.status !== "scheduled" ? "playing" : "scheduled";
}

/** From the first match of its start round on, a league's start round is fixed and its members cannot be removed. */
export function hasLeagueStarted(
	{ startId }: Pick<LeagueState, "startId">,
	rounds: readonly Round[],
	now: SeasonTime,
): boolean {
	const start = findRound(rounds, startId);
	return start === undefined || hasRoundStarted(start, now);
}

/** The tab that a league opens at: the ladder once its start round is playing, before that the fixture or About. */
export function getLeagueLandingTab(status: LeagueStatus, hasFixture: boolean): "ladder" | "fixtures" | "about" {
	if (status !== "scheduled") return "ladder";
	return hasFixture ? "fixtures" : "about";
}

/** Whether a league takes no new teams once it has started. */
export const closesAtStart = (type: LeagueType): boolean => type !== "open";

/** The most teams of an elimination league that plays a number of rounds: one goes out in each, and one is left. */
export const getMaxEliminationSize = (roundCount: number): number => roundCount + 1;

/**
 * The maximum number of teams of a league that plays a number of rounds: an open league gets the season's limit, whatever
 * size was requested. Null for a size that is not allowed.
 */
export function computeLeagueSize(
	type: LeagueType,
	requestedSize: number,
	roundCount: number,
	{ leagues }: Pick<SeasonRules, "leagues">,
): number | null {
	if (type === "open") return leagues.openLimit;
	const isAllowed =
		type === "h2h"
			? leagues.h2hSizes.includes(requestedSize)
			: requestedSize >= MIN_ELIMINATION_SIZE && requestedSize <= getMaxEliminationSize(roundCount);
	return isAllowed ? requestedSize : null;
}
