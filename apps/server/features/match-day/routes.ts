import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import type { FastifyInstance } from "fastify";
import { route } from "../../plugins/route.ts";
import { getRoundPlayers, type MatchCentreServices } from "./match-centre/service.ts";
import { getScoreLedger, type LedgerServices } from "./score-ledger/service.ts";

/** Registers the calls of the match centre and of the page that explains a score. */
export function registerMatchDay(app: FastifyInstance, services: MatchCentreServices & LedgerServices): void {
	route(app, showScoreLedger, async ({ params, viewerId }) => ({
		scoreLedger: await getScoreLedger(services, viewerId, params),
	}));
	route(app, showRoundPlayers, ({ params, caller }) => getRoundPlayers(services, caller.userId, params.roundId));
}
