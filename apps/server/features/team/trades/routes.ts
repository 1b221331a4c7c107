import * as call from "@first-bounce/contract/team/trade";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { TeamServices } from "../load-team.ts";
import { listTeamTrades, makeTeamTrades, reverseTeamTrades } from "./service.ts";

export function registerTrades(app: FastifyInstance, services: TeamServices): void {
	route(app, call.listTrades, { needs: "season", handler: ({ caller }) => listTeamTrades(services, caller, null) });
	route(app, call.listTradesOfRound, {
		needs: "season",
		handler: ({ caller, params }) => listTeamTrades(services, caller, params.roundId),
	});
	route(app, call.submitTrades, {
		needs: "season",
		handler: ({ caller, body }) => makeTeamTrades(services, caller, body),
	});
	route(app, call.reverseSavedTrades, {
		needs: "season",
		handler: ({ caller, body }) => reverseTeamTrades(services, caller, body),
	});
}
