import * as call from "@first-bounce/contract/team/team-history";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { TeamServices } from "../load-team.ts";
import { getOwnHistory, getTeamHistory } from "./service.ts";

export function registerTeamHistory(app: FastifyInstance, services: TeamServices): void {
	const needs = "season";
	route(app, call.showTeamHistory, {
		needs,
		handler: async ({ caller, params }) => ({
			teamHistory: await getOwnHistory(services, caller.userId, params.roundId),
		}),
	});
	route(app, call.showTeamHistoryOf, {
		needs,
		handler: async ({ caller, params }) => ({ teamHistory: await getTeamHistory(services, caller.userId, params) }),
	});
}
