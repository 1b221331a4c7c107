import * as changes from "@first-bounce/contract/operator/season/season-changes";
import * as files from "@first-bounce/contract/operator/season/season-import";
import * as undo from "@first-bounce/contract/operator/season/season-undo";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { acceptSeasonChanges, listSeasonChanges, refuseSeasonChanges } from "./fetched-changes.ts";
import { importFiles } from "./import-files.ts";
import { listSeasonImports, showUndo, undoSeasonImport } from "./undo-import.ts";

/** Registers the calls that import season files, compare the season with its last fetch, and undo imports. */
export function registerSeasonImports(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, files.previewSeason, ({ body }) => importFiles(services, body, null), {
		needs: "nothing",
	});
	registerOperatorRoute(app, files.importSeasonFiles, ({ body, audit }) => importFiles(services, body, audit), {
		needs: "nothing",
	});
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
