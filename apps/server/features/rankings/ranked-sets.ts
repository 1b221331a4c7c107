import type { TeamId } from "@first-bounce/rules/ids";
import type { RankOrder } from "@first-bounce/rules/rankings/team-ranks";
import type { StandingsView } from "../standings/standings-view.ts";
import { type Groups, groupOrder } from "./group-order.ts";
import { orderByAverage, roundsCounted } from "./order-by-average.ts";
import { STATE_CODES, stateCode, type TeamTraits } from "./team-traits.ts";

/** Teams best first; places count from 0. */
export interface RankedSet {
	readonly length: number;
	readonly slice: (from: number, to: number) => ArrayLike<TeamId>;
	/** Null for a team that is not among them. */
	readonly placeOf: (teamId: TeamId) => number | null;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: number | undefined;
	/** Teams whose owners live there. */
	readonly state?: string | undefined;
}

export type RankedSets = (order: RankOrder, filter: TeamFilter) => RankedSet;

const NOBODY: RankedSet = { length: 0, slice: () => [], placeOf: () => null };
type Kind = "state" | "squad" | "both";

/**
 * Every set that the rankings of one version can be narrowed to. All teams by a rank are a stretch of the standings'
 * own order; the groups of a kind of filter are made together when one is first asked for, and kept with the version.
 */
export function rankedSets(view: StandingsView, traits: TeamTraits): RankedSets {
	const { squadCodes, squadCodeOf, states, startRounds } = traits;
	const orders = new Map<RankOrder, Int32Array>();
	const groups = new Map<string, Groups>();
	const upTo = view.roundId ?? 0;
	const totalOf = (teamId: TeamId) => view.totalOf(teamId) ?? 0;
	const averageOf = (teamId: TeamId) => totalOf(teamId) / roundsCounted(startRounds[teamId] || null, upTo);
	const overallOf = (teamId: TeamId) => view.overallRankOf(teamId) ?? 0;
	const roundOf = (teamId: TeamId) => view.roundRankOf(teamId) ?? 0;

	const makeOrder = (order: RankOrder): Int32Array => {
		const teams = new Int32Array(view.teamCount);
		view.fillOrder(order === "roundPoints" ? "round" : "overall", teams);
		if (order !== "avgPoints") return teams;
		return orderByAverage(teams, totalOf, (teamId) => roundsCounted(startRounds[teamId] || null, upTo));
	};
	const orderOf = (order: RankOrder): Int32Array => {
		const known = orders.get(order) ?? makeOrder(order);
		orders.set(order, known);
		return known;
	};

	const isBefore: Readonly<Record<RankOrder, (a: TeamId, b: TeamId) => boolean>> = {
		totalPoints: (a, b) => overallOf(a) < overallOf(b),
		roundPoints: (a, b) => roundOf(a) < roundOf(b),
		avgPoints: (a, b) => averageOf(a) > averageOf(b) || (averageOf(a) === averageOf(b) && overallOf(a) < overallOf(b)),
	};

	/** A sorted stretch: a team's place in it is found by halving. */
	const stretch = (members: Int32Array, order: RankOrder, belongs: (teamId: TeamId) => boolean): RankedSet => ({
		length: members.length,
		slice: (from, to) => members.subarray(from, Math.max(from, to)),
		placeOf: (teamId) => {
			if (view.overallRankOf(teamId) === null || !belongs(teamId)) return null;
			let [low, high] = [0, members.length];
			while (low < high) {
				const middle = (low + high) >>> 1;
				if (isBefore[order](members[middle] ?? 0, teamId)) low = middle + 1;
				else high = middle;
			}
			return members[low] === teamId ? low : null;
		},
	});

	const everyone = (order: RankOrder): RankedSet => {
		if (order === "avgPoints") return stretch(orderOf(order), order, () => true);
		const [slice, rankOf] =
			order === "roundPoints" ? [view.roundOrder, view.roundRankOf] : [view.overallOrder, view.overallRankOf];
		return { length: view.teamCount, slice, placeOf: (teamId) => ((rank) => rank && rank - 1)(rankOf(teamId)) };
	};

	const narrowed = (order: RankOrder, kind: Kind, group: number): RankedSet => {
		const codes: Readonly<Record<Kind, (teamId: TeamId) => number>> = {
			state: (teamId) => states[teamId] ?? 0,
			squad: (teamId) => squadCodes[teamId] ?? 0,
			both: (teamId) => (squadCodes[teamId] ?? 0) * STATE_CODES + (states[teamId] ?? 0),
		};
		const count = { state: STATE_CODES, squad: squadCodeOf.size + 1, both: (squadCodeOf.size + 1) * STATE_CODES }[kind];
		const key = `${order} ${kind}`;
		const made = groups.get(key) ?? groupOrder(orderOf(order), count, codes[kind]);
		groups.set(key, made);
		const members = made.members.subarray(made.starts[group], made.starts[group + 1]);
		return stretch(members, order, (teamId) => codes[kind](teamId) === group);
	};

	return (order, { squadId, state }) => {
		if (!squadId && !state) return everyone(order);
		const squad = squadId ? squadCodeOf.get(squadId) : 0;
		const wanted = state ? stateCode(state) : 0;
		if (squad === undefined || (state && wanted === 0)) return NOBODY;
		if (!squadId) return narrowed(order, "state", wanted);
		return state ? narrowed(order, "both", squad * STATE_CODES + wanted) : narrowed(order, "squad", squad);
	};
}
