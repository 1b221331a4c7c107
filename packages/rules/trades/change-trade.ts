import type { Dollars, PlayerId } from "../ids.ts";
import { listPlayerIds, listSlotIds, listSlots, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck } from "../lockout/locked-players.ts";
import type { PlayerLookup } from "../player.ts";
import { getActionRoundId, requireStartedTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { buildRuling, forbid, type Ruling, type Violation } from "../violation.ts";
import { findMisfits, findMovedPlayers, rearrangePlayers } from "./rearrange.ts";
import type { Trade } from "./trade.ts";

/** The half of a trade that a player comes in or goes out by. */
export type TradeHalf = "in" | "out";

/** A requested change of a saved trade: another player for its unlocked half. */
export interface TradeChange {
	readonly tradeId: number;
	readonly half: TradeHalf;
	/** Who comes in, or goes out, instead. */
	readonly playerId: PlayerId;
	/** The price that the manager was shown. The change is refused if today's is another. */
	readonly price?: Dollars | undefined;
}

const getHalf = (trade: Trade, half: TradeHalf): PlayerId => (half === "in" ? trade.playerInId : trade.playerOutId);

const isInAnotherTrade = (id: PlayerId, { id: tradeId, roundId }: Trade, trades: readonly Trade[]): boolean =>
	trades.some(
		(trade) =>
			trade.roundId === roundId && trade.id !== tradeId && (trade.playerInId === id || trade.playerOutId === id),
	);

/** Why nobody can replace this half of a trade. */
function checkHalf(trade: Trade, half: TradeHalf, team: TeamState, context: SeasonContext): readonly Violation[] {
	const { id: tradeId, final, roundId } = trade;
	if (final) return [{ code: "trade-final", tradeId }];
	if (roundId !== getActionRoundId(context)) return [{ code: "trade-locked", tradeId }];
	const isLocked = createLockCheck(team, context);
	const [isInLocked, isOutLocked] = [isLocked(trade.playerInId), isLocked(trade.playerOutId)];
	if (isInLocked && isOutLocked) return [{ code: "trade-locked", tradeId }];
	const playerId = getHalf(trade, half);
	if (isLocked(playerId)) return [{ code: "locked", playerId }];
	if (!isInLocked && !isOutLocked) return [{ code: "trade-not-locked", tradeId }];
	return isInAnotherTrade(playerId, trade, team.trades) ? [{ code: "in-another-trade", playerId }] : [];
}

/** The half of a trade that can be changed (docs/game-rules.md#changing-a-half-locked-trade); null if none can. */
export const findChangeableHalf = (trade: Trade, team: TeamState, context: SeasonContext): TradeHalf | null =>
	(["in", "out"] as const).find((half) => checkHalf(trade, half, team, context).length === 0) ?? null;

/** Why a player cannot take the half of a trade, apart from the bank and slots. */
function checkReplacement(
	trade: Trade,
	{ half, playerId, price: shownPrice }: TradeChange,
	team: TeamState,
	context: SeasonContext,
): readonly Violation[] {
	const player = context.getPlayer(playerId);
	const isInTeam = listPlayerIds(team.lineup).includes(playerId);
	const violations: Violation[] = [];
	if (half === "out" && !isInTeam) violations.push({ code: "not-in-team", playerId });
	else if (half === "in" && isInTeam) violations.push({ code: "already-in-team", playerId });
	else if (!player) violations.push({ code: "unknown-player", playerId });
	if (isInAnotherTrade(playerId, trade, team.trades)) violations.push({ code: "in-another-trade", playerId });
	if (player && shownPrice !== undefined && player.cost !== shownPrice)
		violations.push({ code: "price-changed", playerId, price: player.cost });
	if (createLockCheck(team, context)(playerId)) violations.push({ code: "locked", playerId });
	return violations;
}

/** The replaced player goes back at the stored price, and the new one comes in or goes out at today's. */
export function computeBankAfterChange(
	bank: Dollars,
	trade: Trade,
	{ half, playerId }: TradeChange,
	getPlayer: PlayerLookup,
): Dollars {
	const price = getPlayer(playerId)?.cost ?? 0;
	return half === "in" ? bank + trade.priceIn - price : bank - trade.priceOut + price;
}

/** The trade with another player in one half, at today's price. */
export function replaceHalf(trade: Trade, { half, playerId }: TradeChange, getPlayer: PlayerLookup): Trade {
	const price = getPlayer(playerId)?.cost ?? 0;
	return half === "in"
		? { ...trade, playerInId: playerId, priceIn: price }
		: { ...trade, playerOutId: playerId, priceOut: price };
}

/**
 * Replaces the unlocked player of a trade of the current round whose other player is locked
 * (docs/game-rules.md#changing-a-half-locked-trade). The replaced player goes back at the trade's stored price, and the
 * new one comes in or goes out at today's. The trade keeps its number.
 */
export function changeTrade(saved: TeamState | null, change: TradeChange, context: SeasonContext): Ruling<TeamState> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	const { tradeId, half, playerId } = change;
	const trade = team.trades.find(({ id }) => id === tradeId);
	if (!trade) return forbid({ code: "trade-unknown", tradeId });
	const { rules, getPlayer } = context;
	const halfViolations = checkHalf(trade, half, team, context);
	if (halfViolations.length > 0) return buildRuling(halfViolations, team);
	const violations = [...checkReplacement(trade, change, team, context)];
	const bank = computeBankAfterChange(team.bank, trade, change, getPlayer);
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	if (violations.length > 0) return buildRuling(violations, team);

	const [leavingId, arrivingId] = half === "in" ? [trade.playerInId, playerId] : [playerId, trade.playerOutId];
	const before = listSlotIds(team.lineup, rules);
	const newIds = before.map((id) => (id === leavingId ? arrivingId : id));
	const after = rearrangePlayers(before, newIds, {
		slots: listSlots(rules),
		getPlayer,
		isLocked: createLockCheck(team, context),
		preferMoving: new Set(trade.swapIds),
	});
	if (!after) return buildRuling(findMisfits(before, newIds, context), team);
	const moved = findMovedPlayers(arrivingId, before, after);
	const changed = {
		...replaceHalf(trade, change, getPlayer),
		swapIds: [...new Set([...trade.swapIds, ...moved])],
	};
	return buildRuling([], {
		...team,
		lineup: replaceSlotIds(team.lineup, after, rules),
		bank,
		trades: team.trades.map((other) => (other.id === tradeId ? changed : other)),
	});
}
