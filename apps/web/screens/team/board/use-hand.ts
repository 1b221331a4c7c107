import type { PlayerId } from "@first-bounce/rules/ids";
import { fits } from "@first-bounce/rules/lineup/slots";
import { useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import type { BoardMode, TradeMarks } from "../model/player-view.ts";
import type { SlotView } from "../model/slot-view.ts";

/** A player on her way to another place: chosen by "Swap", or carried by the mouse from the ground or the pool. */
export interface Hand {
	readonly id: PlayerId;
	readonly name: string;
	/** The place she leaves; null when she comes from the pool. */
	readonly fromKey: string | null;
	readonly targets: ReadonlySet<string>;
}

interface HandHolder {
	readonly held: { readonly id: PlayerId; readonly fromKey: string | null } | null;
	readonly hold: (id: PlayerId, fromKey: string | null) => void;
	readonly drop: () => void;
}

export function useHand(): HandHolder {
	const [held, setHeld] = useState<HandHolder["held"]>(null);
	return {
		held,
		hold: (id, fromKey) => setHeld({ id, fromKey }),
		drop: () => setHeld(null),
	};
}

interface Circumstances {
	readonly season: Season;
	readonly mode: BoardMode;
	readonly trade: TradeMarks | null;
}

/** Where a player from the pool may be put: an empty place she fits, or in trade mode one for whom she comes. */
export function poolTargets(
	id: PlayerId,
	views: readonly SlotView[],
	{ season, mode, trade }: Circumstances,
): ReadonlySet<string> {
	const player = season.lookup(id);
	if (!player) return new Set();
	const isTrading = mode === "trade" || mode === "plan";
	const isOpen = ({ slot, player: here }: SlotView) => {
		if (!here) return mode === "edit" && fits(player, slot);
		if (!isTrading || here.isLocked || here.isPlayerTradeBE || here.isPlayerIncomingTrade) return false;
		return trade?.hasSlot || here.isPlayerOutgoingTrade;
	};
	return new Set(views.filter(isOpen).map(({ key }) => key));
}
