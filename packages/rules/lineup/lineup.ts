import { NOBODY, type PlayerId } from "../ids.ts";
import { type Line, mapLines } from "../player.ts";

export type PlayersByLine = Readonly<Record<Line, readonly PlayerId[]>>;

/**
 * The players in a team's slots, and who is captain, vice captain and an emergency (docs/game-rules.md#line-up). The
 * season's rules set the slots per line. An empty slot has the id `NOBODY`. `emergency` lists bench players.
 */
export interface Lineup {
	readonly field: PlayersByLine;
	readonly bench: PlayersByLine;
	readonly utilityId: PlayerId;
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
}

/** Copies players by line into mutable arrays, which the contract's types ask for. */
export const copyPlayersByLine = (players: PlayersByLine) => mapLines((line) => [...players[line]]);

export type Role = "captain" | "vice-captain" | "emergency";

export function getRole(
	playerId: PlayerId,
	{ captainId, viceCaptainId, emergency }: Pick<Lineup, "captainId" | "viceCaptainId" | "emergency">,
): Role | null {
	if (playerId === captainId) return "captain";
	if (playerId === viceCaptainId) return "vice-captain";
	return emergency.includes(playerId) ? "emergency" : null;
}

export type SlotArea = "field" | "bench" | "utility";

/** One slot of a line-up. `line` is null for the utility, which takes any position. */
export interface Slot {
	readonly area: SlotArea;
	readonly line: Line | null;
	/** Index within its line, from 0. */
	readonly index: number;
}

export const isNobody = (id: PlayerId): boolean => id === NOBODY;
