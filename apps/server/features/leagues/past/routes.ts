import { listPastLeagues as listCall, showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getPastLeague, listPastLeagues, type PastLeagueServices } from "./service.ts";

const needs = "season";
/** Each request computes a whole ladder, of up to 10,000 teams. */
const MAX_LADDERS_PER_MINUTE = 240;
/** Each request computes the ladders of all leagues on a page, one after another. */
const MAX_LISTS_PER_MINUTE = 30;

export function registerPastLeagues(app: FastifyInstance, services: PastLeagueServices): void {
	route(app, listCall, {
		needs,
		perMinute: MAX_LISTS_PER_MINUTE,
		handler: ({ caller, params, query }) =>
			listPastLeagues(services, caller.userId, {
				seasonId: params.seasonId,
				page: query.page,
				limit: query.limit,
			}),
	});
	route(app, showPastLeague, {
		needs,
		perMinute: MAX_LADDERS_PER_MINUTE,
		handler: ({ params: { seasonId, leagueId }, query: { page, limit }, viewerId }) =>
			getPastLeague(services, viewerId, { seasonId, leagueId, page, limit }),
	});
}
