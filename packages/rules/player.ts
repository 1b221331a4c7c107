import type { Dollars, PlayerId, SquadId } from "./ids.ts";

export const LINES = ["DEF", "MID", "RUC", "FWD"] as const;
/** A line of the ground and the position of a player who belongs there. */
export type Line = (typeof LINES)[number];

export const PLAYER_STATUSES = ["playing", "emergency", "injured", "not-playing", "uncertain"] as const;
export type PlayerStatus = (typeof PLAYER_STATUSES)[number];

/** What the rules need to know of a player; `cost` is the price in force now, in dollars. */
export interface Player {
	readonly id: PlayerId;
	readonly name: string;
	readonly squadId: SquadId;
	/** One to three, in the season's order (decisions §1). */
	readonly position: readonly Line[];
	readonly cost: Dollars;
}

/** Look a player up by id; undefined for an id that no player of the season has. */
export type PlayerLookup = (id: PlayerId) => Player | undefined;
