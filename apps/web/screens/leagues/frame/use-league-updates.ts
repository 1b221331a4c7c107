import { showLeague } from "@first-bounce/contract/calls";
import type { League } from "@first-bounce/contract/leagues/league";
import { useQueryClient } from "@tanstack/react-query";
import { callKey } from "../../../api/use-call.ts";
import { showToast } from "../../../components/toast/toasts.tsx";

/** What an action on a league does at its end: refetch what it changed, and say that it is done. */
export function useLeagueUpdates() {
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
	};
}
