import * as leagueCalls from "@first-bounce/contract/leagues/past-leagues";
import * as calls from "@first-bounce/contract/stats/past-seasons";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { getPastDraft, getPastLeague, listPastLeagues, type PastLeagueServices } from "./past-leagues.ts";
import { getPastTeam } from "./past-team.ts";
import { getPastRankings, getPastSeasonView, listPastSeasons } from "./service.ts";

/** Each request computes a whole ladder, of up to 10,000 teams. */
const MAX_LADDERS_PER_MINUTE = 240;
/** Each request computes the ladders of all leagues on a page, one after another. */
const MAX_LISTS_PER_MINUTE = 30;

export function registerPastSeasons(app: FastifyInstance, services: PastLeagueServices): void {
	route(app, calls.listPastSeasons, ({ viewerId }) => listPastSeasons(services, viewerId));
	route(app, calls.showPastSeason, ({ params, viewerId }) => getPastSeasonView(services, viewerId, params.seasonId));
	route(app, calls.showPastRankings, ({ params, query, viewerId }) =>
		getPastRankings(services, viewerId, { ...params, ...query }),
	);
	route(app, calls.showPastTeam, ({ params, viewerId }) => getPastTeam(services, viewerId, params));
	route(app, leagueCalls.listPastLeagues, {
		perMinute: MAX_LISTS_PER_MINUTE,
		handler: ({ caller, params, query }) => listPastLeagues(services, caller.userId, { ...params, ...query }),
	});
	route(app, leagueCalls.showPastLeague, {
		perMinute: MAX_LADDERS_PER_MINUTE,
		handler: ({ params, query, viewerId }) => getPastLeague(services, viewerId, { ...params, ...query }),
	});
	route(app, leagueCalls.showPastDraft, ({ params, viewerId }) => getPastDraft(services, viewerId, params));
}
