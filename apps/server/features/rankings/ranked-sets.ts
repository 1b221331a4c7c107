import type { Points, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { getStateCode, type TeamTraits } from "./team-directory.ts";

/** Teams best first; places count from 0. */
interface RankedSet {
	readonly length: number;
	readonly slice: (from: number, to: number) => ArrayLike<TeamId>;
	/** -1 for a team that is not among them. */
	readonly placeOf: (teamId: TeamId) => number;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: SquadId | undefined;
	/** Teams whose owners live in this state. */
	readonly state?: string | undefined;
}

export type RankedSets = (order: RankOrder, filter: TeamFilter) => RankedSet;

/** How many rounds count for a team up to one; at least one. */
export const countRounds = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Every set that the rankings of one version can be narrowed to. All teams by a rank are the standings' own order;
 * others are listed when they are first asked for, four bytes a team.
 */
export function createRankedSets(view: StandingsView, traits: TeamTraits): RankedSets {
	const lists = new Map<string, Int32Array>();
	const averageOf = (teamId: TeamId): Points =>
		(view.totalOf(teamId) ?? 0) / countRounds(traits.startRoundOf(teamId) || null, view.roundId ?? 0);
	const rankIn = (order: RankOrder) => (order === "roundPoints" ? view.roundRankOf : view.overallRankOf);

	function listOf(name: string, make: () => Int32Array): Int32Array {
		const list = lists.get(name) ?? make();
		lists.set(name, list);
		return list;
	}

	const everybody = (order: RankOrder): Int32Array =>
		listOf(order, () => {
			const teams = new Int32Array(view.teamCount);
			view.fillOrder(order === "roundPoints" ? "round" : "overall", teams);
			return order === "avgPoints" ? sortByAverage(teams, averageOf) : teams;
		});

	function filtered(order: RankOrder, { squadId, state }: TeamFilter): Int32Array {
		const code = state ? getStateCode(state) : null;
		if (code === 0 || (squadId && !traits.isSupported(squadId))) return new Int32Array(0);
		return listOf(`${order} ${squadId} ${code}`, () =>
			everybody(order).filter(
				(teamId) =>
					(!squadId || traits.squadOf(teamId) === squadId) && (code === null || traits.stateOf(teamId) === code),
			),
		);
	}

	/** Negative if the first team ranks before the second. */
	function compare(order: RankOrder, first: TeamId, second: TeamId): number {
		const byAverage = order === "avgPoints" ? averageOf(second) - averageOf(first) : 0;
		return byAverage || (rankIn(order)(first) ?? 0) - (rankIn(order)(second) ?? 0);
	}

	/** A place among teams that are in order, by binary search. */
	function placeIn(teams: Int32Array, order: RankOrder, teamId: TeamId): number {
		if (rankIn(order)(teamId) === null) return -1;
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
			return { length: view.teamCount, slice, placeOf: (teamId) => (rankIn(order)(teamId) ?? 0) - 1 };
		}
		const teams = filter.squadId || filter.state ? filtered(order, filter) : everybody(order);
		return {
			length: teams.length,
			slice: (from, to) => teams.subarray(from, Math.max(from, to)),
			placeOf: (teamId) => placeIn(teams, order, teamId),
		};
	};
}

/** Different averages differ by more than this part of a point in any season of up to 63 rounds. */
const AVERAGE_STEPS = 4_000;
const MAX_AVERAGE = 1 << 16;
const MAX_TEAMS = 1 << 24;

/**
 * Teams by points a round, best first; equals stay in the overall order, in which they come. Sorts one number a team,
 * its average before its place: a sort with a function of ours would hold up every other request for a second.
 */
export function sortByAverage(overall: Int32Array, averageOf: (teamId: TeamId) => Points): Int32Array {
	const keys = new Float64Array(overall.length);
	for (const [place, teamId] of overall.entries())
		keys[place] = Math.round((MAX_AVERAGE - averageOf(teamId)) * AVERAGE_STEPS) * MAX_TEAMS + place;
	return Int32Array.from(keys.sort(), (key) => overall[key % MAX_TEAMS] ?? 0);
}
