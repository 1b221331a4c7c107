import type { SeasonTime, SquadId } from "../ids.ts";
import type { Player } from "../player.ts";
import { hasMatchStarted, hasRoundStarted } from "../round/rounds.ts";
import { matchesOf } from "../round/squad-status.ts";
import type { Round } from "../round.ts";

/**
 * Rolling lockout (decisions §5): a squad locks when its first match of the round starts, by season time or by the
 * feed; a squad with a bye when the round's first match does; nobody once the round is complete.
 */
export function isSquadLocked(squadId: SquadId, round: Round, now: SeasonTime): boolean {
	if (round.status === "complete") return false;
	const matches = matchesOf(squadId, round);
	if (matches.length === 0) return hasRoundStarted(round, now);
	return matches.some((match) => hasMatchStarted(match, now));
}

export const isLocked = (player: Player, round: Round, now: SeasonTime): boolean =>
	isSquadLocked(player.squadId, round, now);

/** The round's squads, those with a bye included, that are locked now. */
export function lockedSquads(round: Round, now: SeasonTime): ReadonlySet<SquadId> {
	const squads = [...round.byeSquads, ...round.matches.flatMap((match) => [match.homeSquadId, match.awaySquadId])];
	return new Set(squads.filter((squadId) => isSquadLocked(squadId, round, now)));
}

/** When a round's first match starts; null without matches. */
export const firstLockAt = (round: Round): SeasonTime | null => earliest(round.matches.map((match) => match.startsAt));

/** The next start that locks someone; null when nobody is left to lock. A squad's second match locks nobody anew. */
export function nextLockAt(round: Round, now: SeasonTime): SeasonTime | null {
	const open = round.matches.filter(
		(match) =>
			!hasMatchStarted(match, now) &&
			[match.homeSquadId, match.awaySquadId].some((squadId) => !isSquadLocked(squadId, round, now)),
	);
	return earliest(open.map((match) => match.startsAt));
}

const earliest = (times: readonly SeasonTime[]): SeasonTime | null => (times.length === 0 ? null : Math.min(...times));
