import * as call from "@first-bounce/contract/team";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { autopickTeam, showMyTeam, type TeamServices, updateTeam } from "./use-cases.ts";

/** One manager presses autopick a few times; a program that presses on has to wait. */
const AUTOPICKS_A_MINUTE = 60;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	route(app, call.showMyTeam, {
		needs: "season",
		handler: ({ caller }) => showMyTeam(services, caller.userId),
	});
	route(app, call.updateTeam, {
		needs: "season",
		handler: ({ caller, body }) => updateTeam(services, caller.userId, body),
	});
	route(app, call.autopickTeam, {
		needs: "season",
		perMinute: AUTOPICKS_A_MINUTE,
		handler: ({ caller, body }) => autopickTeam(services, caller.userId, body),
	});
}
