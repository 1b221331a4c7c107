import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { listSlotActions } from "../model/available-slot-actions.ts";
import { buildPlayerView, type PlayerView } from "../model/player-view.ts";
import { buildSlotViews } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";

const PLAYER_ACTIONS = ["add", "trade-in", "captain"] as const;

/** An action that a player's details offer and the team screen carries out. */
export type PlayerAction = (typeof PLAYER_ACTIONS)[number];

/** An action to prepare on the team screen, from the navigation state, which no other site can set. */
export interface RequestedAction {
	readonly action: PlayerAction;
	readonly playerId: PlayerId;
}

export const buildActionState = (requested: RequestedAction) => ({ teamAction: requested });

/** The action in a navigation state; null if there is none. */
export function parseActionState(state: unknown): RequestedAction | null {
	if (typeof state !== "object" || state === null || !("teamAction" in state)) return null;
	const { teamAction } = state;
	if (typeof teamAction !== "object" || teamAction === null) return null;
	if (!("action" in teamAction) || !("playerId" in teamAction)) return null;
	const action = PLAYER_ACTIONS.find((playerAction) => playerAction === teamAction.action);
	const { playerId } = teamAction;
	return action && typeof playerId === "number" ? { action, playerId } : null;
}

export interface PlayerOptions {
	readonly view: PlayerView;
	readonly actions: readonly PlayerAction[];
}

/**
 * Lists the actions that the team screen would allow for a player, without the captaincy of one who is not expected to play. A
 * started team offers trades even if its trades panel is closed.
 */
export function listPlayerActions(entry: PlayerEntry, shown: ViewContext): PlayerOptions {
	const context: ViewContext = shown.mode === "live" ? { ...shown, mode: "trade" } : shown;
	const view = buildPlayerView(entry, context);
	const { action } = view;
	const slot = buildSlotViews(shown.lineup, shown, { round: null, score: null }).find(
		({ player }) => player?.entry.id === entry.id,
	);
	const { lineup, season, isLocked, mode } = shown;
	const slotActions = slot ? listSlotActions(slot, { lineup, season, isLocked, mode, canTradeOut: false }) : [];
	const actions: PlayerAction[] = [];
	if ((action.kind === "add" || action.kind === "trade-in") && action.disabledReason === null && !entry.departed)
		actions.push(action.kind);
	const canPlay = isLikelyToPlay(entry.stats.chanceToPlay);
	if (slot && canPlay && !slot.isCaptain && slotActions.includes("captain")) actions.push("captain");
	return { view, actions };
}
