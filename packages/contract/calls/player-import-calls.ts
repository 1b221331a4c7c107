import { call } from "../calls.ts";
import type * as playerImports from "../operator/player-imports.ts";

/** The calls that change many players at once, in a file of their own so that only the console loads them. */
export const previewAvailability = call<typeof playerImports.previewAvailability>(
	"POST",
	"/operator/availability/preview",
);
export const importAvailability = call<typeof playerImports.importAvailability>("POST", "/operator/availability");
export const listPlayerImports = call<typeof playerImports.listPlayerImports>("GET", "/operator/player-imports");
export const undoPlayerImport = call<typeof playerImports.undoPlayerImport>(
	"POST",
	"/operator/player-imports/:id/undo",
);
export const previewPhotos = call<typeof playerImports.previewPhotos>("POST", "/operator/photos/preview");
export const startPhotos = call<typeof playerImports.startPhotos>("POST", "/operator/photos");
export const uploadPhoto = call<typeof playerImports.uploadPhoto>("POST", "/operator/photos/:id/players/:playerId");
export const applyPhotos = call<typeof playerImports.applyPhotos>("POST", "/operator/photos/:id/apply");
