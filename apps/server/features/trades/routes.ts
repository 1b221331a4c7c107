import * as call from "@first-bounce/contract/trade";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import type { TeamServices } from "../team/read-team.ts";
import { make, myTrades, reverse } from "./use-cases.ts";

export function registerTrades(app: FastifyInstance, services: TeamServices): void {
	const needs = "season";
	route(app, call.listTrades, { needs, handler: ({ caller }) => myTrades(services, caller.userId, null) });
	route(app, call.listTradesOfRound, {
		needs,
		handler: ({ caller, params }) => myTrades(services, caller.userId, params.roundId),
	});
	route(app, call.submitTrades, { needs, handler: ({ caller, body }) => make(services, caller.userId, body) });
	route(app, call.reverseSavedTrades, { needs, handler: ({ caller, body }) => reverse(services, caller.userId, body) });
}
