import * as changes from "@first-bounce/contract/operator/season/season-changes";
import * as undo from "@first-bounce/contract/operator/season/season-undo";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { acceptSeasonChanges, listSeasonChanges, refuseSeasonChanges } from "./changes.ts";
import { listSeasonImports, showUndo, undoSeasonImport } from "./undo.ts";

/** Registers the calls that compare the season with its last fetch, and undo imports. */
export function registerSeasonChanges(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, changes.listSeasonChanges, () => listSeasonChanges(services));
	registerOperatorRoute(app, changes.acceptSeasonChanges, ({ body, audit }) =>
		acceptSeasonChanges(services, body.changes, audit),
	);
	registerOperatorRoute(app, changes.refuseSeasonChanges, ({ body, audit }) =>
		refuseSeasonChanges(services, body.changes, audit),
	);
	registerOperatorRoute(app, undo.listSeasonImports, async () => ({ imports: await listSeasonImports(services) }));
	registerOperatorRoute(app, undo.previewUndoImport, ({ params }) => showUndo(services, params.id));
	registerOperatorRoute(app, undo.undoSeasonImport, ({ params, body, audit }) =>
		undoSeasonImport(services, params.id, body.leaveBlocked ?? false, audit),
	);
}
