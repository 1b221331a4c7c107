import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { getLineup } from "../model/team-state.ts";
import { deleteUnsavedChanges, storeUnsavedChanges } from "./unsaved-changes.ts";

/** Stores unsaved changes on this device, and reverts to the saved team once a lock has made them unsaveable. */
export function useStoreUnsavedChanges({ team, season, editor }: Board, baseVersion: RefObject<number>): void {
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
		const names = lockedChanges.map((id) => season.lookup(id)?.name ?? "").join(", ");
		editor.replaceWith(getLineup(team));
		showToast({ tone: "bad", text: t("team.lockedBeforeSave", { names }) });
	});
	const hasLockedChanges = lockedChanges.length > 0;
	useEffect(() => {
		if (hasLockedChanges) revertToSaved();
	}, [hasLockedChanges]);
}
