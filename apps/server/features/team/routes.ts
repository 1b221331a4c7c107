import * as call from "@first-bounce/contract/team/team";
import * as action from "@first-bounce/contract/team/team-actions";
import type { FastifyInstance } from "fastify";
import { disconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import { route } from "../../plugins/route.ts";
import { getReceipt, listTeamActions } from "./actions/action-history.ts";
import { applyCaptainChange, applyEmergencyChange, applyRollback, applySwap } from "./actions/live-actions.ts";
import type { TeamServices } from "./load-team.ts";
import { autopickTeam, getMyTeam, updateTeam } from "./service.ts";

/** More than a person needs. */
const AUTOPICKS_PER_MINUTE = 15;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	route(app, call.showMyTeam, { needs: "season", handler: ({ caller }) => getMyTeam(services, caller) });
	route(app, call.updateTeam, {
		needs: "season",
		handler: ({ caller, body }) => updateTeam(services, caller, body),
	});
	route(app, call.autopickTeam, {
		needs: "season",
		perAccountPerMinute: AUTOPICKS_PER_MINUTE,
		handler: ({ caller, body, reply }) => autopickTeam(services, caller, body, disconnectSignal(reply)),
	});
	route(app, action.swapInTeam, { needs: "season", handler: ({ caller, body }) => applySwap(services, caller, body) });
	route(app, action.changeTeamCaptain, {
		needs: "season",
		handler: ({ caller, body }) => applyCaptainChange(services, caller, body),
	});
	route(app, action.changeTeamEmergency, {
		needs: "season",
		handler: ({ caller, body }) => applyEmergencyChange(services, caller, body),
	});
	route(app, action.rollBackTeam, {
		needs: "season",
		handler: ({ caller, body }) => applyRollback(services, caller, body),
	});
	route(app, action.readReceipt, {
		needs: "season",
		handler: ({ caller, params }) => getReceipt(services, caller.userId, params.id),
	});
	route(app, action.listActions, {
		needs: "season",
		handler: ({ caller, query }) => listTeamActions(services, caller.userId, query.page),
	});
}
