import type { SeasonTime, SquadId } from "../ids.ts";
import type { Player } from "../player.ts";
import { hasMatchStarted, hasRoundStarted, listSquadMatches, type Round } from "../round/round.ts";

/**
 * Rolling lockout (docs/game-rules.md#lockout): a club locks when its first match of the round starts, by season time
 * or by the feed. A club with a bye locks with the first match of the round. A club that the clock has locked stays locked
 * if its match is postponed. No club is locked once the round is complete.
 */
export function isSquadLocked(squadId: SquadId, round: Round, now: SeasonTime): boolean {
	if (round.status === "complete") return false;
	if (round.lockedSquads?.includes(squadId)) return true;
	const matches = listSquadMatches(squadId, round);
	if (matches.length === 0) return hasRoundStarted(round, now);
	return matches.some((match) => hasMatchStarted(match, now));
}

export const isLocked = (player: Player, round: Round, now: SeasonTime): boolean =>
	isSquadLocked(player.squadId, round, now);

/** The round's clubs that are locked now, including those with a bye. */
export function listLockedSquads(round: Round, now: SeasonTime): ReadonlySet<SquadId> {
	const squads = [...round.byeSquads, ...round.matches.flatMap((match) => [match.homeSquadId, match.awaySquadId])];
	return new Set(squads.filter((squadId) => isSquadLocked(squadId, round, now)));
}

/** When a round's first match starts; null in a round without matches. */
export const getFirstLockTime = (round: Round): SeasonTime | null =>
	findEarliest(round.matches.map((match) => match.startsAt));

/** The next start of a match that locks a club, so not a club's second match; null once all clubs are locked. */
export function getNextLockTime(round: Round, now: SeasonTime): SeasonTime | null {
	const open = round.matches.filter(
		(match) =>
			!hasMatchStarted(match, now) &&
			[match.homeSquadId, match.awaySquadId].some((squadId) => !isSquadLocked(squadId, round, now)),
	);
	return findEarliest(open.map((match) => match.startsAt));
}

const findEarliest = (times: readonly SeasonTime[]): SeasonTime | null =>
	times.length === 0 ? null : Math.min(...times);
