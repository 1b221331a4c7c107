import * as calls from "@first-bounce/contract/operator/draft-leagues";
import type { FastifyInstance } from "fastify";
import { changeDraftByOperator } from "../../leagues/draft/maintenance.ts";
import { correctByOperator, undoByOperator } from "../../leagues/draft/squads/operator-changes.ts";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { getDraftLeague, listDraftLeagues } from "./service.ts";

/** Registers the calls that find draft leagues in trouble and put them right. */
export function registerDraftLeagues(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	const show = async (id: number) => ({ league: await getDraftLeague(services, id) });
	register(calls.listDraftLeagues, ({ query }) => listDraftLeagues(services, query));
	register(calls.showOperatorDraftLeague, ({ params }) => show(params.id));
	register(calls.changeLeagueDraft, async ({ params: { id }, body, audit }) => {
		await changeDraftByOperator(services, id, body.action, audit);
		return show(id);
	});
	register(calls.undoByOperator, async ({ params: { id }, body, audit }) => {
		await undoByOperator(services, id, body.changeId, audit);
		return show(id);
	});
	register(calls.correctByOperator, async ({ params: { id }, body, audit }) => {
		await correctByOperator(services, id, body.moves, audit);
		return show(id);
	});
}
