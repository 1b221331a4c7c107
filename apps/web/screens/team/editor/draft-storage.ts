import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../api/season-model.ts";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import type { Draft } from "./draft.ts";

interface StoredDraft {
	/** The version of the saved team it is based on; null if a later save replaced it. */
	readonly version: number | null;
	readonly draft: Draft;
}
const getStorageKey = (teamId: number): string => `team_draft:${teamId}`;

const isStoredDraft = (value: unknown): value is StoredDraft =>
	typeof value === "object" && value !== null && "version" in value && "draft" in value;

/** The stored draft, if all its players exist, and whether it is based on this version of the saved team. */
export function loadDraft(
	teamId: number,
	version: number,
	season: Season,
): { readonly draft: Draft; readonly isCurrent: boolean } | null {
	const stored = readStoredJson("local", getStorageKey(teamId));
	if (!isStoredDraft(stored)) return null;
	try {
		const { draft } = stored;
		const ids = listSlotIds(draft.lineup, season.rules);
		if (!ids.every((id) => id === 0 || season.playerById.has(id))) return null;
		return { draft, isCurrent: stored.version === version };
	} catch {
		// An earlier version of the app stored drafts in another form.
		return null;
	}
}

export const saveDraft = (teamId: number, version: number | null, draft: Draft): boolean =>
	writeStorage("local", getStorageKey(teamId), JSON.stringify({ version, draft } satisfies StoredDraft));

export const deleteDraft = (teamId: number): boolean => writeStorage("local", getStorageKey(teamId), null);
