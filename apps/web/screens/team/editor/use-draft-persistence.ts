import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { getLineup } from "../model/team-state.ts";
import { deleteDraft, saveDraft } from "./draft-storage.ts";

/** Stores the draft on this device, and reverts it to the saved team once a lock has made it unsaveable. */
export function useDraftPersistence({ team, season, editor }: Board, baseVersion: RefObject<number>): void {
	const { t } = useTranslation();
	const { draft, isDirty, lockedChanges, replacedDraft } = editor;
	const hasStored = useRef(false);
	useEffect(() => {
		if (isDirty) saveDraft(team.id, Math.min(baseVersion.current, team.version), draft);
		else if (replacedDraft) saveDraft(team.id, null, replacedDraft);
		// A page without changes does not touch a draft that another tab has stored.
		else if (hasStored.current) deleteDraft(team.id);
		hasStored.current = isDirty || replacedDraft !== null;
	}, [team.id, team.version, baseVersion, draft, isDirty, replacedDraft]);

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
