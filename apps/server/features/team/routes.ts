import * as call from "@first-bounce/contract/team";
import * as action from "@first-bounce/contract/team-actions";
import type { FastifyInstance } from "fastify";
import { disconnectSignal } from "../../plugins/disconnect-signal.ts";
import { route } from "../../plugins/route.ts";
import { giveArmband, nameEmergencies, rollBackRound, swap } from "./live-actions.ts";
import { managerOf, type TeamServices, teamAlongside } from "./read-team.ts";
import { historyOf, receiptOf } from "./receipts.ts";
import { autopickTeam, showMyTeam, updateTeam } from "./use-cases.ts";

/** More than a person needs. */
const AUTOPICKS_PER_MINUTE = 15;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	const door = { needs: "season", alongside: teamAlongside(services) } as const;
	route(app, call.showMyTeam, { ...door, handler: ({ caller }) => showMyTeam(services, managerOf(caller)) });
	route(app, call.updateTeam, {
		...door,
		handler: ({ caller, body }) => updateTeam(services, managerOf(caller), body),
	});
	route(app, call.autopickTeam, {
		...door,
		perAccountPerMinute: AUTOPICKS_PER_MINUTE,
		handler: ({ caller, body, reply }) => autopickTeam(services, managerOf(caller), body, disconnectSignal(reply)),
	});
	route(app, action.swapInTeam, { ...door, handler: ({ caller, body }) => swap(services, managerOf(caller), body) });
	route(app, action.changeTeamCaptain, {
		...door,
		handler: ({ caller, body }) => giveArmband(services, managerOf(caller), body),
	});
	route(app, action.changeTeamEmergency, {
		...door,
		handler: ({ caller, body }) => nameEmergencies(services, managerOf(caller), body),
	});
	route(app, action.rollBackTeam, {
		...door,
		handler: ({ caller, body }) => rollBackRound(services, managerOf(caller), body),
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
