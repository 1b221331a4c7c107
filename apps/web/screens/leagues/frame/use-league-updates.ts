import { type League, showLeague } from "@first-bounce/contract/leagues/league";
import { useQueryClient } from "@tanstack/react-query";
import { callKey } from "../../../api/use-call.ts";
import { showToast } from "../../../components/toast/toasts.tsx";

/** What league mutations do after a success: update the cache, and show a toast. */
export function useLeagueUpdates() {
	const queryClient = useQueryClient();
	return {
		invalidateLeagues: () =>
			queryClient.invalidateQueries({
				predicate: ({ queryKey: [kind, path] }) => kind === "call" && String(path).includes("league"),
			}),
		setLeague: (league: League) =>
			queryClient.setQueryData(callKey(showLeague, { params: { id: league.id } }), { league }),
		/** After the user has left or deleted the league. */
		removeLeague: (id: number) => queryClient.removeQueries({ queryKey: callKey(showLeague, { params: { id } }) }),
		showSuccess: (text: string) => showToast({ tone: "good", text }),
	};
}
