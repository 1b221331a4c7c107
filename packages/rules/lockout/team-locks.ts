import type { PlayerId } from "../ids.ts";
import { hasRoundStarted } from "../round/rounds.ts";
import { type GameContext, getStartRoundId, type TeamState } from "../team/team-state.ts";
import type { Violation } from "../violation.ts";
import { isLocked } from "./lockout.ts";

/** Whether a player may not be touched. */
export type LockCheck = (id: PlayerId) => boolean;

export const isNeverLocked: LockCheck = () => false;

/**
 * Who is locked for a team: locks bind it from its start round on, in every round that is not complete (decisions
 * §5). A team that was never saved, or is still to start, may hold and move anyone.
 */
export function createLockCheck(team: TeamState | null, context: GameContext): LockCheck {
	const start = team ? getStartRoundId(team, context) : null;
	if (start === null) return isNeverLocked;
	const rounds = context.rounds.filter(
		(round) => round.id >= start && round.status !== "complete" && hasRoundStarted(round, context.now),
	);
	return (id) => {
		const player = context.players(id);
		return player !== undefined && rounds.some((round) => isLocked(player, round, context.now));
	};
}

/** One refusal for each locked player named, each once. */
export const findLockViolations = (ids: Iterable<PlayerId>, isLockedId: LockCheck): readonly Violation[] =>
	[...new Set(ids)].filter(isLockedId).map((playerId) => ({ code: "locked", playerId }));
