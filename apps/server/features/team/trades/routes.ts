import * as call from "@first-bounce/contract/team/trade";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { TeamServices } from "../read-team.ts";
import { make, myTrades, reverse } from "./use-cases.ts";

export function registerTrades(app: FastifyInstance, services: TeamServices): void {
	route(app, call.listTrades, { needs: "season", handler: ({ caller }) => myTrades(services, caller, null) });
	route(app, call.listTradesOfRound, {
		needs: "season",
		handler: ({ caller, params }) => myTrades(services, caller, params.roundId),
	});
	route(app, call.submitTrades, { needs: "season", handler: ({ caller, body }) => make(services, caller, body) });
	route(app, call.reverseSavedTrades, {
		needs: "season",
		handler: ({ caller, body }) => reverse(services, caller, body),
	});
}
