import * as call from "@first-bounce/contract/team/team";
import * as action from "@first-bounce/contract/team/team-actions";
import type { FastifyInstance } from "fastify";
import { disconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import { route } from "../../plugins/route.ts";
import { giveArmband, nameEmergencies, rollBackRound, swap } from "./actions/live-actions.ts";
import { historyOf, receiptOf } from "./actions/receipts.ts";
import type { TeamServices } from "./read-team.ts";
import { autopickTeam, showMyTeam, updateTeam } from "./use-cases.ts";

/** More than a person needs. */
const AUTOPICKS_PER_MINUTE = 15;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	route(app, call.showMyTeam, { needs: "season", handler: ({ caller }) => showMyTeam(services, caller) });
	route(app, call.updateTeam, {
		needs: "season",
		handler: ({ caller, body }) => updateTeam(services, caller, body),
	});
	route(app, call.autopickTeam, {
		needs: "season",
		perAccountPerMinute: AUTOPICKS_PER_MINUTE,
		handler: ({ caller, body, reply }) => autopickTeam(services, caller, body, disconnectSignal(reply)),
	});
	route(app, action.swapInTeam, { needs: "season", handler: ({ caller, body }) => swap(services, caller, body) });
	route(app, action.changeTeamCaptain, {
		needs: "season",
		handler: ({ caller, body }) => giveArmband(services, caller, body),
	});
	route(app, action.changeTeamEmergency, {
		needs: "season",
		handler: ({ caller, body }) => nameEmergencies(services, caller, body),
	});
	route(app, action.rollBackTeam, {
		needs: "season",
		handler: ({ caller, body }) => rollBackRound(services, caller, body),
	});
	route(app, action.readReceipt, {
		needs: "season",
		handler: ({ caller, params }) => receiptOf(services, caller.userId, params.id),
	});
	route(app, action.listActions, {
		needs: "season",
		handler: ({ caller, query }) => historyOf(services, caller.userId, query.page),
	});
}
