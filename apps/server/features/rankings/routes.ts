import type { SuccessOf } from "@first-bounce/contract/call";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showProjectedTotals, showTeamRank } from "@first-bounce/contract/team/team";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { TeamServices } from "../team/load-team.ts";
import { registerOfficialLeagues } from "./official-leagues/routes.ts";
import type { RankingQuery } from "./rankings-page.ts";
import { registerRoundResult } from "./round-result/routes.ts";
import { registerSeasonReport } from "./season-report/routes.ts";
import { getProjectedTotals, getRankings, getTeamRank, type RankingServices } from "./service.ts";

interface RankingRouteServices extends RankingServices {
	readonly team: TeamServices;
	/** Handles `showRankings` with a `leagueId`, for the ladder of a league. */
	readonly getLeagueRankings: (
		leagueId: number,
		query: Omit<RankingQuery, "best">,
		viewerId: UserId | null,
	) => Promise<SuccessOf<typeof showRankings>>;
}

/** Registers the calls for rankings, ranks, and the results of a round and a season. */
export function registerRankings(app: FastifyInstance, services: RankingRouteServices): void {
	const { team, getLeagueRankings } = services;
	route(app, showRankings, {
		allowsCachedSession: true,
		handler: ({ query, viewerId }) =>
			query.leagueId === undefined
				? getRankings(services, query, viewerId)
				: getLeagueRankings(query.leagueId, query, viewerId),
	});
	registerOfficialLeagues(app, services);
	route(app, showTeamRank, ({ query }) => getTeamRank(services, query));
	route(app, showProjectedTotals, ({ query }) => getProjectedTotals(services, query.teamId));
	registerRoundResult(app, team);
	registerSeasonReport(app, team);
}
