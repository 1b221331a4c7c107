import * as calls from "@first-bounce/contract/leagues/league-history";
import type { FastifyInstance } from "fastify";
import { createRoutes, route } from "../../../plugins/route.ts";
import { getLeagueHistory, getLeagueRivalry, type HistoryServices, listTrophies, setHistoryPage } from "./service.ts";

/** Each request computes the results of several seasons. */
const MAX_PER_MINUTE = 120;
const MAX_PAGE_CHANGES_PER_MINUTE = 30;

export function registerLeagueHistory(app: FastifyInstance, services: HistoryServices): void {
	const registerLimited = createRoutes(app, { perMinute: MAX_PER_MINUTE });
	registerLimited(calls.showLeagueHistory, ({ viewerId, params }) => getLeagueHistory(services, viewerId, params.id));
	registerLimited(calls.showLeagueRivalry, ({ viewerId, params }) => getLeagueRivalry(services, viewerId, params));
	registerLimited(calls.showTrophies, ({ viewerId, params }) => listTrophies(services, viewerId, params.userId));
	route(app, calls.setHistoryPage, {
		perMinute: MAX_PAGE_CHANGES_PER_MINUTE,
		handler: async ({ caller, params, body }) => ({
			page: await setHistoryPage(services, caller.userId, { id: params.id, isOn: body.isOn }),
		}),
	});
}
