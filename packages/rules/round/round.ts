import type { MatchId, RoundId, SeasonTime, SquadId } from "../ids.ts";
import type { RoundTheme, SeasonRules } from "../season-rules/season-rules.ts";

export type RoundStatus = "scheduled" | "playing" | "complete";
/** `partial` describes a club between its two matches of a round; a match reported as partial counts as playing. */
export type MatchStatus = RoundStatus | "partial";

export interface Match {
	readonly id: MatchId;
	readonly roundId: RoundId;
	readonly homeSquadId: SquadId;
	readonly awaySquadId: SquadId;
	readonly startsAt: SeasonTime;
	readonly status: MatchStatus;
	/** Minutes played; null or absent where unknown. */
	readonly minutes?: number | null;
	/** 1 to 4, during a break the quarter before it; null or absent if unknown. */
	readonly quarter?: number | null;
	/** Whether the match was abandoned or, while it is scheduled, called off ahead of time. */
	readonly isAbandoned?: boolean;
}

export const QUARTERS = 4;

export interface Round {
	readonly id: RoundId;
	readonly status: RoundStatus;
	readonly matches: readonly Match[];
	/** Clubs of the season without a match in this round. */
	readonly byeSquads: readonly SquadId[];
	/** Clubs that the clock had locked when an operator gave a match a later start or another round; absent if none. */
	readonly lockedSquads?: readonly SquadId[];
}

/** The current round (docs/game-rules.md#rounds). All functions of this file take rounds in the season's order. */
export const findCurrentRound = <SomeRound extends Round>(rounds: readonly SomeRound[]): SomeRound | undefined =>
	rounds.find((round) => round.status === "playing") ??
	rounds.find((round) => round.status === "scheduled") ??
	rounds.at(-1);

export const findLastCompleteRound = <SomeRound extends Round>(rounds: readonly SomeRound[]): SomeRound | undefined =>
	rounds.findLast((round) => round.status === "complete");

/** The round whose points are shown: the playing one, else the last complete one. */
export const findScoreRound = <SomeRound extends Round>(rounds: readonly SomeRound[]): SomeRound | undefined =>
	rounds.find((round) => round.status === "playing") ?? findLastCompleteRound(rounds);

/** The last round whose players are all locked, or 0; a team's value in it reveals no trades that are hidden. */
export const getLastLockedRoundId = (rounds: readonly Round[]): RoundId =>
	rounds.findLast(
		({ status, matches }) =>
			status === "complete" || (matches.length > 0 && matches.every((match) => match.status !== "scheduled")),
	)?.id ?? 0;

export const isSeasonComplete = (rounds: readonly Round[]): boolean =>
	rounds.length > 0 && rounds.every((round) => round.status === "complete");

export const findRound = <SomeRound extends Pick<Round, "id">>(
	rounds: readonly SomeRound[],
	id: RoundId | null | undefined,
): SomeRound | undefined => rounds.find((round) => round.id === id);

/** Whether a match has started: by season time, or earlier if the feed reports it. */
export const hasMatchStarted = (match: Match, now: SeasonTime): boolean =>
	match.status !== "scheduled" || match.startsAt <= now;

/** Whether a round has begun. It stays so if an operator postpones the only match that had started. */
export const hasRoundStarted = ({ status, matches, lockedSquads = [] }: Round, now: SeasonTime): boolean =>
	status !== "scheduled" || lockedSquads.length > 0 || matches.some((match) => hasMatchStarted(match, now));

/** The first round that has not begun; null without one. */
export const findFirstUpcomingRoundId = (rounds: readonly Round[], now: SeasonTime): RoundId | null =>
	rounds.find((round) => !hasRoundStarted(round, now))?.id ?? null;

export const isDoubleGameWeek = (round: Round, rules: Pick<SeasonRules, "singleWeekMatches">): boolean =>
	round.matches.length > rules.singleWeekMatches;

/** The start round of a team saved now (docs/game-rules.md#start-round); null when no round is left. */
export function findStartRoundId(rounds: readonly Round[], now: SeasonTime): RoundId | null {
	const current = findCurrentRound(rounds);
	if (!current) return null;
	return rounds.find((round) => round.id >= current.id && !hasRoundStarted(round, now))?.id ?? null;
}

export const listSquadMatches = (squadId: SquadId, round: Pick<Round, "matches">): readonly Match[] =>
	round.matches.filter((match) => match.homeSquadId === squadId || match.awaySquadId === squadId);

/** When a club's first match of a round starts, which locks its players; infinity with a bye. */
export const getSquadStartTime = (squadId: SquadId, round: Pick<Round, "matches">): SeasonTime =>
	Math.min(...listSquadMatches(squadId, round).map(({ startsAt }) => startsAt));

export const hasBye = (squadId: SquadId, round: Round): boolean => listSquadMatches(squadId, round).length === 0;

/** Whether a match was not called off ahead of time; in one that was, nobody is expected to play. */
export const isMatchExpected = ({ isAbandoned, status }: Pick<Match, "isAbandoned" | "status">): boolean =>
	!isAbandoned || status !== "scheduled";

/** A club's matches of a round, except those called off ahead of time. */
export const listExpectedMatches = (squadId: SquadId, round: Pick<Round, "matches">): readonly Match[] =>
	listSquadMatches(squadId, round).filter(isMatchExpected);

/** When a club's last match of a round starts, without those called off ahead of time; infinity if it has none. */
export function getSquadLastStartTime(squadId: SquadId, round: Pick<Round, "matches">): SeasonTime {
	const starts = listExpectedMatches(squadId, round).map(({ startsAt }) => startsAt);
	return starts.length > 0 ? Math.max(...starts) : Number.POSITIVE_INFINITY;
}

/** Whether a club has a bye, or all its matches were called off ahead of time. */
export const hasNoExpectedMatch = (squadId: SquadId, round: Pick<Round, "matches">): boolean =>
	listExpectedMatches(squadId, round).length === 0;

/** A club's status in a round (docs/game-rules.md#rounds): `scheduled` if it has a bye, `playing` if the feed reports `partial`. */
export function getSquadStatus(squadId: SquadId, round: Round): MatchStatus {
	const statuses = listSquadMatches(squadId, round).map((match) => match.status);
	if (statuses.length > 0 && statuses.every((status) => status === "complete")) return "complete";
	if (statuses.some((status) => status === "playing" || status === "partial")) return "playing";
	return statuses.includes("complete") ? "partial" : "scheduled";
}

/** The day of an instant, UTC, as year-month-day. */
const formatDay = (at: SeasonTime): string => new Date(at).toISOString().slice(0, 10);

/** The theme of a round, if any (docs/game-rules.md#themed-rounds). */
export function findRoundTheme(
	{ id, startsAt }: { readonly id: RoundId; readonly startsAt: SeasonTime },
	{ themedRounds }: Pick<SeasonRules, "themedRounds">,
): RoundTheme | null {
	const day = formatDay(startsAt);
	const themed = themedRounds.find(({ rounds, from, to }) => rounds.includes(id) && from <= day && day <= to);
	return themed?.theme ?? null;
}
