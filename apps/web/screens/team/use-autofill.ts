import { autopickTeam } from "@first-bounce/contract/team";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../api/use-call.ts";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { problemWords } from "../../wording/problem.ts";
import type { Board } from "./board/board.ts";
import { takeSaved } from "./editor/saved-team.ts";
import { lineupOf, toBody } from "./model/team-state.ts";

export interface Autofill {
	readonly isFilling: boolean;
	readonly fill: () => void;
	/** The team has just been filled: time to show it to somebody (D1 §2). */
	readonly isDone: boolean;
	readonly dismiss: () => void;
}

/** Lets the server fill the empty places and save (decisions §6). */
export function useAutofill({ editor, team }: Board): Autofill {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const autopick = useAction(autopickTeam);
	const [isDone, setDone] = useState(false);
	const fill = async () => {
		try {
			const answer = await autopick.mutateAsync({ body: toBody(editor.lineup, team.version) });
			takeSaved(queries, answer);
			editor.replaceWith(lineupOf(answer.team));
			setDone(true);
		} catch (error) {
			showProblem({ title: t("team.refused"), message: problemWords(error, t) });
		}
	};
	return {
		isFilling: autopick.isPending,
		fill: () => void fill(),
		isDone,
		dismiss: () => setDone(false),
	};
}
