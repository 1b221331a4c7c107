import { autofillTeam, type Team } from "@first-bounce/contract/team/team";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import type { Board } from "../board/state/board.ts";
import { buildLineupBody, getLineup } from "../model/team-state.ts";
import { cacheSavedTeam, getCachedTeam, isStaleVersion, refetchTeam } from "./saved-team.ts";

export interface Autofill {
	readonly isFilling: boolean;
	readonly fill: () => void;
	/** The team was just filled, so sharing it is offered. */
	readonly isDone: boolean;
	readonly dismiss: () => void;
}

/** Lets the server fill the empty slots and save. One undo step reverts it. */
export function useAutofill(
	{ editor }: Board,
	baseVersion: RefObject<number>,
	onStale: (team: Team) => void,
): Autofill {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const autofill = useCallMutation(autofillTeam, { meta: { hasInlineError: true } });
	const [isDone, setDone] = useState(false);
	const fill = async () => {
		try {
			const saved = await autofill.mutateAsync({ body: buildLineupBody(editor.lineup, baseVersion.current) });
			baseVersion.current = saved.team.version;
			editor.replaceWith(getLineup(saved.team));
			cacheSavedTeam(queries, saved);
			setDone(true);
		} catch (error) {
			const refetched = refetchTeam(queries);
			if (!isStaleVersion(error)) return showProblem({ title: t("team.refused"), message: getErrorMessage(error, t) });
			await refetched;
			const latest = getCachedTeam(queries);
			if (latest) onStale(latest);
		}
	};
	return {
		isFilling: autofill.isPending,
		fill: () => void fill(),
		isDone,
		dismiss: () => setDone(false),
	};
}
