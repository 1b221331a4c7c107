import { autofillTeam, type SavedTeam, type Team } from "@first-bounce/contract/team/team";
import type { AutofillStyle } from "@first-bounce/rules/autofill/autofill-style";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import type { Board } from "../board/state/board.ts";
import { buildLineupBody, getLineup } from "../model/team-state.ts";
import { cacheSavedTeam, getCachedTeam, isStaleVersion, refetchTeam, useTeamChange } from "./saved-team.ts";
import { deleteUnsavedChanges } from "./unsaved-changes.ts";

/** Lets the server fill the empty slots and save. One undo step reverts it. */
export function useAutofill({ editor }: Board, baseVersion: RefObject<number>, onStale: (team: Team) => void) {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const autofill = useTeamChange<SavedTeam>(null, { meta: { hasInlineError: true } });
	const [isSharing, setSharing] = useState(false);
	const fill = async (style?: AutofillStyle) => {
		try {
			const saved = await autofill.mutateAsync({
				version: baseVersion.current,
				send: (version) =>
					client(autofillTeam, { body: { ...buildLineupBody(editor.lineup, version), ...(style ? { style } : {}) } }),
			});
			baseVersion.current = saved.team.version;
			editor.replaceWith(getLineup(saved.team));
			cacheSavedTeam(queryClient, saved);
			// Usually the screen deletes the unsaved changes, but the manager may have left it.
			deleteUnsavedChanges(saved.team.id);
			showToast({
				tone: "good",
				text: t("team.autofilled"),
				action: { label: t("share.share"), onPress: () => setSharing(true) },
			});
		} catch (error) {
			const refetched = refetchTeam(queryClient);
			if (!isStaleVersion(error)) return showProblem({ title: t("team.refused"), message: getErrorMessage(error, t) });
			await refetched;
			const latest = getCachedTeam(queryClient);
			if (latest) onStale(latest);
		}
	};
	return {
		isFilling: autofill.isPending,
		/** Without a style, the season's is used. */
		fill: (style?: AutofillStyle) => void fill(style),
		/** Whether the manager chose to share the filled team. */
		isSharing,
		closeSharing: () => setSharing(false),
	};
}
export type Autofill = ReturnType<typeof useAutofill>;
