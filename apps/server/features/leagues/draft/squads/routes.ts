import * as calls from "@first-bounce/contract/draft/squads";
import type { FastifyInstance } from "fastify";
import { route } from "../../../../plugins/route.ts";
import type { LeagueServices } from "../../league-row.ts";
import { correctSquads } from "./correct.ts";
import { bringBackFromInjury, putInInjuredPlace } from "./injured.ts";
import { agreeToUndo, undoChange } from "./undo.ts";

const limits = { needs: "season", perAccountPerMinute: 120 } as const;

/** Registers the calls of injured places, and of who runs a league. */
export function registerSquadCorrections(app: FastifyInstance, services: LeagueServices): void {
	route(app, calls.putInInjuredPlace, {
		...limits,
		handler: async ({ caller, params: { id }, body }) => ({
			transaction: await putInInjuredPlace(services, caller.userId, id, body.playerId),
		}),
	});
	route(app, calls.bringBackFromInjury, {
		...limits,
		handler: async ({ caller, params: { id }, body }) => ({
			transaction: await bringBackFromInjury(services, caller.userId, id, body.dropId),
		}),
	});
	route(app, calls.correctSquads, {
		...limits,
		handler: async ({ caller, params: { id }, body }) => ({
			transaction: await correctSquads(services, caller.userId, id, body),
		}),
	});
	route(app, calls.undoChange, {
		...limits,
		handler: ({ caller, params: { id }, body }) => undoChange(services, caller.userId, id, body),
	});
	route(app, calls.agreeToUndo, {
		...limits,
		handler: ({ caller, params: { id }, body }) => agreeToUndo(services, caller.userId, id, body),
	});
}
