import * as favourite from "@first-bounce/contract/team/favourites";
import * as instruction from "@first-bounce/contract/team/instructions";
import * as call from "@first-bounce/contract/team/team";
import * as action from "@first-bounce/contract/team/team-actions";
import * as history from "@first-bounce/contract/team/team-history";
import * as trade from "@first-bounce/contract/team/trade";
import type { FastifyInstance } from "fastify";
import { createDisconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import type { RequestContext } from "../../plugins/request-context.ts";
import { route } from "../../plugins/route.ts";
import { getReceipt, listTeamActions } from "./actions/action-history.ts";
import { applyCaptainChange, applyEmergencyChange, applyRollback, applySwap } from "./actions/live-actions.ts";
import { addMyFavourite, listMyFavourites, removeMyFavourite } from "./favourites/service.ts";
import { getOwnHistory, getTeamHistory } from "./history/service.ts";
import {
	changeInstruction,
	createInstruction,
	getInstructions,
	removeInstruction,
	reorderInstructions,
} from "./instructions/service.ts";
import type { TeamServices } from "./load-team.ts";
import { autofillTeam, getMyTeam, updateTeam } from "./service.ts";
import { changeTeamTrade, listTeamTrades, makeTeamTrades, reverseTeamTrades } from "./trades/service.ts";

const MAX_AUTOPICKS_PER_MINUTE = 15;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	registerTeamCalls(app, services);
	registerActions(app, services);
	registerTrades(app, services);
	registerHistory(app, services);
	registerFavourites(app, services);
	registerInstructions(app, services);
}

function registerTeamCalls(app: FastifyInstance, services: TeamServices): void {
	route(app, call.showMyTeam, { needs: "season", handler: ({ caller }) => getMyTeam(services, caller) });
	route(app, call.updateTeam, {
		needs: "season",
		handler: ({ caller, body }) => updateTeam(services, caller, body),
	});
	route(app, call.autofillTeam, {
		needs: "season",
		perAccountPerMinute: MAX_AUTOPICKS_PER_MINUTE,
		handler: ({ caller, body, reply }) => autofillTeam(services, caller, body, createDisconnectSignal(reply)),
	});
}

function registerActions(app: FastifyInstance, services: TeamServices): void {
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

function registerTrades(app: FastifyInstance, services: TeamServices): void {
	route(app, trade.listTrades, { needs: "season", handler: ({ caller }) => listTeamTrades(services, caller, null) });
	route(app, trade.listTradesOfRound, {
		needs: "season",
		handler: ({ caller, params }) => listTeamTrades(services, caller, params.roundId),
	});
	route(app, trade.submitTrades, {
		needs: "season",
		handler: ({ caller, body }) => makeTeamTrades(services, caller, body),
	});
	route(app, trade.changeSavedTrade, {
		needs: "season",
		handler: ({ caller, body }) => changeTeamTrade(services, caller, body),
	});
	route(app, trade.reverseSavedTrades, {
		needs: "season",
		handler: ({ caller, body }) => reverseTeamTrades(services, caller, body),
	});
}

function registerHistory(app: FastifyInstance, services: TeamServices): void {
	route(app, history.showTeamHistory, {
		needs: "season",
		handler: async ({ caller, params }) => ({
			teamHistory: await getOwnHistory(services, caller.userId, params.roundId),
		}),
	});
	route(app, history.showUserTeamHistory, {
		needs: "season",
		handler: async ({ viewerId, params }) => ({ teamHistory: await getTeamHistory(services, viewerId, params) }),
	});
}

function registerFavourites(app: FastifyInstance, services: TeamServices): void {
	route(app, favourite.showFavourites, {
		needs: "season",
		handler: ({ caller }) => listMyFavourites(services, caller.userId),
	});
	route(app, favourite.addFavourite, {
		needs: "season",
		handler: ({ caller, body }) => addMyFavourite(services, caller.userId, body.playerId),
	});
	route(app, favourite.removeFavourite, {
		needs: "season",
		handler: ({ caller, body }) => removeMyFavourite(services, caller.userId, body.playerId),
	});
}

function registerInstructions(app: FastifyInstance, services: TeamServices): void {
	const getRequester = ({
		caller: { userId },
		language,
	}: Pick<RequestContext<unknown, unknown, unknown>, "caller" | "language">) => ({
		userId,
		language,
	});
	route(app, instruction.listInstructions, {
		needs: "season",
		handler: (context) => getInstructions(services, getRequester(context)),
	});
	route(app, instruction.addInstruction, {
		needs: "season",
		handler: (context) => createInstruction(services, getRequester(context), context.body),
	});
	route(app, instruction.replaceInstruction, {
		needs: "season",
		handler: (context) => changeInstruction(services, getRequester(context), context.body),
	});
	route(app, instruction.deleteInstruction, {
		needs: "season",
		handler: (context) => removeInstruction(services, getRequester(context), context.body.id),
	});
	route(app, instruction.orderInstructions, {
		needs: "season",
		handler: (context) => reorderInstructions(services, getRequester(context), context.body.ids),
	});
}
