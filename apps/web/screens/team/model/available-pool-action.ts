import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import { findEmptySlot } from "@first-bounce/rules/lineup/slots";
import { isTradeMode, type ViewContext } from "./view-context.ts";

/** Why a button of the pool is disabled. */
export type DisabledReason = "locked" | "no-money" | "no-place" | "no-trades" | "saved-trade";

/** The text of each reason. */
export const REASON_KEYS = {
	locked: "pool.locked",
	"no-money": "pool.noMoney",
	"no-place": "pool.noPlace",
	"no-trades": "pool.noTrades",
	"saved-trade": "pool.savedTrade",
} as const satisfies Record<DisabledReason, string>;

/** The one action that a pool row offers in the current mode. */
export type PoolAction =
	| { readonly kind: "none" }
	| { readonly kind: "locked" }
	| {
			readonly kind: "add" | "remove" | "trade-in" | "trade-out" | "cancel-trade";
			/** Null when the action is enabled. */
			readonly disabledReason: DisabledReason | null;
	  };
export type PoolActionKind = Exclude<PoolAction["kind"], "none" | "locked">;

interface Row {
	readonly id: PlayerId;
	readonly cost: Dollars;
	readonly isInTeam: boolean;
	readonly isInTrade: boolean;
	readonly isInSavedTrade: boolean;
	readonly isLocked: boolean;
}

function getEditAction(row: Row, { season, lineup, bank }: ViewContext): PoolAction {
	if (row.isLocked) return { kind: "locked" };
	if (row.isInTeam) return { kind: "remove", disabledReason: null };
	const player = season.lookup(row.id);
	if (!player || !findEmptySlot(lineup, player, season.rules)) return { kind: "add", disabledReason: "no-place" };
	return { kind: "add", disabledReason: row.cost > bank ? "no-money" : null };
}

function getTradeAction(row: Row, { trade }: ViewContext): PoolAction {
	if (!trade) return { kind: "none" };
	if (row.isInTrade) return { kind: "cancel-trade", disabledReason: row.isInSavedTrade ? "saved-trade" : null };
	const canAdd = trade.canAddTrade || (row.isInTeam ? trade.needsOutgoing : trade.needsIncoming);
	const disabledReason = row.isLocked ? "locked" : canAdd ? null : "no-trades";
	if (row.isInTeam) return { kind: "trade-out", disabledReason };
	return { kind: "trade-in", disabledReason: disabledReason ?? (row.cost > trade.maxAffordable ? "no-money" : null) };
}

export function getPoolAction(row: Row, context: ViewContext): PoolAction {
	if (context.mode === "edit") return getEditAction(row, context);
	return isTradeMode(context.mode) ? getTradeAction(row, context) : { kind: "none" };
}
