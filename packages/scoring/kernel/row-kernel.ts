import { CAPTAIN_WORD, MARKS_WORD, ROW_BYTES, type RowLayout } from "../row-layout.ts";
import { assemble, type Code, i32, i32x4, i64, local, repeatWhile } from "./assembler.ts";
import * as map from "./memory-map.ts";

const [ROW, END, POINTS, EXACT, SUM, PLAN, MARKS, EMERGENCIES, COVER, OTHERS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12];
const BENCH = Array.from({ length: map.BENCH_PLACES }, (_, place) => place);

const get = local.get;
const word = (index: number): Code => i32.load16(get(ROW), index * 2);
const entry = (table: number, index: Code): Code => i32.load(i32.shiftLeft(index, i32.of(2)), table);
const add = (terms: readonly Code[]): Code => terms.reduce((total, term) => i32.add(total, term));
const highest = (vectors: readonly Code[]): Code => vectors.reduce((best, vector) => i32x4.max(best, vector));

/** The cover values by line of the player in a bench place, all 0 unless she is an emergency. */
function coverValues(place: number): Code {
	const player = i32.and(i64.low(i64.shiftRight(get(EMERGENCIES), i64.of(16 * place))), i32.of(0xffff));
	return i32x4.load(i32.shiftLeft(player, i32.of(4)), map.COVER_TABLE);
}

/** The best of the other bench places, line by line. */
const bestOther = (place: number): Code =>
	highest(BENCH.filter((other) => other !== place).map((other) => get(COVER + other)));

/** One emergency in the first vacancy and the best other in the second; vacancies that are not there pick zeros. */
function pair(place: number, first: Code, second: Code): Code {
	return i32x4.add(i32x4.pick(get(COVER + place), first), i32x4.pick(bestOther(place), second));
}

/**
 * Scores the rows of a block without a branch: the sum over the field and the captain, then the best cover of up to
 * two vacancies by two different emergencies. Everything rarer (three vacancies, a captain out, a role off the field)
 * is listed for the exact path. WebAssembly because JavaScript's bounds checks made it four times as slow.
 *
 * `run(row, end, points, exact)`, all byte addresses, returns the end of the list of rows left to the exact path.
 */
export function rowKernel(layout: RowLayout): Uint8Array<ArrayBuffer> {
	const field = layout.fieldLines.map((line, place) => entry(map.FIELD_TABLES[line] ?? 0, word(place)));
	const combination = i32.and(i32.shiftRightUnsigned(get(SUM), i32.of(map.POINTS_BITS)), i32.of(map.PLAN_COUNT - 1));
	const isEmergency = i64.load(i32.shiftLeft(i32.and(get(MARKS), i32.of(15)), i32.of(3)), map.EMERGENCY_MASKS);
	const first = get(OTHERS);
	const second = get(OTHERS + 1);
	const best = i32x4.firstLane(highest(BENCH.map((place) => pair(place, first, second))));
	const coverPoints = i32.shiftRight(i32.shiftLeft(best, i32.of(16)), i32.of(16));
	const fieldPoints = i32.subtract(i32.and(get(SUM), i32.of((1 << map.POINTS_BITS) - 1)), i32.of(map.POINTS_BIAS));
	const exactDue = i32.or(
		i32.load(get(PLAN), map.PLANS + map.EXACT_DUE),
		i32.shiftRightUnsigned(get(MARKS), i32.of(15)),
	);
	const body: Code = [
		local.set(SUM, add([i32.of(map.POINTS_BIAS), ...field, entry(map.CAPTAIN_TABLE, word(CAPTAIN_WORD))])),
		local.set(PLAN, i32.shiftLeft(combination, i32.of(Math.log2(map.PLAN_BYTES)))),
		local.set(MARKS, word(MARKS_WORD)),
		local.set(EMERGENCIES, i64.and(i64.load(get(ROW), layout.bench * 2), isEmergency)),
		BENCH.map((place) => local.set(COVER + place, coverValues(place))),
		local.set(OTHERS, i32x4.load(get(PLAN), map.PLANS)),
		local.set(OTHERS + 1, i32x4.load(get(PLAN), map.PLANS + map.SECOND_PICK)),
		i32.store(get(POINTS), i32.add(fieldPoints, coverPoints)),
		i32.store(get(EXACT), get(ROW)),
		i32.store(get(EXACT), get(SUM), 4),
		local.set(EXACT, i32.add(get(EXACT), i32.shiftLeft(exactDue, i32.of(Math.log2(map.EXACT_BYTES))))),
		local.set(POINTS, i32.add(get(POINTS), i32.of(4))),
		local.set(ROW, i32.add(get(ROW), i32.of(ROW_BYTES))),
	];
	const code = [repeatWhile(body, i32.lessThan(get(ROW), get(END))), get(EXACT)];
	const minimum = map.ROWS / map.PAGE_BYTES;
	return assemble({ parameters: 4, integers: 3, longs: 1, vectors: 6, code }, { minimum, maximum: map.MOST_PAGES });
}
