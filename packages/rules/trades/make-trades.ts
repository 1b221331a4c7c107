import { changeCaptain } from "../captaincy/change-roles.ts";
import type { LineupChanges } from "../coach/lineup-changes.ts";
import type { PlayerId } from "../ids.ts";
import { listPlayerIds, listSlotIds, listSlots, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { computeBankAfterEdit } from "../salary/salary.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import { getActionRoundId, requireStartedTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { accept, buildRuling, forbid, type Ruling, type Violation } from "../violation.ts";
import { findMisfits, findMovedPlayers, rearrangePlayers } from "./rearrange.ts";
import { countTradesLeft, listPlayersTradedIn, type NewTrade, type TradePair } from "./trade.ts";

export interface TradeResult {
	/** The team after the trades. Its `trades` do not include the new ones, which have no ids yet. */
	readonly team: TeamState;
	/** One per pair, in the same order. */
	readonly newTrades: readonly NewTrade[];
}

/** Players whose price is no longer the one that the manager was shown. */
function findChangedPrices(pairs: readonly TradePair[], { getPlayer }: SeasonContext): readonly Violation[] {
	const shownPrices = pairs.flatMap(({ playerInId, playerOutId, priceIn, priceOut }) => [
		{ playerId: playerInId, shownPrice: priceIn },
		{ playerId: playerOutId, shownPrice: priceOut },
	]);
	return shownPrices.flatMap(({ playerId, shownPrice }): Violation[] => {
		const price = getPlayer(playerId)?.cost;
		const isChanged = shownPrice !== undefined && price !== undefined && price !== shownPrice;
		return isChanged ? [{ code: "price-changed", playerId, price }] : [];
	});
}

/** Finds the violations of the pairs. It does not check the bank and the slots. */
function checkPairs(team: TeamState, pairs: readonly TradePair[], context: SeasonContext): readonly Violation[] {
	const { rules, getPlayer } = context;
	const teamIds = new Set(listPlayerIds(team.lineup));
	const roundId = getActionRoundId(context);
	const tradedIn = listPlayersTradedIn(roundId, team.trades);
	const violations: Violation[] = [];
	const namedIds = new Set<PlayerId>();
	for (const playerId of pairs.flatMap((pair) => [pair.playerInId, pair.playerOutId])) {
		if (namedIds.has(playerId)) violations.push({ code: "duplicate-player", playerId });
		namedIds.add(playerId);
	}
	for (const { playerInId, playerOutId } of pairs) {
		if (!getPlayer(playerInId)) violations.push({ code: "unknown-player", playerId: playerInId });
		else if (teamIds.has(playerInId)) violations.push({ code: "already-in-team", playerId: playerInId });
		if (!teamIds.has(playerOutId)) violations.push({ code: "not-in-team", playerId: playerOutId });
		else if (tradedIn.has(playerOutId)) violations.push({ code: "came-in-this-round", playerId: playerOutId });
	}
	const left = countTradesLeft(team.trades, roundId, rules);
	if (pairs.length > left) violations.push({ code: "no-trades-left", limit: rules.trades.limit, left });
	return [
		...violations,
		...findChangedPrices(pairs, context),
		...findLockViolations(namedIds, createLockCheck(team, context)),
	];
}

/**
 * Makes all trades or none, at today's prices (docs/game-rules.md#trades). Refused if a player is locked or unknown, a
 * new player is already in the team, a player to trade out is not in it or came in this round, a price is not the one
 * that was shown, too few trades are left, the bank would be negative, or the new players do not fit even if unlocked
 * players move.
 */
export function makeTrades(
	saved: TeamState | null,
	pairs: readonly TradePair[],
	context: SeasonContext,
): Ruling<TradeResult> {
	const started = requireStartedTeam(saved, context);
	if (!started.ok) return started;
	const team = started.value;
	if (pairs.length === 0) return forbid({ code: "no-trade-pairs" });
	const { rules, getPlayer } = context;

	const pairViolations = checkPairs(team, pairs, context);
	const before = listSlotIds(team.lineup, rules);
	const replacement = new Map(pairs.map((pair) => [pair.playerOutId, pair.playerInId]));
	const newIds = before.map((id) => replacement.get(id) ?? id);
	const bank = computeBankAfterEdit(team.bank, team.lineup, replaceSlotIds(team.lineup, newIds, rules), getPlayer);
	const violations: Violation[] = [...pairViolations];
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	if (pairViolations.length > 0) return buildRuling(violations, { team, newTrades: [] });

	const slots = listSlots(rules);
	const after = rearrangePlayers(before, newIds, { slots, getPlayer, isLocked: createLockCheck(team, context) });
	if (!after) violations.push(...findMisfits(before, newIds, context));
	const newTrades = pairs.map(({ playerInId, playerOutId }) => ({
		roundId: getActionRoundId(context),
		playerInId,
		playerOutId,
		priceIn: getPlayer(playerInId)?.cost ?? 0,
		priceOut: getPlayer(playerOutId)?.cost ?? 0,
		swapIds: after ? findMovedPlayers(playerInId, before, after) : [],
		final: false,
	}));
	const lineup = replaceSlotIds(team.lineup, after ?? before, rules);
	return buildRuling(violations, { team: { ...team, lineup, bank }, newTrades });
}

/** Makes trades, then swaps, then a change of captain, each under its own rules: all of them or none. */
export function makeTradesWithLineup(
	saved: TeamState | null,
	pairs: readonly TradePair[],
	{ swapsPairs, captainId }: LineupChanges,
	context: SeasonContext,
): Ruling<TradeResult> {
	const traded = makeTrades(saved, pairs, context);
	if (!traded.ok) return traded;
	const swapped = swapPlayers(traded.value.team, swapsPairs, context);
	if (!swapped.ok) return swapped;
	const withCaptain = captainId === null ? swapped : changeCaptain(swapped.value, "captain", captainId, context);
	return withCaptain.ok ? accept({ ...traded.value, team: withCaptain.value }) : withCaptain;
}
