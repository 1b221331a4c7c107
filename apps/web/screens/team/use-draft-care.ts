import { type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../components/toast/toasts.tsx";
import type { Board } from "./board/state/board.ts";
import { forgetDraft, keepDraft } from "./editor/draft-storage.ts";
import { lineupOf } from "./model/team-state.ts";

/** Keeps the unfinished draft on this device, and goes back to the saved team when a lock made it unsaveable. */
export function useDraftCare({ team, season, editor }: Board, begun: RefObject<number>): void {
	const { t } = useTranslation();
	const { draft, isDirty, lockedChanges } = editor;
	useEffect(() => {
		if (isDirty) keepDraft(team.id, Math.min(begun.current, team.version), draft);
		else forgetDraft(team.id);
	}, [team.id, team.version, begun, draft, isDirty]);

	const giveUp = useEffectEvent(() => {
		const names = lockedChanges.map((id) => season.lookup(id)?.name ?? "").join(", ");
		editor.replaceWith(lineupOf(team));
		showToast({ tone: "bad", text: t("team.lockedReturn", { names }) });
	});
	const isLost = lockedChanges.length > 0;
	useEffect(() => {
		if (isLost) giveUp();
	}, [isLost]);
}
