import { call } from "../calls.ts";
import type * as changes from "../operator/season/season-changes.ts";
import type * as undo from "../operator/season/season-undo.ts";

/** The calls that accept changes of a fetched season and undo imports, in a file of their own for the console. */
export const listSeasonChanges = call<typeof changes.listSeasonChanges>("GET", "/operator/season-changes");
export const acceptSeasonChanges = call<typeof changes.acceptSeasonChanges>("POST", "/operator/season-changes/accept");
export const refuseSeasonChanges = call<typeof changes.refuseSeasonChanges>("POST", "/operator/season-changes/refuse");
export const listSeasonImports = call<typeof undo.listSeasonImports>("GET", "/operator/season-imports");
export const previewUndoImport = call<typeof undo.previewUndoImport>("GET", "/operator/season-imports/:id");
export const undoSeasonImport = call<typeof undo.undoSeasonImport>("POST", "/operator/season-imports/:id/undo");
