import { MAX_INT } from "@first-bounce/contract/constants";
import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { writeDraftRow } from "@first-bounce/scoring/draft-rows";
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
import { type DraftTeams, loadDraftTeams, NO_DRAFT_TEAMS } from "./draft-teams.ts";
import { buildLineupsQuery, buildPreviousStandingsQuery, buildTeamsQuery, validateId } from "./standings-queries.ts";
import { buildTeamRows } from "./standings-view.ts";

/**
 * The line-ups of a round. Those of classic teams are in the order of the teams' time of completion, then id, which breaks the last
 * ties in rank. Those of draft teams are in `draft`.
 */
export interface LineupTable {
	readonly count: number;
	readonly teamIds: Int32Array;
	/** Line-ups in the scoring engine's rows, in the order of `teamIds`. */
	readonly rows: Uint16Array;
	/** Total points and best round before this round; 0 and NOT_ENTERED in a team's first round. */
	readonly previousTotals: Int32Array;
	readonly previousHighs: Int32Array;
	/** Draft teams, which are neither ranked nor have totals. */
	readonly draft: DraftTeams;
}

/** Whether the id is among the first `count`. A loop, because `subarray` would create three objects for each line-up. */
function hasId(ids: Int32Array, count: number, id: PlayerId): boolean {
	for (let index = 0; index < count; index++) if (ids[index] === id) return true;
	return false;
}

/** More than any season's rules allow in a team. */
const MAX_SLOTS = 64;

/** Reads one line-up after another into the same arrays, from the captain's column on. */
function createLineupReader() {
	const slots = new Int32Array(MAX_SLOTS);
	const emergencies = new Int32Array(MAX_SLOTS);
	let emergencyCount = 0;
	const lineup = {
		slots,
		slotCount: 0,
		captainId: 0,
		viceCaptainId: 0,
		isEmergency: (id: PlayerId) => hasId(emergencies, emergencyCount, id),
	};
	return {
		lineup,
		read: (reader: RowReader): void => {
			slots.fill(0);
			lineup.captainId = reader.int();
			lineup.viceCaptainId = reader.int();
			lineup.slotCount = reader.ints(slots);
			emergencyCount = reader.ints(emergencies);
		},
	};
}

type ReadLineup = ReturnType<typeof createLineupReader>["lineup"];

/** Writes the line-up of a classic team as a row of the scoring engine. */
function writeEngineRow(
	{ slots, slotCount, captainId, viceCaptainId, isEmergency }: ReadLineup,
	{ layout, playerIndex }: Pick<LineupScope, "layout" | "playerIndex">,
	into: Uint16Array,
	offset: number,
): void {
	const { benchStart, benchSlots } = layout;
	const filledSlots = Math.min(slotCount, layout.slotCount);
	let flags = PRESENT_BIT;
	for (let slot = 0; slot < filledSlots; slot++) into[offset + slot] = playerIndex.add(slots[slot] ?? 0);
	// One flag for each bench slot that has an emergency.
	for (let slot = 0; slot < benchSlots; slot++) if (isEmergency(slots[benchStart + slot] ?? 0)) flags |= 1 << slot;
	// The slots before the bench are those on field.
	const areCaptainsOnField = hasId(slots, benchStart, captainId) && hasId(slots, benchStart, viceCaptainId);
	if (!areCaptainsOnField) flags |= ROLE_OFF_FIELD_BIT;
	into[offset + CAPTAIN_WORD] = playerIndex.add(captainId);
	into[offset + VICE_CAPTAIN_WORD] = playerIndex.add(viceCaptainId);
	into[offset + FLAGS_WORD] = flags;
}

export interface LineupScope {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly layout: RowLayout;
	readonly playerIndex: PlayerIndex;
}

/** Loads every line-up that counts in a round, with previous standings, or those of `onlyTeams` without them. */
export async function loadLineups(
	source: RowSource,
	scope: LineupScope,
	onlyTeams?: readonly TeamId[],
): Promise<LineupTable> {
	const table = await loadEngineRows(source, scope, onlyTeams);
	if (onlyTeams) return table;
	const { rowByTeam } = buildTeamRows(table.teamIds, table.count);
	await readRows(source, buildPreviousStandingsQuery(scope.seasonId, scope.roundId), (reader) => {
		const row = rowByTeam[reader.int()] ?? -1;
		if (row < 0) return;
		table.previousTotals[row] = reader.int();
		table.previousHighs[row] = reader.int();
	});
	return table;
}

async function loadEngineRows(source: RowSource, scope: LineupScope, onlyTeams: readonly TeamId[] | undefined) {
	const { seasonId, roundId, playerIndex } = scope;
	const teamIds = await readIntColumns(source, buildTeamsQuery(seasonId, roundId, onlyTeams), 1);
	const draft = await loadDraftTeams(source, scope, onlyTeams);
	const { rowByTeam } = buildTeamRows(teamIds, teamIds.length);
	const { rowByTeam: draftRowByTeam } = buildTeamRows(draft.teamIds, draft.count);
	const table = createTable(teamIds);
	const hasLineup = new Uint8Array(teamIds.length);
	const filter = onlyTeams
		? `team_id = ANY ('{${onlyTeams.map(validateId).join()}}')`
		: buildRangeFilter(teamIds, draft.teamIds);
	const { lineup, read } = createLineupReader();
	await readRows(source, buildLineupsQuery(roundId, filter), (reader) => {
		// Skips teams of other seasons, and a team completed after the teams were read, which is added later when
		// `recent-saves.ts` finds its save.
		const teamId = reader.int();
		const row = rowByTeam[teamId] ?? -1;
		const draftRow = row < 0 ? (draftRowByTeam[teamId] ?? -1) : -1;
		if (row < 0 && draftRow < 0) return;
		read(reader);
		if (row >= 0) {
			hasLineup[row] = 1;
			writeEngineRow(lineup, scope, table.rows, row * ROW_WORDS);
			return;
		}
		const shape = draft.getShape(draftRow);
		if (shape) writeDraftRow(lineup, shape, playerIndex, draft.rows, draftRow * ROW_WORDS);
	});
	return { ...removeGaps(table, hasLineup), draft };
}

/** Selects the ids from the lowest to the highest of any list; none if the lists are empty. */
function buildRangeFilter(...lists: readonly Int32Array[]): string {
	let [lowest, highest] = [MAX_INT, 0];
	for (const ids of lists) {
		for (const id of ids) {
			lowest = Math.min(lowest, id);
			highest = Math.max(highest, id);
		}
	}
	return `team_id BETWEEN ${lowest} AND ${highest}`;
}

/** Removes teams without a line-up in the round. Call it before the previous standings, which it does not move, are loaded. */
function removeGaps(table: LineupTable, hasLineup: Uint8Array): LineupTable {
	let count = 0;
	for (let row = 0; row < hasLineup.length; row++) {
		if (hasLineup[row] === 0) continue;
		if (row !== count) {
			table.teamIds[count] = table.teamIds[row] ?? 0;
			table.rows.copyWithin(count * ROW_WORDS, row * ROW_WORDS, (row + 1) * ROW_WORDS);
		}
		count++;
	}
	return { ...table, count };
}

/** Copies the used rows, because the scoring engine takes ownership of them. */
export const packRows = ({ rows, count }: Pick<LineupTable, "rows" | "count">): Uint16Array<ArrayBuffer> =>
	new Uint16Array(rows.subarray(0, count * ROW_WORDS));

const createTable = (teamIds: Int32Array): LineupTable => ({
	count: 0,
	teamIds: teamIds.slice(),
	rows: new Uint16Array(teamIds.length * ROW_WORDS),
	previousTotals: new Int32Array(teamIds.length),
	previousHighs: new Int32Array(teamIds.length).fill(NOT_ENTERED),
	draft: NO_DRAFT_TEAMS,
});
