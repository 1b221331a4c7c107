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
	/** -1 for a team that is not among them. */
	readonly placeOf: (teamId: TeamId) => number;
}

export interface TeamFilter {
	/** Teams whose owners support this squad. */
	readonly squadId?: number | undefined;
	/** Teams whose owners live there. */
	readonly state?: string | undefined;
}

export type RankedSets = (order: RankOrder, filter: TeamFilter) => RankedSet;

const NOBODY: RankedSet = { length: 0, slice: () => [], placeOf: () => -1 };
type Kind = "all" | "state" | "squad" | "both";

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

	const codes: Readonly<Record<Kind, (teamId: TeamId) => number>> = {
		all: () => 0,
		state: (teamId) => states[teamId] ?? 0,
		squad: (teamId) => squadCodes[teamId] ?? 0,
		both: (teamId) => (squadCodes[teamId] ?? 0) * STATE_CODES + (states[teamId] ?? 0),
	};
	const squads = squadCodeOf.size + 1;
	const counts: Readonly<Record<Kind, number>> = {
		...{ all: 1, state: STATE_CODES, squad: squads, both: squads * STATE_CODES },
	};

	const narrowed = (order: RankOrder, kind: Kind, group: number): RankedSet => {
		const codeOf = codes[kind];
		const key = `${order} ${kind}`;
		const made = groups.get(key) ?? groupOrder(orderOf(order), counts[kind], codeOf);
		groups.set(key, made);
		const { members, starts, places } = made;
		const [first, end] = [starts[group] ?? 0, starts[group + 1] ?? 0];
		return {
			length: end - first,
			slice: (from, to) => members.subarray(first + from, Math.max(first + from, Math.min(end, first + to))),
			placeOf: (teamId) => (codeOf(teamId) === group ? (places[teamId] ?? 0) - 1 : -1),
		};
	};

	const everyone = (order: RankOrder): RankedSet => {
		if (order === "avgPoints") return narrowed(order, "all", 0);
		const [slice, rankOf] =
			order === "roundPoints" ? [view.roundOrder, view.roundRankOf] : [view.overallOrder, view.overallRankOf];
		return { length: view.teamCount, slice, placeOf: (teamId) => (rankOf(teamId) ?? 0) - 1 };
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
