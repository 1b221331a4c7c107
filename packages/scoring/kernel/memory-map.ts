import { LINES } from "@first-bounce/rules/player";

/** Player indexes are Uint16; 0 is an empty place. */
export const MOST_PLAYERS = 65_536;

// 2,176 bytes more than a power of two, so that the tables' first entries do not share cache sets.
const TABLE_BYTES = MOST_PLAYERS * 4 + 2_176;

/** Field tables, one a line: points, or one vacancy counted in that line's bits. */
export const FIELD_TABLES = LINES.map((_, line) => line * TABLE_BYTES);
/** What being captain adds: (factor − 1) × points, or CAPTAIN_OUT. */
export const CAPTAIN_TABLE = LINES.length * TABLE_BYTES;
const VECTOR_BYTES = 16;
/** Four values a player, one a line: COVERED + points if she played and fits it, else 0. */
export const COVER_TABLE = CAPTAIN_TABLE + TABLE_BYTES;
export const COVER_BYTES = VECTOR_BYTES;

/** A packed sum: 17 bits of points above POINTS_BIAS, three bits of vacancies a line, the captain's bit. */
export const POINTS_BITS = 17;
export const POINTS_BIAS = 1 << (POINTS_BITS - 1);
const VACANCY_BITS = 3;
const CAPTAIN_OUT_BIT = VACANCY_BITS * LINES.length;
/** Ways in which places can be vacant: the bits between the points and the captain's. */
export const COMBINATIONS = 1 << CAPTAIN_OUT_BIT;
export const vacancyIn = (line: number): number => 1 << (POINTS_BITS + VACANCY_BITS * line);
export const CAPTAIN_OUT = 1 << (POINTS_BITS + CAPTAIN_OUT_BIT);
/** What one covered place is worth before her points: the fewest empty places come first (decisions §2.4). */
export const COVERED = 1 << 16;

export const pointsOf = (sum: number): number => (sum & ((1 << POINTS_BITS) - 1)) - POINTS_BIAS;
export const vacanciesOf = (sum: number, line: number): number =>
	(sum >>> (POINTS_BITS + VACANCY_BITS * line)) & ((1 << VACANCY_BITS) - 1);

/** For each set of the first four bench places: a word of ones for every emergency. */
export const EMERGENCY_MASKS = COVER_TABLE + MOST_PLAYERS * COVER_BYTES;
export const BENCH_PLACES = 4;

/** For each upper part of a packed sum: two byte pickers for a cover entry, and whether the exact path is due. */
export const PLANS = EMERGENCY_MASKS + (1 << BENCH_PLACES) * 8;
export const PLAN_COUNT = 1 << (CAPTAIN_OUT_BIT + 1);
export const SECOND_PICK = VECTOR_BYTES;
export const EXACT_DUE = 2 * VECTOR_BYTES;
export const PLAN_BYTES = 4 * VECTOR_BYTES;

/** Rows scored by one call. Their points come out here, then pairs of (row address, packed sum) for the exact path. */
export const BLOCK_ROWS = 4_096;
export const POINTS_OUT = PLANS + PLAN_COUNT * PLAN_BYTES;
export const EXACT_OUT = POINTS_OUT + BLOCK_ROWS * 4;
export const EXACT_BYTES = 8;

export const PAGE_BYTES = 65_536;
export const MOST_PAGES = 65_536;
/** The line-ups begin here and go on to the end of the memory. */
export const ROWS = Math.ceil((EXACT_OUT + (BLOCK_ROWS + 1) * EXACT_BYTES) / PAGE_BYTES) * PAGE_BYTES;
