import type { TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { StandingsView } from "../standings/standings-view.ts";
import { orderByAverage, roundsCounted } from "./order-by-average.ts";
import type { RankedTeam, RankingPage, RankingRequest } from "./ranking-request.ts";
import { readTeamTraits, stateCode, type TeamTraits } from "./team-traits.ts";

/** Traits are read again when they are older than this: a club changed a moment ago may wait a little. */
const TRAITS_FOR = 15_000;
/** Sets kept for one version of the standings. */
const MOST_SETS = 64;

type Order = Int32Array | readonly number[];

/** Takes what the view has on a team now: its memory is reused later. */
function rankedTeam(view: StandingsView, teamId: TeamId, rank: number): RankedTeam {
	return {
		rank,
		teamId,
		roundPoints: view.pointsOf(teamId) ?? 0,
		roundRank: view.roundRankOf(teamId) ?? 0,
		totalPoints: view.totalOf(teamId) ?? 0,
		highestRoundPoints: view.highestOf(teamId) ?? 0,
		overallRank: view.overallRankOf(teamId) ?? 0,
		teamValue: null,
	};
}

export interface CurrentRankings {
	readonly page: (request: RankingRequest, ownTeamId: TeamId | null) => Promise<RankingPage>;
}

/**
 * The rankings to date. Everyone by total or round points is a stretch of the standings' own order; a filtered set or
 * the order by average is made once a version and kept.
 */
export function createCurrentRankings(sources: {
	readonly pool: Pool;
	readonly view: () => StandingsView;
	readonly seasonId: () => number;
	readonly wallNow: () => number;
}): CurrentRankings {
	const { pool, view: currentView, seasonId, wallNow } = sources;
	let known: { readonly readAt: number; readonly seasonId: number; readonly traits: Promise<TeamTraits> } | null = null;
	let sets = { version: -1, traits: null as TeamTraits | null, byKey: new Map<string, Int32Array>() };

	const traitsNow = (): Promise<TeamTraits> => {
		const now = wallNow();
		if (known?.seasonId === seasonId() && Math.abs(now - known.readAt) < TRAITS_FOR) return known.traits;
		const traits = readTeamTraits(pool, seasonId());
		const reading = { readAt: now, seasonId: seasonId(), traits };
		known = reading;
		traits.catch(() => {
			if (known === reading) known = null;
		});
		return traits;
	};

	const setFor = async ({ order, squadId, state }: RankingRequest) => {
		const traits = await traitsNow();
		const view = currentView();
		if (sets.version !== view.version || sets.traits !== traits || sets.byKey.size >= MOST_SETS)
			sets = { version: view.version, traits, byKey: new Map() };
		const key = `${order} ${squadId ?? 0} ${state ?? ""}`;
		const kept = sets.byKey.get(key);
		if (kept) return { view, set: kept };
		const all = order === "roundPoints" ? view.roundOrder(0, view.teamCount) : view.overallOrder(0, view.teamCount);
		const wantedState = state ? stateCode(state) : 0;
		const belongs = (teamId: TeamId) =>
			(!squadId || traits.squads[teamId] === squadId) && (!wantedState || traits.states[teamId] === wantedState);
		const filtered = Int32Array.from(squadId || wantedState ? all.filter(belongs) : all);
		const rounds = (teamId: TeamId) => roundsCounted(traits.startRounds[teamId] || null, view.roundId ?? 0);
		const set =
			order === "avgPoints" ? orderByAverage(filtered, (teamId) => view.totalOf(teamId) ?? 0, rounds) : filtered;
		sets.byKey.set(key, set);
		return { view, set };
	};

	/** Numbers the rows of a page: asc turns the rows round, not the ranks (decisions §3). */
	const cut = (
		view: StandingsView,
		total: number,
		{ direction, from, limit }: RankingRequest,
		slice: (from: number, to: number) => Order,
		ownPlace: number | null,
		ownTeamId: TeamId | null,
	): RankingPage => {
		const first = direction === "asc" ? total - from - limit : from;
		const start = Math.max(0, first);
		const rows = Array.from(slice(start, Math.max(0, first + limit)), (teamId, index) =>
			rankedTeam(view, teamId, start + index + 1),
		);
		const own = ownTeamId !== null && ownPlace !== null ? rankedTeam(view, ownTeamId, ownPlace) : null;
		return { teams: direction === "asc" ? rows.reverse() : rows, own, total };
	};

	return {
		page: async (request, ownTeamId) => {
			const { order, squadId, state } = request;
			if (squadId || state || order === "avgPoints") {
				const { view, set } = await setFor(request);
				const place = ownTeamId === null ? 0 : set.indexOf(ownTeamId) + 1;
				const slice = (from: number, to: number) => set.slice(from, to);
				return cut(view, set.length, request, slice, place > 0 ? place : null, ownTeamId);
			}
			const view = currentView();
			const isRound = order === "roundPoints";
			const place = ownTeamId === null ? null : (isRound ? view.roundRankOf : view.overallRankOf)(ownTeamId);
			return cut(view, view.teamCount, request, isRound ? view.roundOrder : view.overallOrder, place, ownTeamId);
		},
	};
}
