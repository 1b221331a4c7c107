import * as call from "@first-bounce/contract/team/team-history";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { TeamServices } from "../read-team.ts";
import { historyOf, ownHistory } from "./use-cases.ts";

export function registerTeamHistory(app: FastifyInstance, services: TeamServices): void {
	const needs = "season";
	route(app, call.showTeamHistory, {
		needs,
		handler: async ({ caller, params }) => ({
			teamHistory: await ownHistory(services, caller.userId, params.roundId),
		}),
	});
	route(app, call.showTeamHistoryOf, {
		needs,
		handler: async ({ caller, params }) => ({ teamHistory: await historyOf(services, caller.userId, params) }),
	});
}
