import * as call from "@first-bounce/contract/operator/season/season-rules";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeasonRules, previewSeasonRules, showSeasonRules } from "./service.ts";

/** Registers the calls for a season's rules; seasons that have not begun have rules too. */
export function registerSeasonRules(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, call.showSeasonRules, ({ params }) => showSeasonRules(services, params.id), "nothing");
	registerOperatorRoute(
		app,
		call.previewSeasonRules,
		({ params, body }) => previewSeasonRules(services, params.id, body.rules),
		"nothing",
	);
	registerOperatorRoute(
		app,
		call.changeSeasonRules,
		({ params, body, audit }) => changeSeasonRules(services, params.id, body, audit),
		"nothing",
	);
}
