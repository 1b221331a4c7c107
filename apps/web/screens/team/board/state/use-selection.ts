import type { PlayerId } from "@first-bounce/rules/ids";
import { canFill, findSlot } from "@first-bounce/rules/lineup/slots";
import { useState } from "react";
import type { Season } from "../../../../api/season-model.ts";
import type { BoardMode, TradeContext } from "../../model/player-view.ts";
import type { SlotView } from "../../model/slot-view.ts";
import { addTradePair } from "../../trade/local-trades.ts";
import type { Board } from "./board.ts";

/** The player being moved, selected by "Swap" or by dragging. */
export interface Selection {
	readonly id: PlayerId;
	readonly name: string;
	/** Her slot; null when she comes from the pool. */
	readonly fromKey: string | null;
	/** Slots she can be placed in. */
	readonly targets: ReadonlySet<string>;
}

type Selected = Pick<Selection, "id" | "fromKey">;

export function useSelection() {
	const [selected, setSelected] = useState<Selected | null>(null);
	return {
		selected,
		select: (id: PlayerId, fromKey: string | null) => setSelected({ id, fromKey }),
		clearSelection: () => setSelected(null),
	};
}

interface PoolContext {
	readonly season: Season;
	readonly mode: BoardMode;
	readonly trade: TradeContext | null;
}

/** Slots for a player from the pool: empty ones she fits, or while trading those of players she can replace. */
export function listPoolTargets(
	id: PlayerId,
	views: readonly SlotView[],
	{ season, mode, trade }: PoolContext,
): ReadonlySet<string> {
	const player = season.lookup(id);
	if (!player) return new Set();
	const isTrading = mode === "trade" || mode === "plan";
	const isOpen = ({ slot, player: here }: SlotView) => {
		if (!here) return mode === "edit" && canFill(player, slot);
		if (!isTrading || here.isLocked || here.isPlayerTradeBE || here.isPlayerIncomingTrade) return false;
		return trade?.canAddTrade || here.isPlayerOutgoingTrade;
	};
	return new Set(views.filter(isOpen).map(({ key }) => key));
}

/** Places the selected player in a slot: a swap, or from the pool an addition or a trade. */
export function placeSelection({ selection, mode, editor, live, tradeEditor, season }: Board, to: SlotView): void {
	if (!selection?.targets.has(to.key)) return;
	const otherId = to.player?.entry.id ?? 0;
	if (selection.fromKey !== null && mode === "edit") {
		const from = findSlot(editor.lineup, selection.id, season.rules);
		if (from) editor.move(from, to.slot);
	} else if (selection.fromKey !== null) live.swap(selection.id, otherId);
	else if (mode === "edit") editor.add(selection.id, to.slot);
	else tradeEditor?.setTrades(addTradePair(tradeEditor.trades, { playerInId: selection.id, playerOutId: otherId }));
}
