import * as call from "@first-bounce/contract/operator/player-imports";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { importAvailability, previewAvailability } from "./availability.ts";
import { applyPhotoImport, previewPhotos, startPhotos, uploadPhoto } from "./photos.ts";
import { listPlayerImports, undoPlayerImport } from "./undo.ts";

/** A season's photos are uploaded one by one, several at a time. */
const MAX_PHOTOS_PER_MINUTE = 1_500;

/** Registers the calls that change many players together. */
export function registerPlayerImports(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(call.previewAvailability, ({ body }) => previewAvailability(services, body));
	register(call.importAvailability, async ({ body, audit }) => ({
		import: await importAvailability(services, body.changes, audit),
	}));
	register(call.listPlayerImports, () => listPlayerImports(services));
	register(call.undoPlayerImport, ({ params, audit }) => undoPlayerImport(services, params.id, audit));
	register(call.previewPhotos, ({ body }) => previewPhotos(services, body));
	register(call.startPhotos, () => startPhotos(services));
	register(call.uploadPhoto, ({ params, picture }) => uploadPhoto(services, params, picture), MAX_PHOTOS_PER_MINUTE);
	register(call.applyPhotos, async ({ params, audit }) => ({
		import: await applyPhotoImport(services, params.id, audit),
	}));
}
