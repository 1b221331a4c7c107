import {
	listPastSeasons as listCall,
	showPastRankings,
	showPastSeason,
	showPastTeam,
} from "@first-bounce/contract/stats/past-seasons";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getPastTeam } from "./past-team.ts";
import { getPastRankings, getPastSeasonView, listPastSeasons, type PastSeasonServices } from "./service.ts";

const needs = "season";

export function registerPastSeasons(app: FastifyInstance, services: PastSeasonServices): void {
	route(app, listCall, { needs, handler: ({ viewerId }) => listPastSeasons(services, viewerId) });
	route(app, showPastSeason, {
		needs,
		handler: ({ params, viewerId }) => getPastSeasonView(services, viewerId, params.seasonId),
	});
	route(app, showPastRankings, {
		needs,
		handler: ({ params: { seasonId }, query: { page, limit }, viewerId }) =>
			getPastRankings(services, viewerId, { seasonId, page, limit }),
	});
	route(app, showPastTeam, { needs, handler: ({ params, viewerId }) => getPastTeam(services, viewerId, params) });
}
