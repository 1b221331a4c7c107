import type { DraftTrade } from "@first-bounce/contract/draft/trades";
import { refuse } from "../../../../plugins/refusal.ts";
import type { SeatRow } from "../queries.ts";
import { requireOwnSeat } from "../room.ts";
import { defineSquadAction } from "../settle.ts";
import type { LockedSquads } from "../squads/change-squads.ts";
import { findTrade, type TradeRow } from "./queries.ts";
import { buildTrade, loadTradeViewer, type TradeViewer } from "./trade-view.ts";

/** A league that is locked for an action of one of its managers. */
export interface LockedTrades {
	readonly locked: LockedSquads;
	readonly seat: SeatRow;
	readonly viewer: TradeViewer;
}

/** Defines an action of a manager on a trade of a locked league. It returns the id of the trade, which is then shown to her. */
export const defineTradeAction = <Input>(act: (trades: LockedTrades, input: Input) => Promise<number>) =>
	defineSquadAction(async (locked, userId, input: Input) => {
		const seat = requireOwnSeat(locked.seats, userId);
		const { trx, wallNow, context } = locked;
		const viewer = await loadTradeViewer(trx, locked, { userId, isLocked: context.isLocked, wallNow });
		const id = await act({ locked, seat, viewer }, input);
		return { trade: await showTrade(locked, viewer, id) };
	});

async function showTrade(locked: LockedSquads, viewer: TradeViewer, id: number): Promise<DraftTrade> {
	const row = await findTrade(locked.trx, locked.league.id, id);
	const trade = row && buildTrade(row, locked, viewer);
	if (!trade) throw refuse(404, "draft-trade-unknown");
	return trade;
}

/** Finds a trade; refuses one that the manager may not see as if it did not exist. */
export async function findVisibleTrade({ locked, viewer }: LockedTrades, id: number): Promise<TradeRow> {
	const row = await findTrade(locked.trx, locked.league.id, id);
	if (!row || !buildTrade(row, locked, viewer)) throw refuse(404, "draft-trade-unknown");
	return row;
}
