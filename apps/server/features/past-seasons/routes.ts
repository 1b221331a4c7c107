import {
	listPastLeagues as listLeaguesCall,
	showPastDraft,
	showPastLeague,
} from "@first-bounce/contract/leagues/past-leagues";
import {
	listPastSeasons as listCall,
	showPastRankings,
	showPastSeason,
	showPastTeam,
} from "@first-bounce/contract/stats/past-seasons";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { getPastDraft, getPastLeague, listPastLeagues, type PastLeagueServices } from "./past-leagues.ts";
import { getPastTeam } from "./past-team.ts";
import { getPastRankings, getPastSeasonView, listPastSeasons } from "./service.ts";

const needs = "season";
/** Each request computes a whole ladder, of up to 10,000 teams. */
const MAX_LADDERS_PER_MINUTE = 240;
/** Each request computes the ladders of all leagues on a page, one after another. */
const MAX_LISTS_PER_MINUTE = 30;

export function registerPastSeasons(app: FastifyInstance, services: PastLeagueServices): void {
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
	registerPastLeagues(app, services);
}

function registerPastLeagues(app: FastifyInstance, services: PastLeagueServices): void {
	route(app, listLeaguesCall, {
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
	route(app, showPastDraft, {
		needs,
		handler: ({ params, viewerId }) => getPastDraft(services, viewerId, params),
	});
}
