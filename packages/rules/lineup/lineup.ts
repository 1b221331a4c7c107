import { EMPTY_SLOT, type PlayerId } from "../ids.ts";
import type { Line } from "../player.ts";

export type PlayersByLine = Readonly<Record<Line, readonly PlayerId[]>>;

/**
 * A team's twenty-one places and the marks on them (D1 §3, decisions §1). Each line's list is as long as the
 * season's rules say; 0 is an empty place, captain 0 no captain. `emergency` lists bench players.
 */
export interface Lineup {
	readonly lineup: PlayersByLine;
	readonly bench: PlayersByLine;
	readonly utilityId: PlayerId;
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
}

export type SlotArea = "field" | "bench" | "utility";

/** One place of a line-up. `line` is null for the utility, which takes any position. */
export interface Slot {
	readonly area: SlotArea;
	readonly line: Line | null;
	/** Place within its line, from 0. */
	readonly index: number;
}

export const isEmptySlot = (id: PlayerId): boolean => id === EMPTY_SLOT;
