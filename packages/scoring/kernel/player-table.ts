import { LINES } from "@first-bounce/rules/player";
import type { RowLayout } from "../row-layout.ts";
import * as map from "./memory-map.ts";

/** In a score table: did not play. Every score is far below it. */
export const DID_NOT_PLAY_SCORE = 1 << 20;
/** In a score table: nothing yet, and a match of hers has not ended. */
export const TO_COME_SCORE = 1 << 21;

/**
 * Per player index: her score, DID_NOT_PLAY_SCORE or TO_COME_SCORE, and the lines she fits as bits (1 DEF, 2 MID,
 * 4 RUC, 8 FWD). Index 0 is the empty place. An index beyond the tables did not play.
 */
export interface PlayerTable {
	readonly scores: Int32Array;
	readonly positions: Uint8Array;
}

/** The greatest score, either way, that leaves a whole team's sum within its bits. */
export const greatestScore = (layout: RowLayout): number =>
	Math.floor((map.POINTS_BIAS - 1) / (layout.fieldLines.length + layout.captainFactor));

/** Writes the tables that depend on the layout alone: how each combination of vacancies is covered, and by whom. */
export function writePlans(memory: SharedArrayBuffer, layout: RowLayout): void {
	for (let combination = 0; combination < map.PLAN_COUNT; combination++) {
		const at = map.PLANS + combination * map.PLAN_BYTES;
		const sum = combination << map.POINTS_BITS;
		const open = LINES.flatMap((_, line) => Array<number>(map.vacanciesOf(sum, line)).fill(line));
		const captainOut = (sum & map.CAPTAIN_OUT) !== 0;
		const exact = captainOut || open.length > 2 || (open.length > 0 && layout.benchPlaces > map.BENCH_PLACES);
		for (const [place, start] of [at, at + map.SECOND_PICK].entries()) {
			const picker = new Uint8Array(memory, start, map.COVER_BYTES).fill(128);
			const line = open[place];
			if (line !== undefined) picker.set([line * 4, line * 4 + 1, line * 4 + 2, line * 4 + 3]);
		}
		new Int32Array(memory, at + map.EXACT_DUE, 1)[0] = Number(exact);
	}
	for (let set = 0; set < 1 << map.BENCH_PLACES; set++) {
		const mask = new Uint16Array(memory, map.EMERGENCY_MASKS + set * 8, map.BENCH_PLACES);
		for (let place = 0; place < map.BENCH_PLACES; place++) mask[place] = (set >> place) & 1 ? 0xffff : 0;
	}
}

/** Writes what the kernel looks up for player indexes from 1 up to `end`. */
export function writePlayers(memory: Int32Array, table: PlayerTable, layout: RowLayout, end: number): void {
	for (let player = 1; player < end; player++) {
		const score = table.scores[player] ?? DID_NOT_PLAY_SCORE;
		const positions = table.positions[player] ?? 0;
		const out = score === DID_NOT_PLAY_SCORE;
		const points = score < DID_NOT_PLAY_SCORE ? score : 0;
		const cover = map.COVER_TABLE / 4 + player * LINES.length;
		for (let line = 0; line < LINES.length; line++) {
			const fits = score < DID_NOT_PLAY_SCORE && (positions >> line) & 1;
			memory[(map.FIELD_TABLES[line] ?? 0) / 4 + player] = out ? map.vacancyIn(line) : points;
			memory[cover + line] = fits ? map.COVERED + score : 0;
		}
		memory[map.CAPTAIN_TABLE / 4 + player] = out ? map.CAPTAIN_OUT : points * (layout.captainFactor - 1);
	}
	// An empty place scores nothing and is no vacancy; a missing captain hands over to the vice captain.
	memory[map.CAPTAIN_TABLE / 4] = map.CAPTAIN_OUT;
}
