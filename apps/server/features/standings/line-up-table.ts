import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { PlayerIndex } from "@first-bounce/scoring/player-index";
import {
	CAPTAIN_WORD,
	MARKS_WORD,
	PRESENT,
	ROLE_OFF_FIELD,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "@first-bounce/scoring/row-layout";
import { NOT_ENTERED } from "@first-bounce/scoring/standings/standings";
import { copyRows, type RowReader, type RowSource } from "./copy-binary.ts";
import { teamRows } from "./standings-view.ts";

/** Every team that plays a round, in the order of completion, then id: the last keys of every rank (decisions §3). */
export interface LineupTable {
	readonly count: number;
	readonly teams: Int32Array;
	/** Line-ups in the scoring engine's rows. */
	readonly rows: Uint16Array;
	/** Total and best round before this one; 0 and NOT_ENTERED in a team's first. */
	readonly priorTotals: Int32Array;
	readonly priorHighs: Int32Array;
}

const whole = (id: number): number => {
	if (!Number.isSafeInteger(id)) throw new TypeError(`${id} is not an id`);
	return id;
};

/**
 * Teams whose start round has come, each with its newest line-up at or before the round. One that published prices
 * left over the cap has a bank below zero and does not play yet (decisions §5).
 */
const lineupQuery = (seasonId: number, roundId: RoundId, only: string): string => `
	SELECT t.id, l.captain_id, l.vice_captain_id, l.slots, l.emergency
	FROM teams AS t
	CROSS JOIN LATERAL (
		SELECT * FROM lineups WHERE team_id = t.id AND round_id <= ${whole(roundId)} ORDER BY round_id DESC LIMIT 1) AS l
	WHERE t.season_id = ${whole(seasonId)} AND t.start_round_id <= ${whole(roundId)} AND coalesce(l.bank, 0) >= 0 ${only}
	ORDER BY t.completed_at, t.id`;

// Apart from the line-ups: joined to them, a table that has just grown can be planned as a loop over all of it.
const priorQuery = (seasonId: number, roundId: RoundId): string => `
	SELECT team_id, total_points, highest_points FROM standings
	WHERE season_id = ${whole(seasonId)} AND round_id = (
		SELECT max(id) FROM rounds WHERE season_id = ${whole(seasonId)} AND status = 'complete' AND id < ${whole(roundId)})`;

/** Writes one line-up as a row of the scoring engine. `read` stands before captain, vice captain, slots, emergency. */
function rowWriter(layout: RowLayout, index: PlayerIndex) {
	const slots = new Int32Array(64);
	const emergency = new Int32Array(64);
	return (read: RowReader, into: Uint16Array, at: number): void => {
		slots.fill(0);
		const captain = read.int();
		const vice = read.int();
		const places = Math.min(read.ints(slots), layout.places);
		const emergencies = emergency.subarray(0, read.ints(emergency));
		const field = slots.subarray(0, layout.bench);
		let marks = PRESENT;
		for (let place = 0; place < places; place++) into[at + place] = index.indexOf(slots[place] ?? 0);
		for (let place = 0; place < layout.benchPlaces; place++)
			if (emergencies.includes(slots[layout.bench + place] ?? 0)) marks |= 1 << place;
		if (!field.includes(captain) || !field.includes(vice)) marks |= ROLE_OFF_FIELD;
		into[at + CAPTAIN_WORD] = index.indexOf(captain);
		into[at + VICE_CAPTAIN_WORD] = index.indexOf(vice);
		into[at + MARKS_WORD] = marks;
	};
}

const START_CAPACITY = 1024;

export interface RoundOfLineups {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly layout: RowLayout;
	readonly index: PlayerIndex;
}

/** Reads every line-up that counts in a round, with the standings before it; of some teams only, without them. */
export async function readLineups(
	source: RowSource,
	season: RoundOfLineups,
	onlyTeams?: readonly TeamId[],
): Promise<LineupTable> {
	const table = await readRows(source, season, onlyTeams);
	if (onlyTeams) return table;
	const { rowOf } = teamRows(table.teams, table.count);
	await copyRows(source, priorQuery(season.seasonId, season.roundId), (read) => {
		const row = rowOf[read.int()] ?? -1;
		if (row < 0) return;
		table.priorTotals[row] = read.int();
		table.priorHighs[row] = read.int();
	});
	return table;
}

async function readRows(
	source: RowSource,
	season: RoundOfLineups,
	onlyTeams: readonly TeamId[] | undefined,
): Promise<LineupTable> {
	const write = rowWriter(season.layout, season.index);
	let capacity = onlyTeams?.length ?? START_CAPACITY;
	let table = emptyTable(capacity);
	let count = 0;
	const only = onlyTeams ? `AND t.id = ANY ('{${onlyTeams.map(whole).join()}}')` : "";
	await copyRows(source, lineupQuery(season.seasonId, season.roundId, only), (read) => {
		if (count === capacity) {
			capacity *= 2;
			table = grown(table, capacity);
		}
		table.teams[count] = read.int();
		table.priorHighs[count] = NOT_ENTERED;
		write(read, table.rows, count * ROW_WORDS);
		count++;
	});
	return { ...table, count };
}

/** The rows that hold a team, copied: the scoring engine takes them over. */
export const packedRows = ({ rows, count }: LineupTable): Uint16Array<ArrayBuffer> =>
	new Uint16Array(rows.subarray(0, count * ROW_WORDS));

const emptyTable = (capacity: number): LineupTable => ({
	count: 0,
	teams: new Int32Array(capacity),
	rows: new Uint16Array(capacity * ROW_WORDS),
	priorTotals: new Int32Array(capacity),
	priorHighs: new Int32Array(capacity),
});

function grown(table: LineupTable, capacity: number): LineupTable {
	const next = emptyTable(capacity);
	next.teams.set(table.teams);
	next.rows.set(table.rows);
	next.priorTotals.set(table.priorTotals);
	next.priorHighs.set(table.priorHighs);
	return next;
}
