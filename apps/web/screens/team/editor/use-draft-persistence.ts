import { type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { Board } from "../board/state/board.ts";
import { getLineup } from "../model/team-state.ts";
import { deleteDraft, saveDraft } from "./draft-storage.ts";

/** Stores the draft on this device, and reverts it to the saved team once a lock has made it unsaveable. */
export function useDraftPersistence({ team, season, editor }: Board, baseVersion: RefObject<number>): void {
	const { t } = useTranslation();
	const { draft, isDirty, lockedChanges } = editor;
	useEffect(() => {
		if (isDirty) saveDraft(team.id, Math.min(baseVersion.current, team.version), draft);
		else deleteDraft(team.id);
	}, [team.id, team.version, baseVersion, draft, isDirty]);

	const revertToSaved = useEffectEvent(() => {
		const names = lockedChanges.map((id) => season.lookup(id)?.name ?? "").join(", ");
		editor.replaceWith(getLineup(team));
		showToast({ tone: "bad", text: t("team.lockedReturn", { names }) });
	});
	const hasLockedChanges = lockedChanges.length > 0;
	useEffect(() => {
		if (hasLockedChanges) revertToSaved();
	}, [hasLockedChanges]);
}
