import * as call from "@first-bounce/contract/operator/match-day";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { getMatchDay, previewAbandonment } from "./service.ts";

/** Registers the calls for the page on which operators follow a round. */
export function registerMatchDay(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(call.showMatchDay, ({ params }) => getMatchDay(services, params.id));
	register(call.previewAbandonment, ({ params }) => previewAbandonment(services, params.id));
}
