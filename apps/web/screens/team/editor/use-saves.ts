import type { Team } from "@first-bounce/contract/team/team";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { getLineup } from "../model/team-state.ts";
import { deleteUnsavedChanges, settleStoredChanges, storeUnsavedChanges } from "./unsaved-changes.ts";
import { useAutosave, useBaseVersion } from "./use-autosave.ts";

/** Stores unsaved changes on this device, and reverts to the saved team once a lock has made them unsaveable. */
function useStoreUnsavedChanges({ team, season, editor }: Board, baseVersion: RefObject<number>): void {
	const { t } = useTranslation();
	const { edited, isDirty, lockedChanges, replacedChanges } = editor;
	const hasStored = useRef(false);
	useEffect(() => {
		if (isDirty) storeUnsavedChanges(team.id, Math.min(baseVersion.current, team.version), edited);
		else if (replacedChanges) storeUnsavedChanges(team.id, null, replacedChanges);
		// A page without changes does not touch changes that another tab has stored.
		else if (hasStored.current) deleteUnsavedChanges(team.id);
		hasStored.current = isDirty || replacedChanges !== null;
	}, [team.id, team.version, baseVersion, edited, isDirty, replacedChanges]);

	const revertToSaved = useEffectEvent(() => {
		const names = lockedChanges.map(season.getPlayerName).join(", ");
		editor.replaceWith(getLineup(team));
		showToast({ tone: "bad", text: t("team.lockedBeforeSave", { names }) });
	});
	const hasLockedChanges = lockedChanges.length > 0;
	useEffect(() => {
		if (hasLockedChanges) revertToSaved();
	}, [hasLockedChanges]);
}

/**
 * Saves a legal line-up that has changed, and keeps changes on this device until they are saved. `leagueId` is the draft league
 * of the team; null for the classic team.
 */
export function useSaves(board: Board, team: Team, leagueId: number | null = null) {
	const { t } = useTranslation();
	const { editor, mode } = board;
	const baseVersion = useBaseVersion(team, editor.isDirty, leagueId);
	const onStale = (saved: Team) => {
		editor.replaceWithSaved(saved);
		const toast = { tone: "bad", text: t("team.reloaded") } as const;
		const restore = { label: t("team.restoreChanges"), onPress: editor.restoreReplaced };
		showToast(editor.isDirty ? { ...toast, action: restore } : toast);
	};
	const onSaved = (saved: Team, replacedVersion: number) => {
		editor.setSaved(saved);
		// The screen may have been left during the save.
		settleStoredChanges(saved, replacedVersion, board.season);
	};
	const candidate = mode === "edit" ? editor.candidate : null;
	const save = useAutosave({ baseVersion, candidate, onSaved, onStale, leagueId });
	useStoreUnsavedChanges(board, baseVersion);
	return { save, baseVersion, onStale };
}
