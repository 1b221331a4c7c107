import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { canFill, findSlot, listPlayerIds, listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations, type LockCheck } from "../lockout/locked-players.ts";
import { requireStartedTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { buildRuling, type Ruling, type Violation } from "../violation.ts";

export type SwapPair = readonly [PlayerId, PlayerId];
type SwapContext = Pick<SeasonContext, "rules" | "getPlayer">;

/** The violations of a swap of two players. Both must be unlocked, and each must fit the other's slot. */
function checkSwap(
	lineup: Lineup,
	[one, other]: SwapPair,
	{ rules, getPlayer }: SwapContext,
	isLocked: LockCheck,
): readonly Violation[] {
	if (one === other) return [{ code: "swap-with-herself", playerId: one }];
	const moves = [
		{ playerId: one, from: findSlot(lineup, one, rules), to: findSlot(lineup, other, rules) },
		{ playerId: other, from: findSlot(lineup, other, rules), to: findSlot(lineup, one, rules) },
	];
	const violations = moves.flatMap(({ playerId, from, to }): Violation[] => {
		if (!from) return [{ code: "not-in-team", playerId }];
		const player = getPlayer(playerId);
		if (!player) return [{ code: "unknown-player", playerId }];
		return !to?.line || canFill(player, to) ? [] : [{ code: "wrong-position", playerId, line: to.line }];
	});
	return [...violations, ...findLockViolations([one, other], isLocked)];
}

function exchangePlayers(lineup: Lineup, [one, other]: SwapPair, context: SwapContext): Lineup {
	const swapped = listSlotIds(lineup, context.rules).map((id) => (id === one ? other : id === other ? one : id));
	return replaceSlotIds(lineup, swapped, context.rules);
}

/** Applies swaps one after the other, all or none. Roles stay with the slots (docs/game-rules.md#roles). */
export function applySwaps(
	lineup: Lineup,
	pairs: readonly SwapPair[],
	context: SwapContext,
	isLocked: LockCheck,
): Ruling<Lineup> {
	const violations: Violation[] = [];
	let swapped = lineup;
	for (const pair of pairs) {
		const found = checkSwap(swapped, pair, context, isLocked);
		violations.push(...found);
		if (found.length === 0) swapped = exchangePlayers(swapped, pair, context);
	}
	return buildRuling(violations, swapped);
}

/** Swaps players of a team whose start round is complete. */
export function swapPlayers(
	saved: TeamState | null,
	pairs: readonly SwapPair[],
	context: SeasonContext,
): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const swapped = applySwaps(started.value.lineup, pairs, context, createLockCheck(started.value, context));
	return swapped.ok ? { ok: true, value: { ...started.value, lineup: swapped.value } } : swapped;
}

/** The players of the line-up with whom a player may be swapped now. */
export const findAvailableSwaps = (
	lineup: Lineup,
	id: PlayerId,
	context: SwapContext,
	isLocked: LockCheck,
): readonly PlayerId[] =>
	listPlayerIds(lineup).filter((other) => checkSwap(lineup, [id, other], context, isLocked).length === 0);
