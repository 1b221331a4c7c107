import * as calls from "@first-bounce/contract/leagues/league-history";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getLeagueHistory, getLeagueRivalry, type HistoryServices, listTrophies, setHistoryPage } from "./service.ts";

/** Each request computes the results of several seasons. */
const MAX_PER_MINUTE = 120;
const MAX_PAGE_CHANGES_PER_MINUTE = 30;

export function registerLeagueHistory(app: FastifyInstance, services: HistoryServices): void {
	route(app, calls.showLeagueHistory, {
		perMinute: MAX_PER_MINUTE,
		handler: ({ viewerId, params }) => getLeagueHistory(services, viewerId, params.id),
	});
	route(app, calls.showLeagueRivalry, {
		perMinute: MAX_PER_MINUTE,
		handler: ({ viewerId, params }) => getLeagueRivalry(services, viewerId, params),
	});
	route(app, calls.showTrophies, {
		perMinute: MAX_PER_MINUTE,
		handler: ({ viewerId, params }) => listTrophies(services, viewerId, params.userId),
	});
	route(app, calls.setHistoryPage, {
		perMinute: MAX_PAGE_CHANGES_PER_MINUTE,
		handler: async ({ caller, params, body }) => ({
			page: await setHistoryPage(services, caller.userId, { id: params.id, isOn: body.isOn }),
		}),
	});
}
