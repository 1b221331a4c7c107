import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../api/season-model.ts";
import type { Draft } from "./draft.ts";

interface Kept {
	readonly version: number;
	readonly draft: Draft;
}
const keyOf = (teamId: number): string => `team_draft:${teamId}`;

const isKept = (value: unknown): value is Kept =>
	typeof value === "object" && value !== null && "version" in value && "draft" in value;

/** The unfinished team kept on this device, if it was made on the saved team of this version and still makes sense. */
export function readDraft(teamId: number, version: number, season: Season): Draft | null {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(keyOf(teamId)) ?? "null");
		if (!isKept(kept) || kept.version !== version) return null;
		const ids = listSlotIds(kept.draft.lineup, season.rules);
		return ids.every((id) => id === 0 || season.playerById.has(id)) ? kept.draft : null;
	} catch {
		return null;
	}
}

export function keepDraft(teamId: number, version: number, draft: Draft): void {
	try {
		localStorage.setItem(keyOf(teamId), JSON.stringify({ version, draft } satisfies Kept));
	} catch {
		// A full or refused storage keeps nothing; the draft lives on in the page.
	}
}

export function forgetDraft(teamId: number): void {
	try {
		localStorage.removeItem(keyOf(teamId));
	} catch {
		// Nothing was kept then.
	}
}
