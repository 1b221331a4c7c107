import * as changes from "@first-bounce/contract/operator/season/season-changes";
import * as files from "@first-bounce/contract/operator/season/season-import";
import * as undo from "@first-bounce/contract/operator/season/season-undo";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { acceptSeasonChanges, listSeasonChanges, refuseSeasonChanges } from "./fetched-changes.ts";
import { importFiles } from "./import-files.ts";
import { listSeasonImports, showUndo, undoSeasonImport } from "./undo-import.ts";

/** Registers the calls that import season files, compare the season with its last fetch, and undo imports. */
export function registerSeasonImports(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	const registerWithoutSeason = createOperatorRoutes(app, "nothing");
	registerWithoutSeason(files.previewSeason, ({ body }) => importFiles(services, body, null));
	registerWithoutSeason(files.importSeasonFiles, ({ body, audit }) => importFiles(services, body, audit));
	register(changes.listSeasonChanges, () => listSeasonChanges(services));
	register(changes.acceptSeasonChanges, ({ body, audit }) => acceptSeasonChanges(services, body.changes, audit));
	register(changes.refuseSeasonChanges, ({ body, audit }) => refuseSeasonChanges(services, body.changes, audit));
	register(undo.listSeasonImports, async () => ({ imports: await listSeasonImports(services) }));
	register(undo.previewUndoImport, ({ params }) => showUndo(services, params.id));
	register(undo.undoSeasonImport, ({ params, body, audit }) =>
		undoSeasonImport(services, params.id, body.leaveBlocked ?? false, audit),
	);
}
