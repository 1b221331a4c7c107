import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { fits, playerAt, slotsOf } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { availableSwaps } from "@first-bounce/rules/swaps/swap-players";
import type { Season } from "../../../api/season-model.ts";
import { emptyPlaces } from "./draft.ts";
import { type SlotView, slotKey } from "./slot-view.ts";

export type SlotAction = "captain" | "viceCaptain" | "swap" | "emergencyOn" | "emergencyOff" | "remove";

interface Circumstances {
	readonly lineup: Lineup;
	readonly season: Season;
	readonly isLocked: LockCheck;
	readonly isEditable: boolean;
}

/** Keys of the places that the player at a place may go to: players she may swap with, and empty ones she fits. */
export function swapTargets(view: SlotView, { lineup, season, isLocked }: Circumstances): ReadonlySet<string> {
	const player = view.player ? season.lookup(view.player.entry.id) : undefined;
	if (!player || isLocked(player.id)) return new Set();
	const { rules, lookup: players } = season;
	const partners = new Set(availableSwaps(lineup, player.id, { rules, players }, isLocked));
	const taken = slotsOf(rules).filter((slot) => partners.has(playerAt(lineup, slot)));
	const open = emptyPlaces({ lineup, waiting: [] }, rules).filter((slot) => fits(player, slot));
	return new Set([...taken, ...open].map(slotKey));
}

/** What may be done with the player at a place (D1 §4, normal mode before the start round completes). */
export function slotActions(view: SlotView, circumstances: Circumstances): readonly SlotAction[] {
	const { lineup, isLocked, isEditable } = circumstances;
	if (!isEditable || !view.player || view.player.isLocked) return [];
	const actions: SlotAction[] = [];
	if (view.slot.area === "field") {
		if (!view.isCaptain && !isLocked(lineup.captainId)) actions.push("captain");
		if (!view.isViceCaptain && !isLocked(lineup.viceCaptainId)) actions.push("viceCaptain");
	}
	if (swapTargets(view, circumstances).size > 0) actions.push("swap");
	if (view.isBench) actions.push(view.isEmergency ? "emergencyOff" : "emergencyOn");
	return [...actions, "remove"];
}
