import * as call from "@first-bounce/contract/operator/winners";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { listWinners, markWinnerNotified, showWinnerAddresses } from "./service.ts";

/** Registers the calls for winners, their addresses, and the mark that a winner was notified. */
export function registerWinners(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(call.listWinners, ({ query }) => listWinners(services, query.seasonId));
	register(call.showWinnerAddresses, ({ body, audit }) => showWinnerAddresses(services, body.seasonId, audit));
	register(call.markWinnerNotified, ({ body, caller, audit }) =>
		markWinnerNotified(services, body, caller.userId, audit),
	);
}
