import * as calls from "@first-bounce/contract/leagues/official-leagues";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { RankingServices } from "../service.ts";
import { joinOfficialLeague, leaveOfficialLeague, listOfficialLeagues } from "./service.ts";

const needs = "season";

export function registerOfficialLeagues(app: FastifyInstance, services: RankingServices): void {
	const listLeagues = async (userId: number) => ({ leagues: await listOfficialLeagues(services, userId) });
	route(app, calls.showOfficialLeagues, { needs, handler: ({ caller }) => listLeagues(caller.userId) });
	route(app, calls.joinOfficialLeague, {
		needs,
		handler: async ({ caller, params }) => {
			await joinOfficialLeague(services, caller.userId, params.kind);
			return listLeagues(caller.userId);
		},
	});
	route(app, calls.leaveOfficialLeague, {
		needs,
		handler: async ({ caller, params }) => {
			await leaveOfficialLeague(services, caller.userId, params.kind);
			return listLeagues(caller.userId);
		},
	});
}
