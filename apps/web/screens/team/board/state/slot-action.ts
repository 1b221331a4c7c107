import type { CaptainRole } from "@first-bounce/rules/captaincy/captaincy";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { SlotAction } from "../../model/slot-actions.ts";
import type { SlotView } from "../../model/slot-view.ts";
import { withOut, without } from "../../trade/local-trades.ts";
import type { Board } from "./board.ts";

interface Deed {
	readonly board: Board;
	readonly view: SlotView;
	readonly id: PlayerId;
}

const giveArmband =
	(role: CaptainRole) =>
	({ board: { mode, editor, live }, id }: Deed): void => {
		if (mode === "edit") editor.giveRole(role, id);
		else live.giveArmband(role, id);
	};

function toggleEmergency({ board: { mode, editor, live }, id }: Deed): void {
	const { emergency } = live.lineup;
	if (mode === "edit") editor.toggleEmergency(id);
	else live.nameEmergencies(emergency.includes(id) ? emergency.filter((other) => other !== id) : [...emergency, id]);
}

/** With nobody to swap with, the place is set for picking instead (D1 §4). */
function beginSwap({ board, view, id }: Deed): void {
	if (board.swapsOf(view).size > 0) {
		board.select(id, view.key);
		return;
	}
	board.want(view.slot);
	board.openPool();
}

function remove({ board, view }: Deed): void {
	board.editor.remove(view.slot);
	board.want(view.slot);
}

/** Turns trade mode on where it is off (C-44). */
function tradeOut({ board, view, id }: Deed): void {
	const { desk } = board;
	if (!desk) return;
	if (!desk.kind) desk.open("trade");
	desk.change(withOut(desk.trades, id));
	board.want(view.slot);
	board.openPool();
}

const takeBack = ({ board: { desk }, id }: Deed): void => desk?.change(without(desk.trades, id));

const DEEDS: Readonly<Record<SlotAction, (deed: Deed) => void>> = {
	captain: giveArmband("captain"),
	viceCaptain: giveArmband("viceCaptain"),
	emergencyOn: toggleEmergency,
	emergencyOff: toggleEmergency,
	swap: beginSwap,
	remove,
	tradeOut,
	resetIn: takeBack,
	resetOut: takeBack,
};

/** Does what a card's menu offers, by the mode the team is in (D1 §4). */
export function slotDeed(board: Board, view: SlotView, action: SlotAction): void {
	DEEDS[action]({ board, view, id: view.player?.entry.id ?? 0 });
}
