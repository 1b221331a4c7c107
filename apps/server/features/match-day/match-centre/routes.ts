import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getRoundPlayers, type MatchCentreServices } from "./service.ts";

export function registerMatchCentre(app: FastifyInstance, services: MatchCentreServices): void {
	route(app, showRoundPlayers, {
		needs: "season",
		handler: ({ params, caller }) => getRoundPlayers(services, caller.userId, params.roundId),
	});
}
