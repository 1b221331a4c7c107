import * as call from "@first-bounce/contract/team/coach";
import type { FastifyInstance } from "fastify";
import { createDisconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import { route } from "../../plugins/route.ts";
import { type CoachServices, getTradeSuggestions } from "./service.ts";
import { getSettings, savePreferences, saveWaitList, setPlayerList } from "./settings.ts";

const MAX_SUGGESTIONS_PER_MINUTE = 40;
const MAX_CHANGES_PER_MINUTE = 120;

/** Registers the calls for suggested trades and the manager's settings for them. */
export function registerCoach(app: FastifyInstance, services: CoachServices): void {
	route(app, call.showCoachSettings, {
		needs: "season",
		handler: ({ caller }) => getSettings(services, caller.userId),
	});
	route(app, call.updateCoachPreferences, {
		needs: "season",
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: ({ caller, body }) => savePreferences(services, caller.userId, body),
	});
	route(app, call.setCoachPlayer, {
		needs: "season",
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: ({ caller, body }) => setPlayerList(services, caller.userId, body),
	});
	route(app, call.orderWaitList, {
		needs: "season",
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: ({ caller, body }) => saveWaitList(services, caller.userId, body),
	});
	route(app, call.suggestTrades, {
		needs: "season",
		perAccountPerMinute: MAX_SUGGESTIONS_PER_MINUTE,
		handler: ({ caller, body, reply }) =>
			getTradeSuggestions(services, { userId: caller.userId, signal: createDisconnectSignal(reply) }, body),
	});
}
