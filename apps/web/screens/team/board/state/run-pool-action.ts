import type { PlayerId } from "@first-bounce/rules/ids";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import type { PoolActionKind } from "../../model/available-pool-action.ts";
import { addTradeIn, addTradeOut, removeFromTrades } from "../../trade/local-trades.ts";
import { type Board, findPlayerSlot } from "./board.ts";

type PoolActionHandler = (board: Board, id: PlayerId) => void;

function getPreferredSlot({ editor, slotToFill, filters }: Board): Slot | null {
	const { position } = filters.get();
	const filteredSlot = position ? editor.emptySlots.find(({ line }) => line === position) : undefined;
	return slotToFill ?? filteredSlot ?? null;
}

const add: PoolActionHandler = (board, id) => {
	board.editor.add(id, getPreferredSlot(board));
	board.setSlotToFill(null);
};

/** Whether adding a player would fill the utility without the manager choosing it, because her lines are full. */
export const isUtilityFiller = (board: Board, id: PlayerId): boolean =>
	board.slotToFill === null && board.editor.findSlot(id, getPreferredSlot(board))?.area === "utility";

const remove: PoolActionHandler = (board, id) => {
	const slot = findPlayerSlot(board, id);
	if (slot) board.editor.remove(slot);
};

const tradeIn: PoolActionHandler = ({ tradeEditor, setSlotToFill }, id) => {
	tradeEditor?.changeTrades((trades) => addTradeIn(trades, id));
	setSlotToFill(null);
};

const tradeOut: PoolActionHandler = (board, id) => {
	board.tradeEditor?.changeTrades((trades) => addTradeOut(trades, id));
	board.setSlotToFill(findPlayerSlot(board, id));
};

const cancelTrade: PoolActionHandler = ({ tradeEditor }, id) =>
	tradeEditor?.changeTrades((trades) => removeFromTrades(trades, id));

const HANDLERS: Readonly<Record<PoolActionKind, PoolActionHandler>> = {
	add,
	remove,
	"trade-in": tradeIn,
	"trade-out": tradeOut,
	"cancel-trade": cancelTrade,
};

export function runPoolAction(board: Board, id: PlayerId, action: PoolActionKind): void {
	HANDLERS[action](board, id);
}
