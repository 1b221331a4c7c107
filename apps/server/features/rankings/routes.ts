import type { SuccessOf } from "@first-bounce/contract/call";
import * as officialLeagues from "@first-bounce/contract/leagues/official-leagues";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { showProjectedTotals, showTeamRank } from "@first-bounce/contract/team/team";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { TeamServices } from "../team/load-team.ts";
import { joinOfficialLeague, leaveOfficialLeague, listOfficialLeagues } from "./official-leagues/service.ts";
import type { RankingQuery } from "./rankings-page.ts";
import { createRoundAverages, getRoundResult } from "./round-result/service.ts";
import { registerSeasonReport } from "./season-report/routes.ts";
import { getProjectedTotals, getRankings, getTeamRank, type RankingServices } from "./service.ts";

const RESULTS_PER_MINUTE = 120;

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
	const resultServices = { ...team, roundAverages: createRoundAverages(team.pool) };
	route(app, showRoundResult, {
		perAccountPerMinute: RESULTS_PER_MINUTE,
		handler: ({ caller, params }) => getRoundResult(resultServices, caller.userId, params.roundId),
	});
	registerSeasonReport(app, team);
}

function registerOfficialLeagues(app: FastifyInstance, services: RankingServices): void {
	const listLeagues = async (userId: UserId) => ({ leagues: await listOfficialLeagues(services, userId) });
	route(app, officialLeagues.showOfficialLeagues, ({ caller }) => listLeagues(caller.userId));
	route(app, officialLeagues.joinOfficialLeague, async ({ caller, params }) => {
		await joinOfficialLeague(services, caller.userId, params.kind);
		return listLeagues(caller.userId);
	});
	route(app, officialLeagues.leaveOfficialLeague, async ({ caller, params }) => {
		await leaveOfficialLeague(services, caller.userId, params.kind);
		return listLeagues(caller.userId);
	});
}
