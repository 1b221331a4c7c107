import type { SuccessOf } from "@first-bounce/contract/call";
import { openLeagueRankings } from "@first-bounce/contract/stats/rankings";
import { overallRank } from "@first-bounce/contract/team/team";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { RankingQuery } from "./rankings-page.ts";
import { openRankings, type RankingServices, teamRank } from "./service.ts";

/** The same call with leagueId: the ladder of a league. */
export type LeagueRankings = (
	leagueId: number,
	query: RankingQuery,
	userId: UserId,
) => Promise<SuccessOf<typeof openLeagueRankings>>;

export function registerRankings(app: FastifyInstance, services: RankingServices, ofLeague: LeagueRankings): void {
	route(app, openLeagueRankings, {
		needs: "season",
		isRead: true,
		handler: ({ query, caller: { userId } }) =>
			query.leagueId === undefined ? openRankings(services, query, userId) : ofLeague(query.leagueId, query, userId),
	});
	route(app, overallRank, { needs: "season", handler: ({ query }) => teamRank(services, query) });
}
