import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { fits, playerIds, slotOf, toSlotIds, withSlotIds } from "../lineup/slots.ts";
import { type LockCheck, lockedAmong, locksFor } from "../lockout/team-locks.ts";
import { type GameContext, liveTeam, type TeamState } from "../team/team-state.ts";
import { type Ruling, ruling, type Violation } from "../violation.ts";

export type SwapPair = readonly [PlayerId, PlayerId];
type SwapContext = Pick<GameContext, "rules" | "players">;

/** What speaks against two players of a line-up exchanging places: both unlocked, both fit (decisions §6). */
export function checkSwap(
	lineup: Lineup,
	[one, other]: SwapPair,
	{ rules, players }: SwapContext,
	isLocked: LockCheck,
): readonly Violation[] {
	if (one === other) return [{ code: "swap-with-herself", playerId: one }];
	const moves = [
		{ playerId: one, from: slotOf(lineup, one, rules), to: slotOf(lineup, other, rules) },
		{ playerId: other, from: slotOf(lineup, other, rules), to: slotOf(lineup, one, rules) },
	];
	const faults = moves.flatMap(({ playerId, from, to }): Violation[] => {
		if (!from) return [{ code: "not-in-team", playerId }];
		const player = players(playerId);
		if (!player) return [{ code: "unknown-player", playerId }];
		return !to?.line || fits(player, to) ? [] : [{ code: "wrong-position", playerId, line: to.line }];
	});
	return [...faults, ...lockedAmong([one, other], isLocked)];
}

function exchange(lineup: Lineup, [one, other]: SwapPair, context: SwapContext): Lineup {
	const swapped = toSlotIds(lineup, context.rules).map((id) => (id === one ? other : id === other ? one : id));
	return withSlotIds(lineup, swapped, context.rules);
}

/** Pairs exchange places one after the other, all or none; armbands and emergencies stay with the places. */
export function swapPairs(
	lineup: Lineup,
	pairs: readonly SwapPair[],
	context: SwapContext,
	isLocked: LockCheck,
): Ruling<Lineup> {
	const violations: Violation[] = [];
	let swapped = lineup;
	for (const pair of pairs) {
		const faults = checkSwap(swapped, pair, context, isLocked);
		violations.push(...faults);
		if (faults.length === 0) swapped = exchange(swapped, pair, context);
	}
	return ruling(violations, swapped);
}

/** `fantasy/team/swap`, once the start round is complete. */
export function swapPlayers(
	saved: TeamState | null,
	pairs: readonly SwapPair[],
	context: GameContext,
): Ruling<TeamState> {
	const live = liveTeam(saved, context);
	if (!live.ok) return live;
	const swapped = swapPairs(live.value.lineup, pairs, context, locksFor(live.value, context));
	return swapped.ok ? { ok: true, value: { ...live.value, lineup: swapped.value } } : swapped;
}

/** Everyone in the line-up with whom a player may exchange places now; all others are dimmed. */
export const availableSwaps = (
	lineup: Lineup,
	id: PlayerId,
	context: SwapContext,
	isLocked: LockCheck,
): readonly PlayerId[] =>
	playerIds(lineup).filter((other) => checkSwap(lineup, [id, other], context, isLocked).length === 0);
