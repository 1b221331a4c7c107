import * as calls from "@first-bounce/contract/leagues/cup";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { type CupServices, enterCup, getCup, getCupDraw, getCupDrawInputs, withdrawFromCup } from "./service.ts";

const needs = "season";

export function registerCup(app: FastifyInstance, services: CupServices): void {
	route(app, calls.showCup, {
		needs,
		handler: async ({ viewerId }) => ({ cup: await getCup(services, viewerId) }),
	});
	route(app, calls.showCupDraw, {
		needs,
		handler: ({ viewerId, query }) => getCupDraw(services, viewerId, query),
	});
	route(app, calls.showCupDrawInputs, { needs, handler: () => getCupDrawInputs(services) });
	route(app, calls.enterCup, {
		needs,
		handler: async ({ caller }) => {
			await enterCup(services, caller.userId);
			return { cup: await getCup(services, caller.userId) };
		},
	});
	route(app, calls.withdrawFromCup, {
		needs,
		handler: async ({ caller }) => {
			await withdrawFromCup(services, caller.userId);
			return { cup: await getCup(services, caller.userId) };
		},
	});
}
