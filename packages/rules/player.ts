import type { Dollars, PlayerId, SquadId } from "./ids.ts";

export const LINES = ["DEF", "MID", "RUC", "FWD"] as const;
/** A line on the field, and the position of a player who can play in it. */
export type Line = (typeof LINES)[number];

export const PLAYER_STATUSES = ["playing", "emergency", "injured", "not-playing", "uncertain"] as const;
export type PlayerStatus = (typeof PLAYER_STATUSES)[number];

/** A player as the rules need her; `cost` is today's price in dollars. */
export interface Player {
	readonly id: PlayerId;
	readonly name: string;
	readonly squadId: SquadId;
	/** One to three, in the season's order. */
	readonly position: readonly Line[];
	readonly cost: Dollars;
}

/** Finds a player of the season by id. */
export type PlayerLookup = (id: PlayerId) => Player | undefined;
