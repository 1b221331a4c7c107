import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import type { Dollars, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RankOrder, SortDirection } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../standings/standings-view.ts";
import { createRankedSetFinder, type FindRankedSet, type TeamFilter } from "./filtered-rankings.ts";
import { buildRankingRow } from "./ranking-row.ts";
import type { TeamDirectory } from "./team-directory.ts";

export interface RankingQuery extends TeamFilter {
	readonly order: RankOrder;
	readonly direction: SortDirection;
	readonly page: number;
	readonly limit: number;
	/** 0 means the current standings. */
	readonly roundId: RoundId;
}

export interface RankedStandings {
	readonly view: StandingsView;
	/** The standings of the previous round, for rank changes. */
	readonly previousView: StandingsView | null;
	/** A team's value at the end of a past round; absent for current standings. */
	readonly getTeamValue?: (teamId: TeamId) => Dollars | null;
}

export type RankingsPage = SuccessOf<typeof showRankings>;

/** The page of a round without ranked teams. */
export const EMPTY_PAGE: RankingsPage = {
	rankings: [],
	nextPage: null,
	currentUserRanking: null,
	isLive: false,
	total: 0,
};

interface CachedFinder {
	readonly directory: TeamDirectory;
	readonly traitsVersion: number;
	readonly findRankedSet: FindRankedSet;
}
const findersByView = new WeakMap<StandingsView, CachedFinder>();

/** Gets the finder of filtered rankings of a view, cached until a team's start round or its owner's club or state changes. */
function getRankedSetFinder(view: StandingsView, directory: TeamDirectory): FindRankedSet {
	const { traitsVersion } = directory;
	const cached = findersByView.get(view);
	if (cached?.directory === directory && cached.traitsVersion === traitsVersion) return cached.findRankedSet;
	const findRankedSet = createRankedSetFinder(view, directory);
	findersByView.set(view, { directory, traitsVersion, findRankedSet });
	return findRankedSet;
}

/** Builds a page with the viewer's own row. Ascending order reverses the rows but not the ranks. */
export function buildRankingsPage(
	{ view, previousView, getTeamValue }: RankedStandings,
	directory: TeamDirectory,
	query: RankingQuery,
	viewerId: UserId | null,
): RankingsPage {
	const { order, direction, page, limit } = query;
	const set = getRankedSetFinder(view, directory)(order, query);
	// Ranks by round points are not compared with the previous round.
	const previousSet =
		previousView && order !== "roundPoints" ? getRankedSetFinder(previousView, directory)(order, query) : null;
	const rounds = { from: 1, to: view.roundId ?? 0 };

	const findPreviousRank = (teamId: TeamId): number | null => {
		const position = previousSet?.findPosition(teamId) ?? -1;
		return position < 0 ? null : position + 1;
	};
	const buildRow = (teamId: TeamId, position: number): RankingRow =>
		buildRankingRow(
			{
				rank: position + 1,
				previousRank: findPreviousRank(teamId),
				teamId,
				roundPoints: view.getPoints(teamId) ?? 0,
				roundRank: view.getRoundRank(teamId) ?? 0,
				totalPoints: view.getTotal(teamId) ?? 0,
				highestRoundPoints: view.getHighest(teamId) ?? 0,
				overallRank: view.getOverallRank(teamId) ?? 0,
				teamValue: getTeamValue?.(teamId) ?? null,
			},
			directory.getOwner(teamId),
			rounds,
			viewerId,
		);

	// In ascending order the first page has the last ranks, and the last page can be shorter.
	const start = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
	const from = Math.max(0, start);
	const teams = Array.from(set.slice(from, Math.max(from, Math.min(set.length, start + limit))));
	const rows = teams.map((teamId, index) => buildRow(teamId, from + index));
	const ownTeam = viewerId === null ? null : directory.findTeamId(viewerId);
	const ownPosition = ownTeam === null ? -1 : set.findPosition(ownTeam);
	return {
		rankings: direction === "asc" ? rows.reverse() : rows,
		nextPage: page * limit < set.length ? page + 1 : null,
		currentUserRanking: ownTeam === null || ownPosition < 0 ? null : buildRow(ownTeam, ownPosition),
		isLive: view.isLive,
		total: set.length,
	};
}
