import * as calls from "@first-bounce/contract/draft/trades";
import type { FastifyInstance } from "fastify";
import { route } from "../../../../plugins/route.ts";
import type { LeagueServices } from "../../league-row.ts";
import { createActionRoutes } from "../action-routes.ts";
import { acceptTrade, rejectTrade, withdrawTrade } from "./answer-trade.ts";
import { counterTrade, offerTrade } from "./offer-trade.ts";
import { approveTrade, stopTrade, voteOnTrade } from "./review-trade.ts";
import { listTrades, listTradeTeams } from "./trade-view.ts";

const needs = "season";
/** More than anyone needs, even with a script. */
const MAX_CHANGES_PER_MINUTE = 60;

/** Registers the calls of trades between the managers of a draft league. */
export function registerTrades(app: FastifyInstance, services: LeagueServices): void {
	const register = createActionRoutes(app, services, MAX_CHANGES_PER_MINUTE);
	route(app, calls.listTrades, {
		needs,
		handler: ({ caller, params: { id } }) =>
			listTrades(services, caller.userId, id, caller.scopes?.includes("read:team") ?? true),
	});
	route(app, calls.showTradeTeams, {
		needs,
		handler: ({ caller, params: { id } }) => listTradeTeams(services, caller.userId, id),
	});
	register(calls.offerTrade, offerTrade);
	register(calls.counterTrade, counterTrade);
	register(calls.acceptTrade, acceptTrade);
	register(calls.rejectTrade, rejectTrade);
	register(calls.withdrawTrade, withdrawTrade);
	register(calls.voteOnTrade, voteOnTrade);
	register(calls.stopTrade, stopTrade);
	register(calls.approveTrade, approveTrade);
}
