import { showLeague } from "@first-bounce/contract/calls";
import type { League } from "@first-bounce/contract/league";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey } from "../../../api/use-call.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { showToast } from "../../../components/toast/toasts.tsx";
import { problemWords } from "../../../wording/problem.ts";

/** What an action on a league does with its end: ask anew for what it changed, say that it is done, or why not. */
export function useLeagueNews() {
	const { t } = useTranslation();
	const queries = useQueryClient();
	return {
		changed: () =>
			queries.invalidateQueries({
				predicate: ({ queryKey: [kind, path] }) => kind === "call" && String(path).includes("league"),
			}),
		/** It is like this now. */
		keep: (league: League) => queries.setQueryData(callKey(showLeague, { params: { id: league.id } }), { league }),
		/** It is no longer ours to look at. */
		gone: (id: number) => queries.removeQueries({ queryKey: callKey(showLeague, { params: { id } }) }),
		done: (text: string) => showToast({ tone: "good", text }),
		fail: (error: unknown) => showProblem({ message: problemWords(error, t) }),
	};
}
