import * as call from "@first-bounce/contract/leagues/conversation";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { LeagueServices } from "../league-row.ts";
import { getRecapDraft, getSettings, sendRecap, updateSettings } from "./service.ts";

export function registerCards(app: FastifyInstance, services: LeagueServices): void {
	route(app, call.showConversationSettings, ({ caller, params }) => getSettings(services, caller.userId, params.id));
	route(app, call.updateConversationSettings, ({ caller, params, body }) =>
		updateSettings(services, caller.userId, params.id, body),
	);
	route(app, call.showRecap, ({ caller, params, language }) =>
		getRecapDraft(services, caller.userId, params.id, language),
	);
	route(app, call.postRecap, async ({ caller, params, body }) => ({
		message: await sendRecap(services, caller.userId, params.id, body),
	}));
}
