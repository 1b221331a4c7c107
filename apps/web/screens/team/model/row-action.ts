import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import { findOpenSlot } from "@first-bounce/rules/salary/salary";
import type { ViewContext } from "./player-view.ts";

/** Why a button of the pool is disabled. */
export type Hurdle = "locked" | "no-money" | "no-place" | "no-trades" | "saved-trade";

/** The one thing that a pool row offers in the mode the team is in (D1 §4, pool row actions). */
export type RowAction =
	| { readonly kind: "none" }
	| { readonly kind: "lock" }
	| {
			readonly kind: "add" | "remove" | "trade-in" | "trade-out" | "untrade";
			/** Null when it can be done. */
			readonly hurdle: Hurdle | null;
	  };
export type RowDeed = Exclude<RowAction["kind"], "none" | "lock">;

interface Row {
	readonly id: PlayerId;
	readonly cost: Dollars;
	readonly isInTeam: boolean;
	readonly isInTrade: boolean;
	readonly isPlayerTradeBE: boolean;
	readonly isLocked: boolean;
}

function editAction(row: Row, { season, lineup, bank }: ViewContext): RowAction {
	if (row.isLocked) return { kind: "lock" };
	if (row.isInTeam) return { kind: "remove", hurdle: null };
	const player = season.lookup(row.id);
	if (!player || !findOpenSlot(lineup, player, season.rules)) return { kind: "add", hurdle: "no-place" };
	return { kind: "add", hurdle: row.cost > bank ? "no-money" : null };
}

function tradeAction(row: Row, { trade }: ViewContext): RowAction {
	if (!trade) return { kind: "none" };
	if (row.isInTrade) return { kind: "untrade", hurdle: row.isPlayerTradeBE ? "saved-trade" : null };
	const hasRoom = trade.hasSlot || (row.isInTeam ? trade.wantsOut : trade.wantsIn);
	const hurdle = row.isLocked ? "locked" : hasRoom ? null : "no-trades";
	if (row.isInTeam) return { kind: "trade-out", hurdle };
	return { kind: "trade-in", hurdle: hurdle ?? (row.cost > trade.affordable ? "no-money" : null) };
}

export function rowAction(row: Row, context: ViewContext): RowAction {
	if (context.mode === "edit") return editAction(row, context);
	return context.mode === "trade" || context.mode === "plan" ? tradeAction(row, context) : { kind: "none" };
}
