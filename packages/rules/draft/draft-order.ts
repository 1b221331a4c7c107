import type { TeamId } from "../ids.ts";

export const DRAFT_KINDS = ["snake", "linear", "third-round-reversal"] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** A turn to choose a player. It keeps its number and original owner when teams exchange it. */
export interface PickTurn {
	/** Its number in the whole draft, from 1. */
	readonly overall: number;
	/** The round of the draft, from 1. */
	readonly round: number;
	readonly originalTeamId: TeamId;
}

/** Whether a round goes from the last team to the first (docs/game-rules.md#draft-order). */
function isReversed(kind: DraftKind, round: number): boolean {
	if (kind === "linear" || round === 1) return false;
	const isEven = round % 2 === 0;
	return kind === "snake" || round === 2 ? isEven : !isEven;
}

/** Lists every turn of a draft. */
export function listTurns(order: readonly TeamId[], rounds: number, kind: DraftKind): PickTurn[] {
	return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
		(isReversed(kind, round) ? order.toReversed() : order).map((originalTeamId, index) => ({
			overall: (round - 1) * order.length + index + 1,
			round,
			originalTeamId,
		})),
	);
}

/**
 * Lists teams in the reverse order of last season's ladder, with teams that were not in it in the middle
 * (docs/game-rules.md#draft-order).
 *
 * @param ladder last season's teams, best first
 * @param newcomers in drawn order
 */
export function orderByLastLadder(ladder: readonly TeamId[], newcomers: readonly TeamId[]): TeamId[] {
	const worstFirst = ladder.toReversed();
	return worstFirst.toSpliced(Math.ceil(worstFirst.length / 2), 0, ...newcomers);
}
