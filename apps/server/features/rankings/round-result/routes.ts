import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { TeamServices } from "../../team/load-team.ts";
import { createRoundAverages, getRoundResult } from "./service.ts";

const RESULTS_PER_MINUTE = 120;

export function registerRoundResult(app: FastifyInstance, team: TeamServices): void {
	const services = { ...team, roundAverages: createRoundAverages(team.pool) };
	route(app, showRoundResult, {
		perAccountPerMinute: RESULTS_PER_MINUTE,
		handler: ({ caller, params: { roundId } }) => getRoundResult(services, caller.userId, roundId),
	});
}
