import { openLeagueRankings } from "@first-bounce/contract/rankings";
import { overallRank } from "@first-bounce/contract/team";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { openRankings, type RankingServices, teamRank } from "./use-cases.ts";

export function registerRankings(app: FastifyInstance, services: RankingServices): void {
	route(app, openLeagueRankings, {
		needs: "season",
		handler: ({ query, caller }) => openRankings(services, query, caller.userId),
	});
	route(app, overallRank, { needs: "season", handler: ({ query }) => teamRank(services, query) });
}
