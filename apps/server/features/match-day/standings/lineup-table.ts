import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { PlayerIndex } from "@first-bounce/scoring/player-index";
import {
	CAPTAIN_WORD,
	FLAGS_WORD,
	PRESENT_BIT,
	ROLE_OFF_FIELD_BIT,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "@first-bounce/scoring/row-layout";
import { NOT_ENTERED } from "@first-bounce/scoring/standings/standings";
import { type RowReader, type RowSource, readIntColumns, readRows } from "./copy-queries.ts";
import { buildLineupsQuery, buildPreviousStandingsQuery, buildTeamsQuery, validateId } from "./standings-queries.ts";
import { buildTeamRows } from "./standings-view.ts";

/** Every team in a round, ordered by completion, then id, which are the last tie-breaks of the ranks. */
export interface LineupTable {
	readonly count: number;
	readonly teams: Int32Array;
	/** Line-ups in the scoring engine's rows. */
	readonly rows: Uint16Array;
	/** Total points and best round before this round; 0 and NOT_ENTERED in a team's first round. */
	readonly previousTotals: Int32Array;
	readonly previousHighs: Int32Array;
}

/** Whether the id is among the first `count`. A loop, because `subarray` would create three objects for each line-up. */
function hasId(ids: Int32Array, count: number, id: PlayerId): boolean {
	for (let index = 0; index < count; index++) if (ids[index] === id) return true;
	return false;
}

/** Writes a line-up as a row of the scoring engine. `read` is positioned before the captain's column. */
function createRowWriter({ slotCount, benchStart, benchSlots }: RowLayout, index: PlayerIndex) {
	const slots = new Int32Array(64);
	const emergencies = new Int32Array(64);
	return (read: RowReader, into: Uint16Array, at: number): void => {
		slots.fill(0);
		const captain = read.int();
		const vice = read.int();
		const filledSlots = Math.min(read.ints(slots), slotCount);
		const emergencyCount = read.ints(emergencies);
		let flags = PRESENT_BIT;
		for (let place = 0; place < filledSlots; place++) into[at + place] = index.add(slots[place] ?? 0);
		for (let place = 0; place < benchSlots; place++)
			if (hasId(emergencies, emergencyCount, slots[benchStart + place] ?? 0)) flags |= 1 << place;
		if (!hasId(slots, benchStart, captain) || !hasId(slots, benchStart, vice)) flags |= ROLE_OFF_FIELD_BIT;
		into[at + CAPTAIN_WORD] = index.add(captain);
		into[at + VICE_CAPTAIN_WORD] = index.add(vice);
		into[at + FLAGS_WORD] = flags;
	};
}

export interface LineupScope {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly layout: RowLayout;
	readonly index: PlayerIndex;
}

/** Loads every line-up that counts in a round and the previous standings, or only the line-ups of `onlyTeams`. */
export async function loadLineups(
	source: RowSource,
	season: LineupScope,
	onlyTeams?: readonly TeamId[],
): Promise<LineupTable> {
	const table = await loadRows(source, season, onlyTeams);
	if (onlyTeams) return table;
	const { rowByTeam } = buildTeamRows(table.teams, table.count);
	await readRows(source, buildPreviousStandingsQuery(season.seasonId, season.roundId), (read) => {
		const row = rowByTeam[read.int()] ?? -1;
		if (row < 0) return;
		table.previousTotals[row] = read.int();
		table.previousHighs[row] = read.int();
	});
	return table;
}

async function loadRows(
	source: RowSource,
	season: LineupScope,
	onlyTeams: readonly TeamId[] | undefined,
): Promise<LineupTable> {
	const write = createRowWriter(season.layout, season.index);
	const { seasonId, roundId } = season;
	const teams = await readIntColumns(source, buildTeamsQuery(seasonId, roundId, onlyTeams), 1);
	const { rowByTeam } = buildTeamRows(teams, teams.length);
	const table = createTable(teams);
	const hasLineup = new Uint8Array(teams.length);
	const filter = onlyTeams
		? `team_id = ANY ('{${onlyTeams.map(validateId).join()}}')`
		: `team_id BETWEEN ${rowByTeam.findIndex((row) => row >= 0)} AND ${rowByTeam.length - 1}`;
	await readRows(source, buildLineupsQuery(roundId, filter), (read) => {
		// Skips teams of other seasons, and a team completed after the teams were read, which is added later when
		// `recent-saves.ts` finds its save.
		const row = rowByTeam[read.int()] ?? -1;
		if (row < 0) return;
		hasLineup[row] = 1;
		write(read, table.rows, row * ROW_WORDS);
	});
	return removeGaps(table, hasLineup);
}

/** Removes teams without a line-up in the round. */
function removeGaps(table: LineupTable, hasLineup: Uint8Array): LineupTable {
	let count = 0;
	for (let row = 0; row < hasLineup.length; row++) {
		if (hasLineup[row] === 0) continue;
		if (row !== count) {
			table.teams[count] = table.teams[row] ?? 0;
			table.rows.copyWithin(count * ROW_WORDS, row * ROW_WORDS, (row + 1) * ROW_WORDS);
		}
		count++;
	}
	return { ...table, count };
}

/** Copies the used rows, because the scoring engine takes ownership of them. */
export const packRows = ({ rows, count }: LineupTable): Uint16Array<ArrayBuffer> =>
	new Uint16Array(rows.subarray(0, count * ROW_WORDS));

const createTable = (teams: Int32Array): LineupTable => ({
	count: 0,
	teams: teams.slice(),
	rows: new Uint16Array(teams.length * ROW_WORDS),
	previousTotals: new Int32Array(teams.length),
	previousHighs: new Int32Array(teams.length).fill(NOT_ENTERED),
});
