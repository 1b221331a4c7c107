import type { PlayerId } from "@first-bounce/rules/ids";
import { canFill, findSlot } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../../api/season-model.ts";
import { useStore } from "../../../../components/store/store.ts";
import type { SlotView } from "../../model/slot-view.ts";
import { type BoardMode, isTradeMode, type TradeContext } from "../../model/view-context.ts";
import { addTradePair } from "../../trade/local-trades.ts";
import type { Board, SelectedPlayer } from "./board.ts";

export interface Selection extends SelectedPlayer {
	readonly name: string;
	readonly targets: ReadonlySet<string>;
}

/** The player being moved, with the slots she can be placed in; null if there is none. */
export function useSelection({ selected: store, season, listTargets }: Board): Selection | null {
	const selected = useStore(store);
	const player = selected && season.lookup(selected.id);
	return player ? { ...selected, name: player.name, targets: listTargets(selected) } : null;
}

interface PoolContext {
	readonly season: Season;
	readonly mode: BoardMode;
	readonly trade: TradeContext | null;
}

/** Slots for a player from the pool: empty slots that she fits, or while trading the slots of players whom she can replace. */
export function listPoolTargets(
	id: PlayerId,
	views: readonly SlotView[],
	{ season, mode, trade }: PoolContext,
): ReadonlySet<string> {
	const player = season.lookup(id);
	if (!player) return new Set();
	const isOpen = ({ slot, player: occupant }: SlotView) => {
		if (!occupant) return mode === "edit" && canFill(player, slot);
		if (!isTradeMode(mode) || occupant.isLocked || occupant.isInSavedTrade || occupant.isPlayerIncomingTrade)
			return false;
		return trade?.canAddTrade || occupant.isPlayerOutgoingTrade;
	};
	return new Set(views.filter(isOpen).map(({ key }) => key));
}

/** Places the selected player in a slot: a swap, or from the pool an addition or a trade. */
export function placeSelection(board: Board, to: SlotView): void {
	const { mode, editor, live, tradeEditor, season } = board;
	const selected = board.selected.get();
	if (!selected || !board.listTargets(selected).has(to.key)) return;
	const otherId = to.player?.entry.id ?? 0;
	if (selected.fromKey !== null && mode === "edit") {
		const from = findSlot(editor.lineup, selected.id, season.rules);
		if (from) editor.move(from, to.slot);
	} else if (selected.fromKey !== null) live.swap(selected.id, otherId);
	else if (mode === "edit") editor.add(selected.id, to.slot);
	else tradeEditor?.changeTrades((trades) => addTradePair(trades, { playerInId: selected.id, playerOutId: otherId }));
}
