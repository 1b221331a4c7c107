import type { Points, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { BestPercent } from "@first-bounce/rules/rankings/best-of-season";
import type { RankOrder } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../standings/standings-view.ts";
import { getStateCode, type TeamTraits } from "./team-directory.ts";

/** Teams in order, best first, with positions from 0. */
interface RankedSet {
	readonly length: number;
	readonly slice: (from: number, to: number) => ArrayLike<TeamId>;
	/** Returns -1 for a team that is not in the set. */
	readonly findPosition: (teamId: TeamId) => number;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: SquadId | undefined;
	/** Teams whose owners live in this state. */
	readonly state?: string | undefined;
	readonly best?: BestFilter | undefined;
}

/** Teams whose managers finished among the best of the season before. */
interface BestFilter {
	readonly percent: BestPercent;
	readonly listTeams: () => ReadonlySet<TeamId>;
}

export type FindRankedSet = (order: RankOrder, filter: TeamFilter) => RankedSet;

const EMPTY_SET: RankedSet = { length: 0, slice: () => [], findPosition: () => -1 };

/** Counts the rounds from a team's start to a round; at least one, also for a team that has not started. */
export const countRounds = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Creates the finder of filtered rankings in one version of the standings. Orders by total and by round points come from
 * the standings. The order by average is built on first use and takes eight bytes per team; a filtered set takes four bytes
 * for each of its teams.
 */
export function createRankedSetFinder(view: StandingsView, traits: TeamTraits): FindRankedSet {
	const sets = new Map<string, RankedSet>();
	function getOrCreate(name: string, create: () => RankedSet): RankedSet {
		const set = sets.get(name) ?? create();
		sets.set(name, set);
		return set;
	}

	function createAverageOrder(): RankedSet {
		const teams = new Int32Array(view.teamCount);
		view.fillOrder("overall", teams);
		const sorted = sortByAverage(
			teams,
			(teamId) => (view.getTotal(teamId) ?? 0) / countRounds(traits.getStartRound(teamId) || null, view.roundId ?? 0),
		);
		const positions = listPositions(sorted);
		return {
			length: sorted.length,
			slice: (from, to) => sorted.subarray(from, Math.max(from, to)),
			findPosition: (teamId) => positions[teamId] ?? -1,
		};
	}

	const setBuilders: Readonly<Record<RankOrder, () => RankedSet>> = {
		totalPoints: () => ({
			length: view.teamCount,
			slice: view.overallOrder,
			findPosition: (teamId) => (view.getOverallRank(teamId) ?? 0) - 1,
		}),
		roundPoints: () => ({
			length: view.teamCount,
			slice: view.roundOrder,
			findPosition: (teamId) => (view.getRoundRank(teamId) ?? 0) - 1,
		}),
		avgPoints: createAverageOrder,
	};

	return (order, { squadId, state, best }) => {
		const set = getOrCreate(order, setBuilders[order]);
		if (!squadId && !state && !best) return set;
		const code = state ? getStateCode(state) : null;
		if (code === 0 || (squadId && !traits.isSupported(squadId))) return EMPTY_SET;
		return getOrCreate(`${order} ${squadId} ${code} ${best?.percent}`, () => {
			const bestTeams = best?.listTeams();
			return filterSet(
				set,
				(teamId) =>
					(!squadId || traits.getSquadId(teamId) === squadId) &&
					(code === null || traits.getTeamStateCode(teamId) === code) &&
					(!bestTeams || bestTeams.has(teamId)),
			);
		});
	};
}

/** Returns each team's index in the list, by team id; -1 for a team that is not in it. */
function listPositions(teams: Int32Array): Int32Array {
	let highestId = 0;
	for (const teamId of teams) highestId = Math.max(highestId, teamId);
	const positions = new Int32Array(highestId + 1).fill(-1);
	for (let position = 0; position < teams.length; position++) positions[teams[position] ?? 0] = position;
	return positions;
}

/**
 * Stores the positions in `set` of the teams that belong to the filtered set. A plain loop blocks the process for 25 ms with a
 * million teams, `Int32Array.from` with a function for 140 ms.
 */
function filterSet(set: RankedSet, isIncluded: (teamId: TeamId) => boolean): RankedSet {
	const teams = set.slice(0, set.length);
	const included = new Int32Array(set.length);
	let count = 0;
	for (let position = 0; position < set.length; position++)
		if (isIncluded(teams[position] ?? 0)) included[count++] = position;
	const positions = included.slice(0, count);
	return {
		length: count,
		slice: (from, to) =>
			Array.from(positions.subarray(from, Math.max(from, to)), (position) => set.slice(position, position + 1)[0] ?? 0),
		findPosition: (teamId) => findInAscending(positions, set.findPosition(teamId)),
	};
}

/** Finds a number's index in an ascending list by binary search; -1 if it is not in the list. */
function findInAscending(positions: Int32Array, position: number): number {
	let low = 0;
	let high = positions.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((positions[middle] ?? 0) < position) low = middle + 1;
		else high = middle;
	}
	return positions[low] === position ? low : -1;
}

/** In a season of up to 63 rounds, different averages differ by more than 1 / AVERAGE_STEPS points. */
const AVERAGE_STEPS = 4_000;
const MAX_AVERAGE = 1 << 16;
const MAX_TEAMS = 1 << 24;

/**
 * Sorts teams by points per round, best first; equal teams stay in the overall order. Sorts one number per team, made of
 * the average and the position, because a sort with a comparison function would block the process for a second.
 */
export function sortByAverage(overall: Int32Array, getAverage: (teamId: TeamId) => Points): Int32Array {
	const keys = new Float64Array(overall.length);
	for (let position = 0; position < overall.length; position++)
		keys[position] =
			Math.round((MAX_AVERAGE - getAverage(overall[position] ?? 0)) * AVERAGE_STEPS) * MAX_TEAMS + position;
	keys.sort();
	const sorted = new Int32Array(overall.length);
	for (let position = 0; position < sorted.length; position++)
		sorted[position] = overall[(keys[position] ?? 0) % MAX_TEAMS] ?? 0;
	return sorted;
}
