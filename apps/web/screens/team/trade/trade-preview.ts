import { applyLineupChanges, type LineupChanges } from "@first-bounce/rules/coach/lineup-changes";
import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import { findSlot, isSameSlot, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft } from "@first-bounce/rules/trades/trade";
import type { Violation } from "@first-bounce/rules/violation";
import {
	getIncomingIds,
	getOutgoingIds,
	hasIncompleteTrade,
	type LocalTrade,
	listCompletePairs,
} from "./local-trades.ts";

/** A player whom the trades move to another slot. */
export interface Move {
	readonly playerId: PlayerId;
	readonly from: Slot;
	readonly to: Slot;
}

/** The effect of trades, computed by the same rules as on the server. */
export interface TradePreview {
	readonly lineup: Lineup;
	/** The bank after all trades, complete or not; negative if they cost too much. */
	readonly bank: Dollars;
	/** Why the complete trades are not allowed. */
	readonly violations: readonly Violation[];
	/** Players who move to another slot. */
	readonly moves: readonly Move[];
	/** Changes of the line-up that are made together with the trades. */
	readonly changes: LineupChanges | null;
	/** How many trades are left before the previewed trades. */
	readonly tradesLeft: number;
	readonly canSubmit: boolean;
}

/** A bank that covers any trade, used to find the slots even if the trades are not affordable. */
const UNLIMITED_BANK = 1e12;

/** Lists the players who change slot, in the order of their new slots. */
export function listMoves(before: Lineup, after: Lineup, { rules }: Pick<SeasonContext, "rules">): readonly Move[] {
	return listPlayerIds(after).flatMap((playerId): Move[] => {
		const from = findSlot(before, playerId, rules);
		const to = findSlot(after, playerId, rules);
		return from && to && !isSameSlot(from, to) ? [{ playerId, from, to }] : [];
	});
}

/** Finds the changes that make the most of a line-up. */
export type ChangeFinder = (lineup: Lineup, isLocked: LockCheck) => LineupChanges | null;

/** Previews trades without asking the server, with the changes of the line-up that come with them, if any. */
export function previewTrades(
	team: TeamState,
	trades: readonly LocalTrade[],
	context: SeasonContext,
	findChanges: ChangeFinder | null = null,
): TradePreview {
	const pairs = listCompletePairs(trades);
	const getCost = (ids: Iterable<PlayerId>) =>
		[...ids].reduce((sum, id) => sum + (context.getPlayer(id)?.cost ?? 0), 0);
	const bank = team.bank + getCost(getOutgoingIds(trades)) - getCost(getIncomingIds(trades));
	const tradesLeft = countTradesLeft(team.trades, getActionRoundId(context), context.rules);
	const isLocked = createLockCheck(team, context);
	const applyChanges = (lineup: Lineup) => {
		const changes = findChanges?.(lineup, isLocked) ?? null;
		return { changes, lineup: changes ? applyLineupChanges(lineup, changes, { ...context, isLocked }) : lineup };
	};
	if (pairs.length === 0)
		return { ...applyChanges(team.lineup), bank, violations: [], moves: [], tradesLeft, canSubmit: false };
	const ruling = makeTrades(team, pairs, context);
	const arranged = ruling.ok ? ruling : makeTrades({ ...team, bank: UNLIMITED_BANK }, pairs, context);
	const { lineup, changes } = applyChanges(arranged.ok ? arranged.value.team.lineup : team.lineup);
	return {
		lineup,
		bank,
		violations: ruling.ok ? [] : ruling.violations,
		moves: listMoves(team.lineup, lineup, context),
		changes,
		tradesLeft,
		canSubmit: ruling.ok && bank >= 0 && !hasIncompleteTrade(trades),
	};
}

/** The highest affordable price if the player going out is sold or, before one is chosen, the most expensive player. */
export function computeMaxAffordable(
	team: TeamState,
	trades: readonly LocalTrade[],
	bank: Dollars,
	context: SeasonContext,
): Dollars {
	if (trades.some((trade) => trade.playerInId === 0)) return bank;
	const isLocked = createLockCheck(team, context);
	const out = getOutgoingIds(trades);
	const unlockedIds = listPlayerIds(team.lineup).filter((id) => !isLocked(id) && !out.has(id));
	return bank + Math.max(0, ...unlockedIds.map((id) => context.getPlayer(id)?.cost ?? 0));
}
