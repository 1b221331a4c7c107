import * as calls from "@first-bounce/contract/leagues/official-leagues";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import type { RankingServices } from "../service.ts";
import { joinOfficialLeague, leaveOfficialLeague, listOfficialLeagues } from "./service.ts";

export function registerOfficialLeagues(app: FastifyInstance, services: RankingServices): void {
	const listLeagues = async (userId: number) => ({ leagues: await listOfficialLeagues(services, userId) });
	route(app, calls.showOfficialLeagues, ({ caller }) => listLeagues(caller.userId));
	route(app, calls.joinOfficialLeague, async ({ caller, params }) => {
		await joinOfficialLeague(services, caller.userId, params.kind);
		return listLeagues(caller.userId);
	});
	route(app, calls.leaveOfficialLeague, async ({ caller, params }) => {
		await leaveOfficialLeague(services, caller.userId, params.kind);
		return listLeagues(caller.userId);
	});
}
