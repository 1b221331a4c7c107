import type { SuccessOf } from "@first-bounce/contract/call";
import { enterDraft } from "@first-bounce/contract/draft/draft-process";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../../../api/use-call.ts";
import { paths } from "../../../../app/paths.ts";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { useDraftRefresh } from "../use-draft-action.ts";

type Entry = SuccessOf<typeof enterDraft>;

/** Checks entered picks on the server, and saves them once they have been checked. */
export function useEntry(leagueId: number, onSaved: () => void) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const refresh = useDraftRefresh(leagueId);
	/** The picks that were checked last, with the answer. */
	const [checked, setChecked] = useState<{ readonly csv: string; readonly entry: Entry } | null>(null);
	const enter = useCallMutation(enterDraft, {
		meta: { hasInlineError: true },
		onSuccess: async (entry, { body: { csv } }) => {
			setChecked({ csv, entry });
			if (!entry.isEntered) return;
			onSaved();
			showToast({ tone: "good", text: t("leagues.enter.saved") });
			// Navigates before the draft is loaded again, because this page then has nothing to enter.
			await navigate(paths.draft.to(leagueId));
			await refresh();
		},
	});
	const send = (csv: string, isPreview: boolean) =>
		enter.mutate({ params: { id: leagueId }, body: { csv, isPreview } });
	return {
		checked,
		isPending: enter.isPending,
		error: enter.error,
		check: (csv: string) => send(csv, true),
		save: (csv: string) => send(csv, false),
	};
}
export type EntryFlow = ReturnType<typeof useEntry>;
