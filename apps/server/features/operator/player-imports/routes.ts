import * as call from "@first-bounce/contract/operator/player-imports";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { importAvailability, previewAvailability } from "./availability.ts";
import { listPlayerImports, undoPlayerImport } from "./undo.ts";

/** Registers the calls that change many players at once. */
export function registerPlayerImports(app: FastifyInstance, services: OperatorServices): void {
	registerOperatorRoute(app, call.previewAvailability, ({ body }) => previewAvailability(services, body));
	registerOperatorRoute(app, call.importAvailability, async ({ body, audit }) => ({
		import: await importAvailability(services, body.changes, audit),
	}));
	registerOperatorRoute(app, call.listPlayerImports, () => listPlayerImports(services));
	registerOperatorRoute(app, call.undoPlayerImport, ({ params, audit }) =>
		undoPlayerImport(services, params.id, audit),
	);
}
