import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../api/season-model.ts";
import type { Draft } from "./draft.ts";

interface StoredDraft {
	readonly version: number;
	readonly draft: Draft;
}
const getStorageKey = (teamId: number): string => `team_draft:${teamId}`;

const isStoredDraft = (value: unknown): value is StoredDraft =>
	typeof value === "object" && value !== null && "version" in value && "draft" in value;

/** The stored draft, if it is based on this version of the saved team and all its players exist. */
export function loadDraft(teamId: number, version: number, season: Season): Draft | null {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(teamId)) ?? "null");
		if (!isStoredDraft(stored) || stored.version !== version) return null;
		const ids = listSlotIds(stored.draft.lineup, season.rules);
		return ids.every((id) => id === 0 || season.playerById.has(id)) ? stored.draft : null;
	} catch {
		return null;
	}
}

export function saveDraft(teamId: number, version: number, draft: Draft): void {
	try {
		localStorage.setItem(getStorageKey(teamId), JSON.stringify({ version, draft } satisfies StoredDraft));
	} catch {
		// Storage may be full or blocked; the draft stays in memory.
	}
}

export function deleteDraft(teamId: number): void {
	try {
		localStorage.removeItem(getStorageKey(teamId));
	} catch {
		// Storage is blocked, so there is nothing to delete.
	}
}
