import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import type { Dollars, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { RankOrder, SortDirection } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { createRankedSets, type RankedSets, type TeamFilter } from "./filtered-rankings.ts";
import { buildRankingRow } from "./ranking-row.ts";
import type { TeamDirectory } from "./team-directory.ts";

/** The filter, order and page of a rankings request. */
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
	readonly before: StandingsView | null;
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

const setsByView = new WeakMap<StandingsView, { directory: TeamDirectory; traitsVersion: number; sets: RankedSets }>();

/** Returns the filtered rankings of a view, cached until a team's club, state or start round changes. */
function getRankedSets(view: StandingsView, directory: TeamDirectory): RankedSets {
	const { traitsVersion } = directory;
	const cached = setsByView.get(view);
	if (cached?.directory === directory && cached.traitsVersion === traitsVersion) return cached.sets;
	const sets = createRankedSets(view, directory);
	setsByView.set(view, { directory, traitsVersion, sets });
	return sets;
}

/** Builds a page with the viewer's own row. Ascending order reverses the rows but not the ranks. */
export function buildRankingsPage(
	{ view, before, getTeamValue }: RankedStandings,
	directory: TeamDirectory,
	query: RankingQuery,
	userId: UserId | null,
): RankingsPage {
	const { order, direction, page, limit } = query;
	const set = getRankedSets(view, directory)(order, query);
	// Ranks by round points are not compared with the previous round.
	const previous = before && order !== "roundPoints" ? getRankedSets(before, directory)(order, query) : null;
	const rounds = { from: 1, to: view.roundId ?? 0 };

	const buildRow = (teamId: TeamId, position: number): RankingRow =>
		buildRankingRow(
			{
				rank: position + 1,
				previousRank: (previous && previous.findPosition(teamId) + 1) || null,
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
			userId,
		);

	const start = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
	const from = Math.max(0, start);
	const teams = Array.from(set.slice(from, Math.max(from, Math.min(set.length, start + limit))));
	const rows = teams.map((teamId, index) => buildRow(teamId, from + index));
	const ownTeam = userId === null ? null : directory.findTeamId(userId);
	const ownPosition = ownTeam === null ? -1 : set.findPosition(ownTeam);
	return {
		rankings: direction === "asc" ? rows.reverse() : rows,
		nextPage: page * limit < set.length ? page + 1 : null,
		currentUserRanking: ownTeam === null || ownPosition < 0 ? null : buildRow(ownTeam, ownPosition),
		isLive: view.isLive,
		total: set.length,
	};
}
