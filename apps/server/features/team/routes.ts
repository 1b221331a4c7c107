import * as call from "@first-bounce/contract/team";
import * as action from "@first-bounce/contract/team-actions";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { giveArmband, nameEmergencies, rollBackRound, swap } from "./live-actions.ts";
import type { TeamServices } from "./read-team.ts";
import { historyOf, receiptOf } from "./receipts.ts";
import { autopickTeam, showMyTeam, updateTeam } from "./use-cases.ts";

/** One manager presses autopick a few times; a program that presses on has to wait. */
const AUTOPICKS_A_MINUTE = 60;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	const needs = "season";
	route(app, call.showMyTeam, { needs, handler: ({ caller }) => showMyTeam(services, caller.userId) });
	route(app, call.updateTeam, { needs, handler: ({ caller, body }) => updateTeam(services, caller.userId, body) });
	route(app, call.autopickTeam, {
		...{ needs, perMinute: AUTOPICKS_A_MINUTE },
		handler: ({ caller, body }) => autopickTeam(services, caller.userId, body),
	});
	route(app, action.swapInTeam, { needs, handler: ({ caller, body }) => swap(services, caller.userId, body) });
	route(app, action.changeTeamCaptain, {
		needs,
		handler: ({ caller, body }) => giveArmband(services, caller.userId, body),
	});
	route(app, action.changeTeamEmergency, {
		needs,
		handler: ({ caller, body }) => nameEmergencies(services, caller.userId, body),
	});
	route(app, action.rollBackTeam, {
		needs,
		handler: ({ caller, body }) => rollBackRound(services, caller.userId, body),
	});
	route(app, action.readReceipt, {
		needs,
		handler: ({ caller, params }) => receiptOf(services, caller.userId, params.id),
	});
	route(app, action.listActions, {
		needs,
		handler: ({ caller, query }) => historyOf(services, caller.userId, query.page),
	});
}
