import * as call from "@first-bounce/contract/operator/season/season-rules";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeasonRules, previewSeasonRules, showSeasonRules } from "./service.ts";

/** Registers the calls for a season's rules. They need no current season, because it may be a season to come. */
export function registerSeasonRules(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	register(call.showSeasonRules, ({ params }) => showSeasonRules(services, params.id));
	register(call.previewSeasonRules, ({ params, body }) => previewSeasonRules(services, params.id, body.rules));
	register(call.changeSeasonRules, ({ params, body, audit }) => changeSeasonRules(services, params.id, body, audit));
}
