import type { Points, RoundId, SquadId, TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/team-ranks";
import type { StandingsView } from "../standings/standings-view.ts";
import { stateCode, type TeamTraits } from "./team-directory.ts";

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

const EMPTY: RankedSet = { length: 0, slice: () => [], placeOf: () => -1 };

/** How many rounds count for a team up to one; at least one. */
export const roundsCounted = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Every set that the rankings of one version can be narrowed to. All teams by a rank are the standings' own order.
 * Teams by club and state are grouped when a filter is first used with an order: four bytes a team for each of them.
 */
export function rankedSets(view: StandingsView, { squads, states, startRounds }: TeamTraits): RankedSets {
	const orders = new Map<RankOrder, Int32Array>();
	const groups = new Map<string, ReadonlyMap<number, Int32Array>>();

	const averageOf = (teamId: TeamId): Points =>
		(view.totalOf(teamId) ?? 0) / roundsCounted(startRounds[teamId] || null, view.roundId ?? 0);
	const ranks = {
		totalPoints: view.overallRankOf,
		avgPoints: view.overallRankOf,
		roundPoints: view.roundRankOf,
	} as const;

	function orderOf(order: RankOrder): Int32Array {
		const known = orders.get(order);
		if (known) return known;
		const teams = new Int32Array(view.teamCount);
		view.fillOrder(order === "roundPoints" ? "round" : "overall", teams);
		const made = order === "avgPoints" ? orderByAverage(teams, averageOf, startRounds) : teams;
		orders.set(order, made);
		return made;
	}

	/** Negative if the first team ranks before the second. */
	function compare(order: RankOrder, first: TeamId, second: TeamId): number {
		const byAverage = order === "avgPoints" ? averageOf(second) - averageOf(first) : 0;
		return byAverage || (ranks[order](first) ?? 0) - (ranks[order](second) ?? 0);
	}

	/** A set of teams that are in order already, so that a team's place is found by binary search. */
	function setOf(members: Int32Array, order: RankOrder): RankedSet {
		return {
			length: members.length,
			slice: (from, to) => members.subarray(from, Math.max(from, to)),
			placeOf: (teamId) => {
				if (ranks[order](teamId) === null) return -1;
				let low = 0;
				let high = members.length;
				while (low < high) {
					const middle = (low + high) >> 1;
					if (compare(order, members[middle] ?? 0, teamId) < 0) low = middle + 1;
					else high = middle;
				}
				return members[low] === teamId ? low : -1;
			},
		};
	}

	function groupOf(order: RankOrder, { squadId, state }: TeamFilter): Int32Array | undefined {
		const bySquad = (teamId: TeamId) => squads[teamId] ?? 0;
		const byState = (teamId: TeamId) => states[teamId] ?? 0;
		const byBoth = (teamId: TeamId) => bySquad(teamId) * STATE_CODES + byState(teamId);
		const code = state ? stateCode(state) : 0;
		if (state && code === 0) return;
		const [kind, keyOf, key] = !squadId
			? (["state", byState, code] as const)
			: state
				? (["both", byBoth, squadId * STATE_CODES + code] as const)
				: (["squad", bySquad, squadId] as const);
		const name = `${order} ${kind}`;
		const made = groups.get(name) ?? groupInOrder(orderOf(order), keyOf);
		groups.set(name, made);
		return made.get(key);
	}

	return (order, filter) => {
		if (filter.squadId || filter.state) {
			const members = groupOf(order, filter);
			return members ? setOf(members, order) : EMPTY;
		}
		if (order === "avgPoints") return setOf(orderOf(order), order);
		const slice = order === "roundPoints" ? view.roundOrder : view.overallOrder;
		return { length: view.teamCount, slice, placeOf: (teamId) => (ranks[order](teamId) ?? 0) - 1 };
	};
}

const STATE_CODES = 16;

/** Teams by key, each group still in the order they came in. */
function groupInOrder(teams: Int32Array, keyOf: (teamId: TeamId) => number): ReadonlyMap<number, Int32Array> {
	const counts = new Map<number, number>();
	for (const teamId of teams) {
		const key = keyOf(teamId);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const groups = new Map([...counts].map(([key, count]) => [key, { members: new Int32Array(count), filled: 0 }]));
	for (const teamId of teams) {
		const group = groups.get(keyOf(teamId));
		if (group) group.members[group.filled++] = teamId;
	}
	return new Map([...groups].map(([key, { members }]) => [key, members]));
}

/**
 * Teams by points a round, best first; equals stay in the overall order, in which they come. Teams that started
 * together are in the right order already, so their rows are merged rather than sorted.
 */
export function orderByAverage(
	overall: Int32Array,
	averageOf: (teamId: TeamId) => Points,
	startRounds: Uint8Array,
): Int32Array {
	const rows = [
		...groupInOrder(
			overall.map((_, place) => place),
			(place) => startRounds[overall[place] ?? 0] ?? 0,
		),
	].map(([, places]) => ({ places, next: 0, average: averageOf(overall[places[0] ?? 0] ?? 0) }));
	const order = new Int32Array(overall.length);
	for (let place = 0; place < order.length; place++) {
		let best = rows[0];
		for (const row of rows) {
			if (row.next >= row.places.length) continue;
			const isEarlier = (row.places[row.next] ?? 0) < (best?.places[best.next] ?? Number.POSITIVE_INFINITY);
			if (!best || best.next >= best.places.length || row.average > best.average) best = row;
			else if (row.average === best.average && isEarlier) best = row;
		}
		if (!best) break;
		order[place] = overall[best.places[best.next] ?? 0] ?? 0;
		best.next++;
		if (best.next < best.places.length) best.average = averageOf(overall[best.places[best.next] ?? 0] ?? 0);
	}
	return order;
}
