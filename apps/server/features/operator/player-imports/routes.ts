import * as call from "@first-bounce/contract/operator/player-imports";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { importAvailability, previewAvailability } from "./availability.ts";
import { applyPhotoImport, previewPhotos, startPhotos, uploadPhoto } from "./photos.ts";
import { listPlayerImports, undoPlayerImport } from "./undo.ts";

/** A season's photos are uploaded one by one, several at a time. */
const MAX_PHOTOS_PER_MINUTE = 1_500;

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
	registerOperatorRoute(app, call.previewPhotos, ({ body }) => previewPhotos(services, body));
	registerOperatorRoute(app, call.startPhotos, () => startPhotos(services));
	registerOperatorRoute(app, call.uploadPhoto, ({ params, picture }) => uploadPhoto(services, params, picture), {
		perMinute: MAX_PHOTOS_PER_MINUTE,
	});
	registerOperatorRoute(app, call.applyPhotos, async ({ params, audit }) => ({
		import: await applyPhotoImport(services, params.id, audit),
	}));
}
