import type { PlayerId } from "@first-bounce/rules/ids";
import { LINES, type Line, type Player } from "@first-bounce/rules/player";
import type { PlayerRound } from "@first-bounce/rules/scoring/player-round";
import type { PlayerIndex } from "./player-index.ts";
import { computeMaxScore, DID_NOT_PLAY_SCORE, type PlayerTable, TO_COME_SCORE } from "./player-table.ts";
import type { RowLayout } from "./row-layout.ts";

/** Lines as bits: 1 DEF, 2 MID, 4 RUC, 8 FWD. */
export const encodeLines = (lines: readonly Line[]): number =>
	lines.reduce((bits, line) => bits | (1 << LINES.indexOf(line)), 0);

/**
 * What is known of every indexed player, as the engine takes it. RangeError for a score that is not whole or that a
 * team's sum has no room for (beyond ±3,640 in the default season).
 */
export function buildPlayerTable(
	index: PlayerIndex,
	roundOf: (id: PlayerId) => PlayerRound,
	positions: ReadonlyMap<PlayerId, Player["position"]>,
	layout: RowLayout,
): PlayerTable {
	const greatest = computeMaxScore(layout);
	const scores = new Int32Array(index.size);
	const lines = new Uint8Array(index.size);
	for (let player = 1; player < index.size; player++) {
		const id = index.idAt(player);
		const { state, points } = roundOf(id);
		if (!Number.isInteger(points) || Math.abs(points) > greatest) {
			throw new RangeError(`Player ${id} cannot score ${points}: whole points up to ${greatest} are held`);
		}
		scores[player] = state === "played" ? points : state === "to-come" ? TO_COME_SCORE : DID_NOT_PLAY_SCORE;
		lines[player] = encodeLines(positions.get(id) ?? []);
	}
	return { scores, positions: lines };
}
