import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { showDraftBoard, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { showKeepers } from "@first-bounce/contract/draft/keepers";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useDraft } from "./use-draft.ts";

/** Loads the board again, so that a change is on screen without the live stream. */
export const reloadBoard = (queries: QueryClient, leagueId: number): Promise<void> =>
	queries.invalidateQueries({ queryKey: callKey(showDraftBoard, { params: { id: leagueId } }) });

interface ActionOptions<C extends Call> {
	readonly meta?: { readonly hasInlineError: boolean };
	readonly onSuccess?: (answer: SuccessOf<C>) => void;
}

/** A call that changes a running draft. It is pending until the change is on screen. */
export function useDraftAction<C extends Call>(call: C, { meta, onSuccess }: ActionOptions<C> = {}) {
	const queries = useQueryClient();
	const { board } = useDraft();
	return useCallMutation(call, {
		...(meta ? { meta } : {}),
		onSuccess: async (answer) => {
			await reloadBoard(queries, board.leagueId);
			onSuccess?.(answer);
		},
	});
}

/** Loads a draft again after a change of it. */
export function useDraftRefresh(leagueId: number): () => Promise<void> {
	const queries = useQueryClient();
	return async () => {
		const keys = [showDraftBoard, showDraftLeague, showKeepers, showLeague].map((call) =>
			callKey(call, { params: { id: leagueId } }),
		);
		await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
	};
}
