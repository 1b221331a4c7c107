import * as favourite from "@first-bounce/contract/team/favourites";
import * as instruction from "@first-bounce/contract/team/instructions";
import * as call from "@first-bounce/contract/team/team";
import * as action from "@first-bounce/contract/team/team-actions";
import * as history from "@first-bounce/contract/team/team-history";
import * as trade from "@first-bounce/contract/team/trade";
import type { FastifyInstance } from "fastify";
import { createDisconnectSignal } from "../../plugins/http/disconnect-signal.ts";
import { route } from "../../plugins/route.ts";
import { getReceipt, listTeamActions } from "./actions/action-history.ts";
import { applyCaptainChange, applyEmergencyChange, applyRollback, applySwap } from "./actions/live-actions.ts";
import { addMyFavourite, listMyFavourites, removeMyFavourite } from "./favourites/service.ts";
import { getOwnHistory, getTeamHistory } from "./history/service.ts";
import * as instructions from "./instructions/service.ts";
import type { TeamServices } from "./load-team.ts";
import { autofillTeam, getMyTeam, updateTeam } from "./service.ts";
import { changeTeamTrade, listTeamTrades, makeTeamTrades, reverseTeamTrades } from "./trades/service.ts";

const MAX_AUTOPICKS_PER_MINUTE = 15;

export function registerTeam(app: FastifyInstance, services: TeamServices): void {
	route(app, call.showMyTeam, ({ caller }) => getMyTeam(services, caller));
	route(app, call.updateTeam, ({ caller, body }) => updateTeam(services, caller, body));
	route(app, call.autofillTeam, {
		perAccountPerMinute: MAX_AUTOPICKS_PER_MINUTE,
		handler: ({ caller, body, reply }) => autofillTeam(services, caller, body, createDisconnectSignal(reply)),
	});

	route(app, action.swapInTeam, ({ caller, body }) => applySwap(services, caller, body));
	route(app, action.changeTeamCaptain, ({ caller, body }) => applyCaptainChange(services, caller, body));
	route(app, action.changeTeamEmergency, ({ caller, body }) => applyEmergencyChange(services, caller, body));
	route(app, action.rollBackTeam, ({ caller, body }) => applyRollback(services, caller, body));
	route(app, action.readReceipt, ({ caller, params }) => getReceipt(services, caller.userId, params.id));
	route(app, action.listActions, ({ caller, query }) => listTeamActions(services, caller.userId, query.page));

	route(app, trade.listTrades, ({ caller }) => listTeamTrades(services, caller, null));
	route(app, trade.listTradesOfRound, ({ caller, params }) => listTeamTrades(services, caller, params.roundId));
	route(app, trade.submitTrades, ({ caller, body }) => makeTeamTrades(services, caller, body));
	route(app, trade.changeSavedTrade, ({ caller, body }) => changeTeamTrade(services, caller, body));
	route(app, trade.reverseSavedTrades, ({ caller, body }) => reverseTeamTrades(services, caller, body));

	route(app, history.showTeamHistory, async ({ caller, params }) => ({
		teamHistory: await getOwnHistory(services, caller.userId, params.roundId),
	}));
	route(app, history.showUserTeamHistory, async ({ viewerId, params }) => ({
		teamHistory: await getTeamHistory(services, viewerId, params),
	}));

	route(app, favourite.showFavourites, ({ caller }) => listMyFavourites(services, caller.userId));
	route(app, favourite.addFavourite, ({ caller, body }) => addMyFavourite(services, caller.userId, body.playerId));
	route(app, favourite.removeFavourite, ({ caller, body }) =>
		removeMyFavourite(services, caller.userId, body.playerId),
	);

	route(app, instruction.listInstructions, ({ caller: { userId }, language }) =>
		instructions.getInstructions(services, { userId, language }),
	);
	route(app, instruction.addInstruction, ({ caller: { userId }, language, body }) =>
		instructions.createInstruction(services, { userId, language }, body),
	);
	route(app, instruction.replaceInstruction, ({ caller: { userId }, language, body }) =>
		instructions.changeInstruction(services, { userId, language }, body),
	);
	route(app, instruction.deleteInstruction, ({ caller: { userId }, language, body }) =>
		instructions.removeInstruction(services, { userId, language }, body.id),
	);
	route(app, instruction.orderInstructions, ({ caller: { userId }, language, body }) =>
		instructions.reorderInstructions(services, { userId, language }, body.ids),
	);
}
