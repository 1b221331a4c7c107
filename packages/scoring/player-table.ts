import { MAX_DRAFT_FIELD } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import { LINES, type Line, type Player } from "@first-bounce/rules/player";
import type { PlayerRound } from "@first-bounce/rules/scoring/player-round";
import type { PlayerIndex } from "./player-index.ts";
import type { RowLayout } from "./row-layout.ts";

/** Score of a player who did not play. Real scores are far below it. */
export const DID_NOT_PLAY_SCORE = 1 << 20;
/** Score of a player who is still to play. */
const TO_COME_SCORE = 1 << 21;

/** Scores and positions by player index; 0 is the empty slot, and players beyond the end did not play. */
export interface PlayerTable {
	/** Points, DID_NOT_PLAY_SCORE or TO_COME_SCORE. */
	readonly scores: Int32Array;
	/** The lines that she may cover, as bits (`encodeLines`). */
	readonly positions: Uint8Array;
	/** What she scores as captain before it is doubled; by default her score. */
	readonly captainScores?: Int32Array;
}

/** A team's points must be less than this, and more than its negative: the scorer adds them up in 17 bits. */
export const MAX_TEAM_POINTS = 1 << 16;

/** The highest absolute score of a player with which no team, classic or draft, can reach MAX_TEAM_POINTS. */
const computeMaxScore = (layout: RowLayout): number =>
	Math.floor((MAX_TEAM_POINTS - 1) / (Math.max(layout.fieldLines.length, MAX_DRAFT_FIELD) + layout.captainFactor));

/** Lines as bits: 1 DEF, 2 MID, 4 RUC, 8 FWD. */
const encodeLines = (lines: readonly Line[]): number =>
	lines.reduce((bits, line) => bits | (1 << LINES.indexOf(line)), 0);

/**
 * Builds the engine's input from every indexed player's round. RangeError for a score that is not whole or too large
 * for a team's sum (beyond ±3,640 in the default season).
 */
export function buildPlayerTable(
	index: PlayerIndex,
	getPlayerRound: (id: PlayerId) => PlayerRound,
	positions: ReadonlyMap<PlayerId, Player["position"]>,
	layout: RowLayout,
): PlayerTable {
	const maxScore = computeMaxScore(layout);
	const scores = new Int32Array(index.size);
	const lines = new Uint8Array(index.size);
	for (let player = 1; player < index.size; player++) {
		const id = index.getId(player);
		const { state, points } = getPlayerRound(id);
		if (!Number.isInteger(points) || Math.abs(points) > maxScore) {
			throw new RangeError(`Player ${id} cannot score ${points}: scores must be whole and at most ±${maxScore}`);
		}
		scores[player] = state === "played" ? points : state === "to-come" ? TO_COME_SCORE : DID_NOT_PLAY_SCORE;
		lines[player] = encodeLines(positions.get(id) ?? []);
	}
	return { scores, positions: lines };
}
