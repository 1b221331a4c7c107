import type { Team } from "@first-bounce/contract/team/team";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../api/season-model.ts";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import { UNSAVED_TEAM_KEY } from "../../../upgrade/unsaved-work.ts";
import { getLineup } from "../model/team-state.ts";
import type { EditedLineup } from "./edited-lineup.ts";

interface StoredChanges {
	/** The version of the saved team that the changes are based on; null if a later save replaced them. */
	readonly version: number | null;
	/** The edited line-up. Browsers have stored it under this name since the first release. */
	readonly draft: EditedLineup;
}
const getStorageKey = (teamId: number): string => `${UNSAVED_TEAM_KEY}:${teamId}`;

const isStoredChanges = (value: unknown): value is StoredChanges =>
	typeof value === "object" && value !== null && "version" in value && "draft" in value;

/** The stored changes, if all their players exist, and whether they are based on this version of the saved team. */
export function loadUnsavedChanges(
	teamId: number,
	version: number,
	season: Season,
): { readonly edited: EditedLineup; readonly isCurrent: boolean } | null {
	const stored = readStoredJson("local", getStorageKey(teamId));
	if (!isStoredChanges(stored)) return null;
	try {
		const { draft: edited } = stored;
		const ids = listSlotIds(edited.lineup, season.rules);
		if (!ids.every((id) => id === 0 || season.playerById.has(id))) return null;
		return { edited, isCurrent: stored.version === version };
	} catch {
		// An earlier version of the app stored the changes in another form.
		return null;
	}
}

export const storeUnsavedChanges = (teamId: number, version: number | null, edited: EditedLineup): boolean =>
	writeStorage("local", getStorageKey(teamId), JSON.stringify({ version, draft: edited } satisfies StoredChanges));

export const deleteUnsavedChanges = (teamId: number): boolean => writeStorage("local", getStorageKey(teamId), null);

/**
 * Deletes the stored changes if the team was saved with them. Changes made during the save are from now on based on the saved
 * team.
 */
export function settleStoredChanges(saved: Team, replacedVersion: number, season: Season): void {
	const stored = loadUnsavedChanges(saved.id, replacedVersion, season);
	if (!stored) return;
	if (findChangedPlayers(getLineup(saved), stored.edited.lineup, season.rules).length === 0)
		deleteUnsavedChanges(saved.id);
	else if (stored.isCurrent) storeUnsavedChanges(saved.id, saved.version, stored.edited);
}
