import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { explainScore, type LedgerServices } from "./use-cases.ts";

export function registerScoreLedger(app: FastifyInstance, services: LedgerServices): void {
	route(app, showScoreLedger, {
		needs: "season",
		handler: async ({ params, caller }) => ({ scoreLedger: await explainScore(services, caller.userId, params) }),
	});
}
