import type { TradeMarks } from "../model/player-view.ts";

/** Trade mode with nothing in it yet: ids 1 to 21 are the team, a trade is left, two millions can be spent. */
export const marksOf = (details: Partial<TradeMarks> = {}): TradeMarks => ({
	incoming: new Set(),
	outgoing: new Set(),
	cameIn: new Set(),
	wentOut: new Set(),
	team: new Set(Array.from({ length: 21 }, (_, index) => index + 1)),
	hasSlot: true,
	wantsIn: false,
	wantsOut: false,
	affordable: 2_000_000,
	...details,
});
