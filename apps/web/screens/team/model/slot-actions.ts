import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { canFill, getPlayerAt, listSlots } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { findAvailableSwaps } from "@first-bounce/rules/swaps/swap-players";
import type { Season } from "../../../api/season-model.ts";
import { emptyPlaces } from "../editor/draft.ts";
import type { BoardMode } from "./player-view.ts";
import { type SlotView, slotKey } from "./slot-view.ts";

export type SlotAction =
	| "captain"
	| "viceCaptain"
	| "swap"
	| "emergencyOn"
	| "emergencyOff"
	| "tradeOut"
	| "resetOut"
	| "resetIn"
	| "remove";

interface Circumstances {
	/** The line-up that swaps change: without local trades. */
	readonly lineup: Lineup;
	readonly season: Season;
	readonly isLocked: LockCheck;
	readonly mode: BoardMode;
	/** Another trade may be begun, or one waits for somebody to go. */
	readonly canTradeOut: boolean;
}

/** Keys of the places that a player may go to: players she may swap with, and empty ones she fits. */
export function swapTargets(
	id: PlayerId,
	views: readonly SlotView[],
	{ lineup, season, isLocked }: Circumstances,
): ReadonlySet<string> {
	const player = season.lookup(id);
	if (!player || isLocked(player.id)) return new Set();
	const { rules, lookup: players } = season;
	const partners = new Set(findAvailableSwaps(lineup, player.id, { rules, players }, isLocked));
	const taken = views.filter((view) => view.player && partners.has(view.player.entry.id)).map(({ key }) => key);
	const open = emptyPlaces({ lineup, waiting: [] }, rules).filter((slot) => canFill(player, slot));
	return new Set([...taken, ...open.map(slotKey)]);
}

/** The armbands she holds, and those whose holder is not locked (D1 §4); never for bench and utility. */
function armbands({ slot, isCaptain, isViceCaptain, ...view }: SlotView): SlotAction[] {
	if (slot.area !== "field") return [];
	return [
		...(isCaptain || !view.isCaptainLocked ? (["captain"] as const) : []),
		...(isViceCaptain || !view.isViceCaptainLocked ? (["viceCaptain"] as const) : []),
	];
}

const emergency = (view: SlotView): SlotAction[] =>
	view.isBench ? [view.isEmergency ? "emergencyOff" : "emergencyOn"] : [];

const isInLineup = (lineup: Lineup, id: PlayerId, season: Season): boolean =>
	listSlots(season.rules).some((slot) => getPlayerAt(lineup, slot) === id);

/** Only who is available for trade, and did not come in by one that the server holds (D1 §4). */
const tradeOut = (view: SlotView, { canTradeOut }: Circumstances): SlotAction[] =>
	canTradeOut && !view.isPlayerIncomingFromBE ? ["tradeOut"] : [];

function tradeActions(view: SlotView, id: PlayerId, circumstances: Circumstances): SlotAction[] {
	const { lineup, season, mode } = circumstances;
	if (view.change === "in") return ["resetIn"];
	if (view.change === "out") return ["resetOut"];
	const out = tradeOut(view, circumstances);
	return mode === "trade" && isInLineup(lineup, id, season) ? [...out, "swap"] : out;
}

/** What may be done with the player at a place, in every mode (D1 §4). */
export function slotActions(view: SlotView, circumstances: Circumstances): readonly SlotAction[] {
	const { mode } = circumstances;
	if (mode === "read" || !view.player || view.player.isLocked) return [];
	if (mode === "edit") return [...armbands(view), "swap", ...emergency(view), "remove"];
	if (mode === "live") return [...armbands(view), "swap", ...emergency(view), ...tradeOut(view, circumstances)];
	return tradeActions(view, view.player.entry.id, circumstances);
}
