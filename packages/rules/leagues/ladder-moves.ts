import type { TeamId } from "../ids.ts";

/** A team's places on a ladder before and after a round, from 1. */
export interface LadderMove {
	readonly teamId: TeamId;
	readonly from: number;
	readonly to: number;
}

/**
 * Finds the longest moves up and down a ladder, null without any; of equal moves, that of the team placed higher after the round.
 * Both lists are in ladder order.
 */
export function findBiggestMoves(
	before: readonly TeamId[],
	after: readonly TeamId[],
): { readonly up: LadderMove | null; readonly down: LadderMove | null } {
	const places = new Map(before.map((teamId, index) => [teamId, index + 1]));
	const moves = after.flatMap((teamId, index) => {
		const from = places.get(teamId);
		return from === undefined ? [] : [{ teamId, from, to: index + 1 }];
	});
	const [up] = moves.filter(({ from, to }) => to < from).toSorted((a, b) => b.from - b.to - (a.from - a.to));
	const [down] = moves.filter(({ from, to }) => to > from).toSorted((a, b) => b.to - b.from - (a.to - a.from));
	return { up: up ?? null, down: down ?? null };
}
