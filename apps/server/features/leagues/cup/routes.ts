import * as calls from "@first-bounce/contract/leagues/cup";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { type CupServices, changeEntry, getCup, getCupDraw, getCupDrawInputs } from "./service.ts";

export function registerCup(app: FastifyInstance, services: CupServices): void {
	route(app, calls.showCup, async ({ viewerId }) => ({ cup: await getCup(services, viewerId) }));
	route(app, calls.showCupDraw, ({ viewerId, query }) => getCupDraw(services, viewerId, query));
	route(app, calls.showCupDrawInputs, () => getCupDrawInputs(services));
	route(app, calls.enterCup, async ({ caller }) => {
		await changeEntry(services, caller.userId, "enter");
		return { cup: await getCup(services, caller.userId) };
	});
	route(app, calls.withdrawFromCup, async ({ caller }) => {
		await changeEntry(services, caller.userId, "withdraw");
		return { cup: await getCup(services, caller.userId) };
	});
}
