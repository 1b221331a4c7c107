import type { CaptainRole } from "@first-bounce/rules/captaincy/change-roles";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { findSlot } from "@first-bounce/rules/lineup/slots";
import type { PoolActionKind } from "../../model/available-pool-action.ts";
import type { SlotAction } from "../../model/available-slot-actions.ts";
import type { SlotView } from "../../model/slot-view.ts";
import { addTradeIn, addTradeOut, removeFromTrades } from "../../trade/local-trades.ts";
import type { Board } from "./board.ts";

interface SlotActionInput {
	readonly board: Board;
	readonly view: SlotView;
	readonly id: PlayerId;
}

const createRoleHandler =
	(role: CaptainRole) =>
	({ board: { mode, editor, live }, id }: SlotActionInput): void => {
		if (mode === "edit") editor.setRole(role, id);
		else live.setRole(role, id);
	};

function toggleEmergency({ board: { mode, editor, live }, id }: SlotActionInput): void {
	const { emergency } = live.lineup;
	if (mode === "edit") editor.toggleEmergency(id);
	else live.setEmergencies(emergency.includes(id) ? emergency.filter((other) => other !== id) : [...emergency, id]);
}

/** Opens the pool for the slot when there is nobody to swap with. */
function startSwap({ board, view, id }: SlotActionInput): void {
	const selected = { id, fromKey: view.key };
	if (board.listTargets(selected).size > 0) board.select(selected);
	else {
		board.setSlotToFill(view.slot);
		board.openPool(view.slot);
	}
}

function remove({ board, view }: SlotActionInput): void {
	board.editor.remove(view.slot);
	board.setSlotToFill(view.slot);
}

function tradeOut({ board, view, id }: SlotActionInput): void {
	board.tradeEditor?.changeTrades((trades) => addTradeOut(trades, id));
	board.setSlotToFill(view.slot);
	board.openPool(view.slot);
}

const cancelTrade = ({ tradeEditor }: Board, id: PlayerId): void =>
	tradeEditor?.changeTrades((trades) => removeFromTrades(trades, id));

const HANDLERS: Readonly<Record<SlotAction, (input: SlotActionInput) => void>> = {
	captain: createRoleHandler("captain"),
	viceCaptain: createRoleHandler("viceCaptain"),
	emergencyOn: toggleEmergency,
	emergencyOff: toggleEmergency,
	swap: startSwap,
	remove,
	drop: ({ board, view, id }) => board.dropPlayer(id, view.slot),
	ifOut: ({ board, id }) => board.openInstruction(id),
	tradeOut,
	changeTrade: ({ board, id }) => {
		const trade = board.tradeEditor?.findChangeableTrade(id);
		if (trade) board.openChange(trade.id);
	},
	resetIn: ({ board, id }) => cancelTrade(board, id),
	resetOut: ({ board, id }) => cancelTrade(board, id),
};

export function runSlotAction(board: Board, view: SlotView, action: SlotAction): void {
	HANDLERS[action]({ board, view, id: view.player?.entry.id ?? 0 });
}

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

const removeFromPool: PoolActionHandler = (board, id) => {
	const slot = findSlot(board.lineup, id, board.season.rules);
	if (slot) board.editor.remove(slot);
};

const tradeIn: PoolActionHandler = ({ tradeEditor, setSlotToFill }, id) => {
	tradeEditor?.changeTrades((trades) => addTradeIn(trades, id));
	setSlotToFill(null);
};

const tradeOutFromPool: PoolActionHandler = (board, id) => {
	board.tradeEditor?.changeTrades((trades) => addTradeOut(trades, id));
	board.setSlotToFill(findSlot(board.lineup, id, board.season.rules));
};

const POOL_HANDLERS: Readonly<Record<PoolActionKind, PoolActionHandler>> = {
	add,
	remove: removeFromPool,
	"trade-in": tradeIn,
	"trade-out": tradeOutFromPool,
	"cancel-trade": cancelTrade,
};

export function runPoolAction(board: Board, id: PlayerId, action: PoolActionKind): void {
	POOL_HANDLERS[action](board, id);
}
