import * as calls from "@first-bounce/contract/draft/trades";
import type { FastifyInstance } from "fastify";
import { route } from "../../../../plugins/route.ts";
import type { LeagueServices } from "../../league-row.ts";
import { acceptTrade, rejectTrade, withdrawTrade } from "./answer-trade.ts";
import { counterTrade, offerTrade } from "./offer-trade.ts";
import { approveTrade, stopTrade, voteOnTrade } from "./review-trade.ts";
import { listTrades, listTradeTeams } from "./trade-view.ts";

const needs = "season";
/** More than anyone needs, even with a script. */
const MAX_CHANGES_PER_MINUTE = 60;
const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;

/** Registers the calls of trades between the managers of a draft league. */
export function registerTrades(app: FastifyInstance, services: LeagueServices): void {
	route(app, calls.listTrades, {
		needs,
		handler: ({ caller, params: { id } }) =>
			listTrades(services, caller.userId, id, caller.scopes?.includes("read:team") ?? true),
	});
	route(app, calls.showTradeTeams, {
		needs,
		handler: ({ caller, params: { id } }) => listTradeTeams(services, caller.userId, id),
	});
	route(app, calls.offerTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => offerTrade(services, caller.userId, id, body),
	});
	route(app, calls.counterTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => counterTrade(services, caller.userId, id, body),
	});
	route(app, calls.acceptTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => acceptTrade(services, caller.userId, id, body),
	});
	route(app, calls.rejectTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => rejectTrade(services, caller.userId, id, body.tradeId),
	});
	route(app, calls.withdrawTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => withdrawTrade(services, caller.userId, id, body.tradeId),
	});
	route(app, calls.voteOnTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => voteOnTrade(services, caller.userId, id, body),
	});
	route(app, calls.stopTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => stopTrade(services, caller.userId, id, body),
	});
	route(app, calls.approveTrade, {
		...limits,
		handler: ({ caller, params: { id }, body }) => approveTrade(services, caller.userId, id, body.tradeId),
	});
}
