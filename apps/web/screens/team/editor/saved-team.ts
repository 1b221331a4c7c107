import type { SuccessOf } from "@first-bounce/contract/call";
import { listActions, listTrades, showMyTeam } from "@first-bounce/contract/calls";
import type { SavedTeam } from "@first-bounce/contract/team/team";
import type { submitTrades } from "@first-bounce/contract/team/trade";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { callKey } from "../../../api/use-call.ts";

type Receipt = SavedTeam["receipt"];
const RECEIPT_KEY = ["team", "receipt"] as const;

/** Caches the team and the receipt of a save. */
export function cacheSavedTeam(queries: QueryClient, { team, rollbackAvailable, receipt }: SavedTeam): void {
	queries.setQueryData(callKey(showMyTeam, {}), { team, rollbackAvailable });
	queries.setQueryData(RECEIPT_KEY, receipt);
	void queries.invalidateQueries({ queryKey: callKey(listActions) });
}

/** Caches the result of an action that changed trades. */
export function cacheSavedTrades(queries: QueryClient, saved: SuccessOf<typeof submitTrades>): void {
	const { receipt: _, ...trades } = saved;
	queries.setQueryData(callKey(listTrades, {}), trades);
	cacheSavedTeam(queries, saved);
}

/** Refetches the team and its trades after a refusal. */
export async function refetchTeam(queries: QueryClient): Promise<void> {
	await Promise.all([showMyTeam, listTrades].map((call) => queries.invalidateQueries({ queryKey: callKey(call) })));
}

/** The receipt of the last save since the page was loaded; null before one. */
export const useLastReceipt = (): Receipt | null =>
	useQuery<Receipt | null>({
		queryKey: RECEIPT_KEY,
		queryFn: () => null,
		initialData: null,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	}).data;
