import type { Dollars, TeamId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import type { RankedSet } from "./ranked-sets.ts";

/** The standings that a page is cut from. */
export interface Standings {
	readonly view: StandingsView;
	/** Those of the round before, for who moved. */
	readonly before: StandingsView | null;
	/** What a team was worth at the end of a past round; absent to date. */
	readonly worthOf?: (teamId: TeamId) => Dollars | null;
}

/** Where a row's numbers stand in its record; a previous rank of 0 is none, a worth below 0 is today's. */
export const [TEAM, PREVIOUS, TOTAL, HIGHEST, OVERALL, POINTS, ROUND_RANK, WORTH] = [0, 1, 2, 3, 4, 5, 6, 7];
export const RECORD = 8;

/**
 * The numbers of these teams' rows, a record each. Column after column, since a page's teams lie anywhere in each: what
 * the processor waits for then comes together.
 */
export function recordsOf(
	{ view, worthOf }: Standings,
	earlier: RankedSet | null,
	teams: ArrayLike<TeamId>,
): Int32Array {
	const records = new Int32Array(teams.length * RECORD);
	const fill = (field: number, read: (teamId: TeamId) => number | null) => {
		for (let index = 0; index < teams.length; index++) records[index * RECORD + field] = read(teams[index] ?? 0) ?? 0;
	};
	fill(TEAM, (teamId) => teamId);
	fill(OVERALL, view.overallRankOf);
	fill(TOTAL, view.totalOf);
	fill(HIGHEST, view.highestOf);
	fill(POINTS, view.pointsOf);
	fill(ROUND_RANK, view.roundRankOf);
	fill(WORTH, worthOf ? (teamId) => worthOf(teamId) ?? -1 : () => -1);
	if (earlier) fill(PREVIOUS, (teamId) => earlier.placeOf(teamId) + 1);
	return records;
}

/** Places whose records are made together. */
export const BLOCK = 1_000;
/** How many such blocks one version keeps: 32 bytes a place. */
const MOST_BLOCKS = 1_000;

/** A set's records by place, made a block at a time when somebody looks there. */
export interface RankRecords {
	readonly at: (place: number) => { readonly records: Int32Array; readonly from: number };
}

export function rankRecords(standings: Standings, set: RankedSet, earlier: RankedSet | null): RankRecords {
	const blocks = new Map<number, Int32Array>();
	return {
		at: (place) => {
			const block = Math.floor(place / BLOCK);
			const known = blocks.get(block);
			const records = known ?? recordsOf(standings, earlier, set.slice(block * BLOCK, (block + 1) * BLOCK));
			if (!known && blocks.size >= MOST_BLOCKS) blocks.clear();
			if (!known) blocks.set(block, records);
			return { records, from: (place - block * BLOCK) * RECORD };
		},
	};
}
