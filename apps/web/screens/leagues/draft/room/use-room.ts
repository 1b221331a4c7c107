import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { createContext } from "react";
import type { Season } from "../../../../api/season-model.ts";
import { useRequiredContext } from "../../frame/use-required-context.ts";
import type { RoomModel } from "../model/draft-room.ts";
import type { Draft } from "../use-draft.ts";
import type { FreePlayers } from "./use-free-players.ts";
import type { DraftPoolView } from "./use-pool-view.ts";
import type { Preferences } from "./use-preferences.ts";

/** The pick that a press on Draft makes: one of the viewer's team or, for the commissioner, of another one. */
export interface PickTarget {
	readonly overall: number;
	readonly round: number;
	readonly teamId: TeamId;
	readonly isForOther: boolean;
}

/** The id of the card that says whose turn it is. */
export const TURN_ID = "turn";

export interface Room {
	readonly draft: Draft;
	readonly model: RoomModel;
	readonly season: Season;
	readonly players: FreePlayers;
	readonly preferences: Preferences;
	/** The filters of the pool, kept while another part is on screen. */
	readonly pool: DraftPoolView;
	/** Null while the viewer has no pick to make. */
	readonly target: PickTarget | null;
	/** Opens the confirmation of a pick. */
	readonly startPick: (playerId: PlayerId) => void;
	/** Makes the room pick for another team; null ends it. */
	readonly pickFor: (overall: number | null) => void;
}
export const RoomContext = createContext<Room | null>(null);
export const useRoom = (): Room => useRequiredContext(RoomContext);
