import type { RoundId, SeasonTime, SquadId } from "../ids.ts";
import { isSquadLocked } from "../lockout/lockout.ts";
import {
	findRound,
	hasMatchStarted,
	hasRoundStarted,
	listSquadMatches,
	type Match,
	type Round,
} from "../round/round.ts";
import { getLastBegunRoundId } from "./change-limits.ts";

/**
 * What an operator may change once something has begun (docs/game-rules.md#changes-during-the-season). Every way in asks
 * `findChangeViolation`: console, commands, imports and their undo.
 */

/** A change that can concern players who are locked. */
export type OperatorChange =
	/** A player's club, by hand or from files. */
	| { readonly kind: "club"; readonly from: SquadId; readonly to: SquadId }
	/** A player of the club leaves the competition. */
	| { readonly kind: "departure"; readonly squadId: SquadId }
	/** The round from which a new player, her opening price or new positions count. */
	| { readonly kind: "first-round"; readonly roundId: RoundId }
	/** A match's start, ground or round, by an operator who knows that the match has not begun. */
	| { readonly kind: "postponement"; readonly match: Match; readonly toRoundId: RoundId }
	/** A match's start, round or clubs from files, which may be older than the match. A match that is added has no `match`. */
	| { readonly kind: "fixture"; readonly match: Match | null; readonly toRoundId: RoundId | null }
	/** A match's status, score or abandonment. */
	| { readonly kind: "status"; readonly roundId: RoundId }
	| { readonly kind: "rules" };

/** Why an operator may not make a change. */
export type ChangeViolation =
	| { readonly code: "club-locked"; readonly squadId: SquadId; readonly roundId: RoundId }
	| { readonly code: "round-started"; readonly roundId: RoundId }
	| { readonly code: "round-over"; readonly roundId: RoundId }
	| { readonly code: "match-started" }
	| { readonly code: "rules-locked" };

export interface SeasonMoment {
	/** In the season's order. */
	readonly rounds: readonly Round[];
	readonly now: SeasonTime;
}

function findLockedClub(squadIds: readonly SquadId[], { rounds, now }: SeasonMoment): ChangeViolation | null {
	for (const squadId of squadIds) {
		const round = rounds.find((candidate) => isSquadLocked(squadId, candidate, now));
		if (round) return { code: "club-locked", squadId, roundId: round.id };
	}
	return null;
}

function findCompleteRound(roundIds: readonly (RoundId | null)[], { rounds }: SeasonMoment): ChangeViolation | null {
	const round = rounds.find(({ id, status }) => status === "complete" && roundIds.includes(id));
	return round ? { code: "round-over", roundId: round.id } : null;
}

/** Finds the reason why an operator may not make a change now; null if it is allowed. */
export function findChangeViolation(change: OperatorChange, progress: SeasonMoment): ChangeViolation | null {
	const { rounds, now } = progress;
	switch (change.kind) {
		case "club":
			return change.from === change.to ? null : findLockedClub([change.from, change.to], progress);
		case "departure":
			return findLockedClub([change.squadId], progress);
		case "first-round": {
			const hasBegun = change.roundId <= getLastBegunRoundId(rounds, now);
			return hasBegun ? { code: "round-started", roundId: change.roundId } : null;
		}
		case "postponement": {
			const hasBegun = change.match.status !== "scheduled";
			const started = hasBegun ? ({ code: "match-started" } as const) : null;
			return (
				findCompleteRound([change.match.roundId], progress) ??
				started ??
				findCompleteRound([change.toRoundId], progress)
			);
		}
		case "fixture": {
			const over = findCompleteRound([change.match?.roundId ?? null, change.toRoundId], progress);
			if (over) return over;
			return change.match && hasMatchStarted(change.match, now) ? { code: "match-started" } : null;
		}
		case "status":
			return findCompleteRound([change.roundId], progress);
		case "rules":
			return rounds.some((round) => hasRoundStarted(round, now)) ? { code: "rules-locked" } : null;
	}
}

/** Whether the clock locks a club in a round, whatever the feed says. */
function isLockedByClock(squadId: SquadId, round: Round, now: SeasonTime): boolean {
	if (round.status === "complete") return false;
	if (round.lockedSquads?.includes(squadId)) return true;
	const ownMatches = listSquadMatches(squadId, round);
	return (ownMatches.length > 0 ? ownMatches : round.matches).some(({ startsAt }) => startsAt <= now);
}

/** The clubs that stay locked in a round after a change of its matches. */
interface KeptLocks {
	readonly roundId: RoundId;
	readonly squadIds: readonly SquadId[];
}

/**
 * Lists the clubs that the clock has locked and that a changed fixture would unlock. They stay locked until their round
 * is complete, because managers may have seen their players. A lock that only a status gave, before the scheduled start,
 * goes with that status.
 *
 * @param before the rounds before the change, and `after` those with it; both with all clubs, byes included
 */
export const listKeptLocks = (before: readonly Round[], after: readonly Round[], now: SeasonTime): KeptLocks[] =>
	before.flatMap((round) => {
		const changed = findRound(after, round.id);
		if (!changed) return [];
		const squads = new Set([
			...round.byeSquads,
			...round.matches.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]),
		]);
		const squadIds = [...squads].filter(
			(squadId) => isLockedByClock(squadId, round, now) && !isLockedByClock(squadId, changed, now),
		);
		return squadIds.length > 0 ? [{ roundId: round.id, squadIds }] : [];
	});
