import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { StandingsView } from "../standings/standings-view.ts";
import { type TeamTraits, teamTraits } from "./queries.ts";
import type { RankedTeam, RankingPage, RankingRequest } from "./ranking-request.ts";

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

/** Points a round from the team's start round to the view's, by team; the overall order decides between equals. */
function byAverage(view: StandingsView, order: Order, traits: ReadonlyMap<TeamId, TeamTraits>): number[] {
	const rounds = (teamId: TeamId) => (view.roundId ?? 0) - (traits.get(teamId)?.start_round_id ?? 1) + 1;
	const average = new Map(Array.from(order, (teamId) => [teamId, (view.totalOf(teamId) ?? 0) / rounds(teamId)]));
	return [...order].sort((a, b) => (average.get(b) ?? 0) - (average.get(a) ?? 0));
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
	let traits = { readAt: Number.NEGATIVE_INFINITY, seasonId: 0, teams: Promise.resolve(new Map<TeamId, TeamTraits>()) };
	let sets = { version: -1, readAt: 0, byKey: new Map<string, Order>() };

	const readTraits = (): Promise<Map<TeamId, TeamTraits>> => {
		const now = wallNow();
		if (traits.seasonId === seasonId() && Math.abs(now - traits.readAt) < TRAITS_FOR) return traits.teams;
		const teams = teamTraits(pool, seasonId()).then((rows) => new Map(rows.map((row) => [row.team_id, row])));
		traits = { readAt: now, seasonId: seasonId(), teams };
		teams.catch(() => {
			traits = { ...traits, readAt: Number.NEGATIVE_INFINITY };
		});
		return teams;
	};

	const setFor = async ({ order, squadId, state }: RankingRequest): Promise<{ view: StandingsView; set: Order }> => {
		const known = await readTraits();
		const view = currentView();
		if (sets.version !== view.version || sets.readAt !== traits.readAt || sets.byKey.size >= MOST_SETS)
			sets = { version: view.version, readAt: traits.readAt, byKey: new Map() };
		const key = `${order} ${squadId ?? 0} ${state ?? ""}`;
		const kept = sets.byKey.get(key);
		if (kept) return { view, set: kept };
		const all = order === "roundPoints" ? view.roundOrder(0, view.teamCount) : view.overallOrder(0, view.teamCount);
		const belongs = (teamId: TeamId) => {
			const team = known.get(teamId);
			return (!squadId || team?.supported_squad_id === squadId) && (!state || team?.state === state);
		};
		const filtered = squadId || state ? all.filter(belongs) : all;
		const set = Int32Array.from(order === "avgPoints" ? byAverage(view, filtered, known) : filtered);
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

/** How many rounds count for a team up to one; at least one. */
export const roundsCounted = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);
