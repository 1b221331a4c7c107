import { showDraftBoard, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { useQueryClient } from "@tanstack/react-query";
import { callKey } from "../../../api/use-call.ts";

/** Loads a draft again after a change of it. */
export function useDraftRefresh(leagueId: number): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		const keys = [showDraftBoard, showDraftLeague, showLeague].map((call) =>
			callKey(call, { params: { id: leagueId } }),
		);
		await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
	};
}
