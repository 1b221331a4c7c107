import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { suggestTrades } from "@first-bounce/contract/team/coach";
import * as call from "@first-bounce/contract/team/coach";
import type { FastifyInstance } from "fastify";
import { createDisconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import { createRoutes, route } from "../../plugins/route.ts";
import type { Requester } from "../jobs/account-queue.ts";
import { loadTeam, type TeamServices } from "../team/load-team.ts";
import { buildViolationRefusal } from "../team/violation-refusal.ts";
import type { Coach } from "./coach-thread.ts";
import { getSettings, type SettingsServices, savePreferences, saveWaitList, setPlayerList } from "./settings.ts";

interface CoachServices extends SettingsServices {
	readonly team: TeamServices;
	readonly coach: Coach;
}

async function getTradeSuggestions(
	{ team, coach }: CoachServices,
	requester: Requester,
	options: BodyOf<typeof suggestTrades>,
): Promise<SuccessOf<typeof suggestTrades>> {
	const { row, season } = await loadTeam(team, requester);
	const ruling = await coach.suggestTrades(requester, season, { row, now: team.clocks.seasonNow(), options });
	if (!ruling.ok) throw buildViolationRefusal(ruling.violations, (id) => season.players.get(id));
	return ruling.value;
}

const MAX_SUGGESTIONS_PER_MINUTE = 40;
const MAX_CHANGES_PER_MINUTE = 120;

/** Registers the calls for suggested trades and the manager's settings for them. */
export function registerCoach(app: FastifyInstance, services: CoachServices): void {
	const registerLimited = createRoutes(app, { perAccountPerMinute: MAX_CHANGES_PER_MINUTE });
	route(app, call.showCoachSettings, ({ caller }) => getSettings(services, caller.userId));
	registerLimited(call.updateCoachPreferences, ({ caller, body }) => savePreferences(services, caller.userId, body));
	registerLimited(call.setCoachPlayer, ({ caller, body }) => setPlayerList(services, caller.userId, body));
	registerLimited(call.orderWaitList, ({ caller, body }) => saveWaitList(services, caller.userId, body));
	route(app, call.suggestTrades, {
		perAccountPerMinute: MAX_SUGGESTIONS_PER_MINUTE,
		handler: ({ caller, body, reply }) =>
			getTradeSuggestions(services, { userId: caller.userId, signal: createDisconnectSignal(reply) }, body),
	});
}
