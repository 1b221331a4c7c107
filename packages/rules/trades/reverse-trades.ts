import type { PlayerId } from "../ids.ts";
import { listSlotIds, listSlots, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck } from "../lockout/locked-players.ts";
import { findRound } from "../round/round.ts";
import { requireStartedTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { buildRuling, forbid, type Ruling, type Violation } from "../violation.ts";
import { findMisfits, rearrangePlayers } from "./rearrange.ts";
import type { Trade } from "./trade.ts";

/** A trade is locked if either player is locked, or if its round is complete (docs/game-rules.md#reversing-trades). */
export function isTradeLocked(trade: Trade, team: TeamState, context: SeasonContext): boolean {
	const round = findRound(context.rounds, trade.roundId);
	if (!round || round.status === "complete") return true;
	const isLocked = createLockCheck(team, context);
	return isLocked(trade.playerInId) || isLocked(trade.playerOutId);
}

function checkReversal(tradeIds: readonly number[], team: TeamState, context: SeasonContext): readonly Violation[] {
	return tradeIds.flatMap((tradeId): Violation[] => {
		const trade = team.trades.find((trade) => trade.id === tradeId);
		if (!trade) return [{ code: "trade-unknown", tradeId }];
		if (trade.final) return [{ code: "trade-final", tradeId }];
		return isTradeLocked(trade, team, context) ? [{ code: "trade-locked", tradeId }] : [];
	});
}

/**
 * Reverses the named trades together, in any order, at their stored prices (docs/game-rules.md#reversing-trades).
 * Refused for an unknown, final or locked trade; when the player who went out is back through a later trade that is not
 * reversed with it; when the bank would be negative; and when the returning player no longer fits and no rearrangement
 * helps.
 */
export function reverseTrades(
	saved: TeamState | null,
	tradeIds: readonly number[],
	context: SeasonContext,
): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	if (tradeIds.length === 0) return forbid({ code: "no-trade-pairs" });
	const { rules, getPlayer } = context;

	const violations: Violation[] = [...checkReversal([...new Set(tradeIds)], team, context)];
	const reversed = team.trades.filter((trade) => tradeIds.includes(trade.id));
	const before = listSlotIds(team.lineup, rules);
	let newIds: readonly PlayerId[] = before;
	for (const { id, playerInId, playerOutId } of reversed.toReversed()) {
		if (newIds.includes(playerOutId) || !newIds.includes(playerInId))
			violations.push({ code: "trade-not-last", tradeId: id, playerId: playerOutId });
		newIds = newIds.map((playerId) => (playerId === playerInId ? playerOutId : playerId));
	}
	const bank = reversed.reduce((sum, trade) => sum + trade.priceIn - trade.priceOut, team.bank);
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	if (violations.length > 0) return buildRuling(violations, team);

	const after = rearrangePlayers(before, newIds, {
		slots: listSlots(rules),
		getPlayer,
		isLocked: createLockCheck(team, context),
		// The players who were moved for the trades are moved back before others are.
		preferMoving: new Set(reversed.flatMap((trade) => trade.swapIds)),
	});
	if (!after) return buildRuling(findMisfits(before, newIds, context), team);
	const trades = team.trades.filter((trade) => !tradeIds.includes(trade.id));
	return buildRuling([], { ...team, lineup: replaceSlotIds(team.lineup, after, rules), bank, trades });
}
