import * as call from "@first-bounce/contract/trade";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { managerOf, type TeamServices, teamAlongside } from "../team/read-team.ts";
import { make, myTrades, reverse } from "./use-cases.ts";

export function registerTrades(app: FastifyInstance, services: TeamServices): void {
	const door = { needs: "season", alongside: teamAlongside(services) } as const;
	route(app, call.listTrades, { ...door, handler: ({ caller }) => myTrades(services, managerOf(caller), null) });
	route(app, call.listTradesOfRound, {
		...door,
		handler: ({ caller, params }) => myTrades(services, managerOf(caller), params.roundId),
	});
	route(app, call.submitTrades, { ...door, handler: ({ caller, body }) => make(services, managerOf(caller), body) });
	route(app, call.reverseSavedTrades, {
		...door,
		handler: ({ caller, body }) => reverse(services, managerOf(caller), body),
	});
}
