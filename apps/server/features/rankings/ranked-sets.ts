import type { Points, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { getStateCode, type TeamTraits } from "./team-directory.ts";

/** Teams in order, best first, with places from 0. */
interface RankedSet {
	readonly length: number;
	readonly slice: (from: number, to: number) => ArrayLike<TeamId>;
	/** Returns -1 for a team that is not in the set. */
	readonly findPlace: (teamId: TeamId) => number;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: SquadId | undefined;
	/** Teams whose owners live in this state. */
	readonly state?: string | undefined;
}

export type RankedSets = (order: RankOrder, filter: TeamFilter) => RankedSet;

const EMPTY_SET: RankedSet = { length: 0, slice: () => [], findPlace: () => -1 };

/** The number of rounds that count for a team up to a round; at least one. */
export const countRounds = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Creates the ranked sets of one version of the standings. Total and round order come from the standings. The order by
 * average is built on first use, with eight bytes per team, and each filtered set with four bytes per team in it.
 */
export function createRankedSets(view: StandingsView, traits: TeamTraits): RankedSets {
	const sets = new Map<string, RankedSet>();
	function getOrCreate(name: string, create: () => RankedSet): RankedSet {
		const set = sets.get(name) ?? create();
		sets.set(name, set);
		return set;
	}

	function createByAverage(): RankedSet {
		const teams = new Int32Array(view.teamCount);
		view.fillOrder("overall", teams);
		const sorted = sortByAverage(
			teams,
			(teamId) => (view.getTotal(teamId) ?? 0) / countRounds(traits.getStartRound(teamId) || null, view.roundId ?? 0),
		);
		const places = listPlaces(sorted);
		return {
			length: sorted.length,
			slice: (from, to) => sorted.subarray(from, Math.max(from, to)),
			findPlace: (teamId) => places[teamId] ?? -1,
		};
	}

	const all: Readonly<Record<RankOrder, () => RankedSet>> = {
		totalPoints: () => ({
			length: view.teamCount,
			slice: view.overallOrder,
			findPlace: (teamId) => (view.getOverallRank(teamId) ?? 0) - 1,
		}),
		roundPoints: () => ({
			length: view.teamCount,
			slice: view.roundOrder,
			findPlace: (teamId) => (view.getRoundRank(teamId) ?? 0) - 1,
		}),
		avgPoints: createByAverage,
	};

	return (order, { squadId, state }) => {
		const set = getOrCreate(order, all[order]);
		if (!squadId && !state) return set;
		const code = state ? getStateCode(state) : null;
		if (code === 0 || (squadId && !traits.isSupported(squadId))) return EMPTY_SET;
		return getOrCreate(`${order} ${squadId} ${code}`, () =>
			filterSet(
				set,
				(teamId) =>
					(!squadId || traits.getSquadId(teamId) === squadId) &&
					(code === null || traits.getTeamStateCode(teamId) === code),
			),
		);
	};
}

/** Returns each team's index in the list, by team id; -1 for a team that is not in it. */
function listPlaces(teams: Int32Array): Int32Array {
	const places = new Int32Array(teams.reduce((highest, teamId) => Math.max(highest, teamId), 0) + 1).fill(-1);
	for (const [place, teamId] of teams.entries()) places[teamId] = place;
	return places;
}

/** Stores the places in `set` of the teams that belong to the filtered set. */
function filterSet(set: RankedSet, isIncluded: (teamId: TeamId) => boolean): RankedSet {
	const places = Int32Array.from(set.slice(0, set.length), (teamId, place) => (isIncluded(teamId) ? place : -1)).filter(
		(place) => place >= 0,
	);
	return {
		length: places.length,
		slice: (from, to) =>
			Array.from(places.subarray(from, Math.max(from, to)), (place) => set.slice(place, place + 1)[0] ?? 0),
		findPlace: (teamId) => findPlace(places, set.findPlace(teamId)),
	};
}

/** Finds a number's index in an ascending list by binary search; -1 if it is not in the list. */
function findPlace(places: Int32Array, place: number): number {
	let low = 0;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((places[middle] ?? 0) < place) low = middle + 1;
		else high = middle;
	}
	return places[low] === place ? low : -1;
}

/** In a season of up to 63 rounds, different averages differ by more than 1 / AVERAGE_STEPS points. */
const AVERAGE_STEPS = 4_000;
const MAX_AVERAGE = 1 << 16;
const MAX_TEAMS = 1 << 24;

/**
 * Sorts teams by points per round, best first; equal teams stay in the overall order. Sorts one number per team, made of
 * the average and the place, because a sort with a comparison function would block the process for a second.
 */
export function sortByAverage(overall: Int32Array, getAverage: (teamId: TeamId) => Points): Int32Array {
	const keys = new Float64Array(overall.length);
	for (const [place, teamId] of overall.entries())
		keys[place] = Math.round((MAX_AVERAGE - getAverage(teamId)) * AVERAGE_STEPS) * MAX_TEAMS + place;
	return Int32Array.from(keys.sort(), (key) => overall[key % MAX_TEAMS] ?? 0);
}
