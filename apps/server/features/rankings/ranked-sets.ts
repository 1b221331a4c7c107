import type { Points, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { getStateCode, type TeamTraits } from "./team-directory.ts";

/** Teams in order, best first, with places from 0. */
interface RankedSet {
	readonly length: number;
	readonly slice: (from: number, to: number) => ArrayLike<TeamId>;
	/** Returns -1 for a team that is not in the set. */
	readonly placeOf: (teamId: TeamId) => number;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: SquadId | undefined;
	/** Teams whose owners live in this state. */
	readonly state?: string | undefined;
}

export type RankedSets = (order: RankOrder, filter: TeamFilter) => RankedSet;

/** The number of rounds that count for a team up to a round; at least one. */
export const countRounds = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Creates the ranked sets of one version of the standings. All teams by rank are in the order of the standings; other sets
 * are listed on first use, with four bytes per team.
 */
export function createRankedSets(view: StandingsView, traits: TeamTraits): RankedSets {
	const lists = new Map<string, Int32Array>();
	const getAverage = (teamId: TeamId): Points =>
		(view.totalOf(teamId) ?? 0) / countRounds(traits.startRoundOf(teamId) || null, view.roundId ?? 0);
	const getRankLookup = (order: RankOrder) => (order === "roundPoints" ? view.roundRankOf : view.overallRankOf);

	function getOrCreateList(name: string, create: () => Int32Array): Int32Array {
		const list = lists.get(name) ?? create();
		lists.set(name, list);
		return list;
	}

	const listAll = (order: RankOrder): Int32Array =>
		getOrCreateList(order, () => {
			const teams = new Int32Array(view.teamCount);
			view.fillOrder(order === "roundPoints" ? "round" : "overall", teams);
			return order === "avgPoints" ? sortByAverage(teams, getAverage) : teams;
		});

	function listFiltered(order: RankOrder, { squadId, state }: TeamFilter): Int32Array {
		const code = state ? getStateCode(state) : null;
		if (code === 0 || (squadId && !traits.isSupported(squadId))) return new Int32Array(0);
		return getOrCreateList(`${order} ${squadId} ${code}`, () =>
			listAll(order).filter(
				(teamId) =>
					(!squadId || traits.squadOf(teamId) === squadId) && (code === null || traits.stateOf(teamId) === code),
			),
		);
	}

	/** Negative if the first team ranks before the second. */
	function compare(order: RankOrder, first: TeamId, second: TeamId): number {
		const byAverage = order === "avgPoints" ? getAverage(second) - getAverage(first) : 0;
		return byAverage || (getRankLookup(order)(first) ?? 0) - (getRankLookup(order)(second) ?? 0);
	}

	/** Finds a team's place in an ordered list by binary search. */
	function findPlace(teams: Int32Array, order: RankOrder, teamId: TeamId): number {
		if (getRankLookup(order)(teamId) === null) return -1;
		let low = 0;
		let high = teams.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (compare(order, teams[middle] ?? 0, teamId) < 0) low = middle + 1;
			else high = middle;
		}
		return teams[low] === teamId ? low : -1;
	}

	return (order, filter) => {
		if (!filter.squadId && !filter.state && order !== "avgPoints") {
			const slice = order === "roundPoints" ? view.roundOrder : view.overallOrder;
			return { length: view.teamCount, slice, placeOf: (teamId) => (getRankLookup(order)(teamId) ?? 0) - 1 };
		}
		const teams = filter.squadId || filter.state ? listFiltered(order, filter) : listAll(order);
		return {
			length: teams.length,
			slice: (from, to) => teams.subarray(from, Math.max(from, to)),
			placeOf: (teamId) => findPlace(teams, order, teamId),
		};
	};
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
