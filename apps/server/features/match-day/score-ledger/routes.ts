import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getScoreLedger, type LedgerServices } from "./service.ts";

export function registerScoreLedgerRoutes(app: FastifyInstance, services: LedgerServices): void {
	route(app, showScoreLedger, {
		needs: "season",
		handler: async ({ params, viewerId }) => ({ scoreLedger: await getScoreLedger(services, viewerId, params) }),
	});
}
