import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import type { Dollars, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RankOrder, SortDirection } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { createRankedSets, type RankedSets, type TeamFilter } from "./ranked-sets.ts";
import { buildRankingRow } from "./ranking-row.ts";
import type { TeamDirectory } from "./team-directory.ts";

/** An order of a set of teams, and a page of it. */
export interface RankingQuery extends TeamFilter {
	readonly order: RankOrder;
	readonly direction: SortDirection;
	readonly page: number;
	readonly limit: number;
	/** 0 is to date. */
	readonly roundId: RoundId;
}

export interface RankedStandings {
	readonly view: StandingsView;
	/** Those of the round before, for who moved. */
	readonly before: StandingsView | null;
	/** What a team was worth at the end of a past round; absent to date. */
	readonly worthOf?: (teamId: TeamId) => Dollars | null;
}

export type RankingsPage = SuccessOf<typeof showRankings>;

/** The page of a round in which nobody is ranked. */
export const EMPTY_PAGE: RankingsPage = {
	rankings: [],
	nextPage: null,
	currentUserRanking: null,
	isLive: false,
	total: 0,
};

const setsByView = new WeakMap<StandingsView, { directory: TeamDirectory; traitsVersion: number; sets: RankedSets }>();

/** The sets of a view, kept until somebody's club, state or start round changes. */
function getRankedSets(view: StandingsView, directory: TeamDirectory): RankedSets {
	const { traitsVersion } = directory;
	const known = setsByView.get(view);
	if (known?.directory === directory && known.traitsVersion === traitsVersion) return known.sets;
	const sets = createRankedSets(view, directory);
	setsByView.set(view, { directory, traitsVersion, sets });
	return sets;
}

/** One page with the reader's own row. Ascending turns the rows round, not the ranks. */
export function buildRankingsPage(
	{ view, before, worthOf }: RankedStandings,
	directory: TeamDirectory,
	query: RankingQuery,
	userId: UserId,
): RankingsPage {
	const { order, direction, page, limit } = query;
	const set = getRankedSets(view, directory)(order, query);
	// A round's points say nothing of the round before.
	const earlier = before && order !== "roundPoints" ? getRankedSets(before, directory)(order, query) : null;
	const rounds = { from: 1, to: view.roundId ?? 0 };

	const rowOf = (teamId: TeamId, place: number): RankingRow =>
		buildRankingRow(
			{
				rank: place + 1,
				previousRank: (earlier && earlier.placeOf(teamId) + 1) || null,
				teamId,
				roundPoints: view.pointsOf(teamId) ?? 0,
				roundRank: view.roundRankOf(teamId) ?? 0,
				totalPoints: view.totalOf(teamId) ?? 0,
				highestRoundPoints: view.highestOf(teamId) ?? 0,
				overallRank: view.overallRankOf(teamId) ?? 0,
				teamValue: worthOf?.(teamId) ?? null,
			},
			directory.ownerOf(teamId),
			rounds,
			userId,
		);

	const start = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
	const from = Math.max(0, start);
	const teams = Array.from(set.slice(from, Math.max(from, Math.min(set.length, start + limit))));
	const rows = teams.map((teamId, index) => rowOf(teamId, from + index));
	const ownTeam = directory.teamOf(userId);
	const ownPlace = ownTeam === null ? -1 : set.placeOf(ownTeam);
	return {
		rankings: direction === "asc" ? rows.reverse() : rows,
		nextPage: page * limit < set.length ? page + 1 : null,
		currentUserRanking: ownTeam === null || ownPlace < 0 ? null : rowOf(ownTeam, ownPlace),
		isLive: view.isLive,
		total: set.length,
	};
}
