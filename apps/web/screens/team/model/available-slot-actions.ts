import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { canFill, findSlot } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findAvailableSwaps } from "@first-bounce/rules/swaps/swap-players";
import type { Season } from "../../../api/season-model.ts";
import { listEmptySlots } from "../editor/edited-lineup.ts";
import { getSlotKey, type SlotView } from "./slot-view.ts";
import { type BoardMode, isTradeMode } from "./view-context.ts";

export type SlotAction =
	| "captain"
	| "viceCaptain"
	| "swap"
	| "emergencyOn"
	| "emergencyOff"
	| "tradeOut"
	| "changeTrade"
	| "ifOut"
	| "resetOut"
	| "resetIn"
	| "remove"
	| "drop";

interface SlotActionContext {
	/** The line-up that swaps change, without local trades. */
	readonly lineup: Lineup;
	readonly season: Season;
	readonly isLocked: LockCheck;
	readonly mode: BoardMode;
	/** Another trade can be started, or a started trade needs a player to go out. */
	readonly canTradeOut: boolean;
	/** Whether a player came in by a saved trade in which another may come in instead. */
	readonly canChangeTrade?: (playerInId: PlayerId) => boolean;
	/** The season allows instructions, and the team is saved. */
	readonly canInstruct?: boolean;
	/** Whether players are owned as in a draft league: they are dropped, not removed. */
	readonly isOwned?: boolean;
}

/** Keys of the slots that a player can move to: the slots of players whom she can swap with, and empty slots that she fits. */
export function listSwapTargets(
	id: PlayerId,
	views: readonly SlotView[],
	{ lineup, season, isLocked }: SlotActionContext,
): ReadonlySet<string> {
	const player = season.lookup(id);
	if (!player || isLocked(player.id)) return new Set();
	const { rules, lookup: getPlayer } = season;
	const partners = new Set(findAvailableSwaps(lineup, player.id, { rules, getPlayer }, isLocked));
	const takenKeys = views.filter((view) => view.player && partners.has(view.player.entry.id)).map(({ key }) => key);
	const open = listEmptySlots({ lineup, pendingRoles: [] }, rules).filter((slot) => canFill(player, slot));
	return new Set([...takenKeys, ...open.map(getSlotKey)]);
}

/** Lists the captaincies that she holds or can take over from a holder who is not locked; none if she does not score. */
function listRoleActions(
	{ isScoring, isCaptain, isViceCaptain, ...view }: SlotView,
	{ season }: SlotActionContext,
): SlotAction[] {
	if (!isScoring || season.rules.captainFactor === 1) return [];
	return [
		...(isCaptain || !view.isCaptainLocked ? (["captain"] as const) : []),
		...(isViceCaptain || !view.isViceCaptainLocked ? (["viceCaptain"] as const) : []),
	];
}

const listEmergencyActions = (view: SlotView): SlotAction[] =>
	view.isBench ? [view.isEmergency ? "emergencyOff" : "emergencyOn"] : [];

/** A player who came in by a saved trade cannot be traded out, but half of her trade may be changed. */
function listTradeOutActions(view: SlotView, { canTradeOut, canChangeTrade }: SlotActionContext): SlotAction[] {
	if (!view.isPlayerIncomingFromBE) return canTradeOut ? ["tradeOut"] : [];
	return canChangeTrade?.(view.player?.entry.id ?? 0) ? ["changeTrade"] : [];
}

/** Instructions are not offered for the utility, who never scores. */
const listInstructionActions = ({ slot }: SlotView, { canInstruct }: SlotActionContext): SlotAction[] =>
	canInstruct && slot.area !== "utility" ? ["ifOut"] : [];

function listTradeActions(view: SlotView, id: PlayerId, context: SlotActionContext): SlotAction[] {
	const { lineup, season, mode } = context;
	if (view.change === "in") return ["resetIn"];
	if (view.change === "out") return ["resetOut"];
	const out = listTradeOutActions(view, context);
	return mode === "trade" && findSlot(lineup, id, season.rules) ? [...out, "swap"] : out;
}

/** The actions for a slot's player in the current mode. */
export function listSlotActions(view: SlotView, context: SlotActionContext): readonly SlotAction[] {
	const { mode } = context;
	if (mode === "read" || !view.player || view.player.isLocked) return [];
	if (isTradeMode(mode)) return listTradeActions(view, view.player.entry.id, context);
	const removal: SlotAction = context.isOwned ? "drop" : "remove";
	return [
		...listRoleActions(view, context),
		"swap",
		...listEmergencyActions(view),
		...listInstructionActions(view, context),
		...(mode === "edit" ? [removal] : listTradeOutActions(view, context)),
	];
}
