import type { RoundId, SeasonTime } from "../ids.ts";
import { findRound, hasRoundStarted, isSeasonComplete } from "../round/rounds.ts";
import type { Round } from "../round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const LEAGUE_TYPES = ["open", "h2h"] as const;
export type LeagueType = (typeof LEAGUE_TYPES)[number];
export const LEAGUE_PRIVACIES = ["public", "private"] as const;
export type LeaguePrivacy = (typeof LEAGUE_PRIVACIES)[number];
export const LEAGUE_STATUSES = ["scheduled", "playing", "complete"] as const;
export type LeagueStatus = (typeof LEAGUE_STATUSES)[number];

/** What decides who may do what to a league. */
export interface LeagueState {
	readonly type: LeagueType;
	readonly privacy: LeaguePrivacy;
	/** Most teams. */
	readonly size: number;
	readonly numTeams: number;
	readonly startId: RoundId;
}

/** Scheduled until its start round plays (D2 §4), complete with the season. */
export function getLeagueStatus({ startId }: Pick<LeagueState, "startId">, rounds: readonly Round[]): LeagueStatus {
	if (isSeasonComplete(rounds)) return "complete";
	const start = findRound(rounds, startId);
	return start && start.status !== "scheduled" ? "playing" : "scheduled";
}

/** Members, start and fixture stand still from the start round's first match on (decisions §8). */
export function hasLeagueStarted(
	{ startId }: Pick<LeagueState, "startId">,
	rounds: readonly Round[],
	now: SeasonTime,
): boolean {
	const start = findRound(rounds, startId);
	return start === undefined || hasRoundStarted(start, now);
}

/** Where a click on a league leads (D2 §2, C-48). */
export function getLeagueLandingTab(status: LeagueStatus, hasFixture: boolean): "ladder" | "fixtures" | "about" {
	if (status !== "scheduled") return "ladder";
	return hasFixture ? "fixtures" : "about";
}

/** Open leagues take as many as the season allows, whatever size was asked for; null for a size that is none (C-06). */
export function computeLeagueSize(
	type: LeagueType,
	asked: number,
	{ leagues }: Pick<SeasonRules, "leagues">,
): number | null {
	if (type === "open") return leagues.openLimit;
	return leagues.h2hSizes.includes(asked) ? asked : null;
}
