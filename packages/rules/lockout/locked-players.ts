import type { PlayerId } from "../ids.ts";
import { hasRoundStarted } from "../round/round.ts";
import { getStartRoundId, type SeasonContext, type TeamState } from "../team/team-state.ts";
import type { Violation } from "../violation.ts";
import { isLocked } from "./lockout.ts";

export type LockCheck = (id: PlayerId) => boolean;

export const isNeverLocked: LockCheck = () => false;

/**
 * Which players are locked for a team: from its start round on, in every round that is not complete
 * (docs/game-rules.md#start-round). A team that was never saved or has not started has no locked players.
 */
export function createLockCheck(
	team: Pick<TeamState, "bank" | "startRoundId"> | null,
	context: Pick<SeasonContext, "rounds" | "now" | "getPlayer">,
): LockCheck {
	const start = team ? getStartRoundId(team, context) : null;
	if (start === null) return isNeverLocked;
	const rounds = context.rounds.filter(
		(round) => round.id >= start && round.status !== "complete" && hasRoundStarted(round, context.now),
	);
	return (id) => {
		const player = context.getPlayer(id);
		return player !== undefined && rounds.some((round) => isLocked(player, round, context.now));
	};
}

/** One violation per locked player, without duplicates. */
export const findLockViolations = (ids: Iterable<PlayerId>, isLockedId: LockCheck): readonly Violation[] =>
	[...new Set(ids)].filter(isLockedId).map((playerId) => ({ code: "locked", playerId }));
