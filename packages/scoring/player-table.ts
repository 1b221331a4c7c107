import type { RowLayout } from "./row-layout.ts";

/** A player's index and what she is to a team fit in 16 bits together (`lineup-rows.ts`). Index 0 is an empty place. */
export const MAX_PLAYERS = 8_192;

/** In a score table: the player did not play. Every real score is far below it. */
export const DID_NOT_PLAY_SCORE = 1 << 20;
/** In a score table: nothing yet, and one of the player's matches has not ended. */
export const TO_COME_SCORE = 1 << 21;

/**
 * Per player index: the score, DID_NOT_PLAY_SCORE or TO_COME_SCORE, and the lines the player fits as bits (1 DEF,
 * 2 MID, 4 RUC, 8 FWD). Index 0 is the empty place. A player beyond the arrays did not play.
 */
export interface PlayerTable {
	readonly scores: Int32Array;
	readonly positions: Uint8Array;
}

/** A team's points, positive or negative, stay below this: half of what 17 bits hold. */
export const MAX_TEAM_POINTS = 1 << 16;

/** The greatest score, positive or negative, that keeps any team below MAX_TEAM_POINTS. */
export const computeMaxScore = (layout: RowLayout): number =>
	Math.floor((MAX_TEAM_POINTS - 1) / (layout.fieldLines.length + layout.captainFactor));
