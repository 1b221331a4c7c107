import { slotOf } from "@first-bounce/rules/lineup/slots";
import { withPair } from "../model/local-trades.ts";
import type { SlotView } from "../model/slot-view.ts";
import type { Board } from "./board.ts";

/** Puts whoever is in hand into a place: a swap on the ground, or from the pool an addition or a trade. */
export function finishHand({ hand, mode, editor, live, desk, season }: Board, to: SlotView): void {
	if (!hand?.targets.has(to.key)) return;
	const otherId = to.player?.entry.id ?? 0;
	if (hand.fromKey !== null && mode === "edit") {
		const from = slotOf(editor.lineup, hand.id, season.rules);
		if (from) editor.exchange(from, to.slot);
	} else if (hand.fromKey !== null) live.swap(hand.id, otherId);
	else if (mode === "edit") editor.add(hand.id, to.slot);
	else desk?.change(withPair(desk.trades, { playerInId: hand.id, playerOutId: otherId }));
}
