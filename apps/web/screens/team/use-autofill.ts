import { autopickTeam, showMyTeam } from "@first-bounce/contract/team";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useAction } from "../../api/use-call.ts";
import { tell } from "../../components/toast/toasts.tsx";
import { problemWords } from "../../wording/problem.ts";
import type { Board } from "./board/use-board.ts";
import { lineupOf, toBody } from "./model/team-state.ts";

/** Lets the server fill the empty places and save (decisions §6). */
export function useAutofill({ editor, team }: Board): { readonly isFilling: boolean; readonly fill: () => void } {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const autopick = useAction(autopickTeam);
	const fill = async () => {
		try {
			const answer = await autopick.mutateAsync({ body: toBody(editor.lineup, team.version) });
			queries.setQueryData(callKey(showMyTeam, {}), {
				team: answer.team,
				rollbackAvailable: answer.rollbackAvailable,
			});
			editor.replaceWith(lineupOf(answer.team));
			tell({ tone: "good", text: t("team.autofilled") });
		} catch (error) {
			tell({ tone: "bad", text: problemWords(error, t) });
		}
	};
	return { isFilling: autopick.isPending, fill: () => void fill() };
}
