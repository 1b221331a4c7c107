import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { type SavedTeam, showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { listTrades, type submitTrades } from "@first-bounce/contract/team/trade";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { callKey } from "../../../api/use-call.ts";

type Receipt = SavedTeam["receipt"];
const RECEIPT_KEY = ["team", "receipt"] as const;

export function cacheSavedTeam(queries: QueryClient, { team, rollbackAvailable, receipt }: SavedTeam): void {
	queries.setQueryData(callKey(showMyTeam, {}), { team, rollbackAvailable });
	queries.setQueryData(RECEIPT_KEY, receipt);
	void queries.invalidateQueries({ queryKey: callKey(listActions) });
}

/** The saved team as last fetched. */
export const getCachedTeam = (queries: QueryClient): Team | null =>
	queries.getQueryData<SuccessOf<typeof showMyTeam>>(callKey(showMyTeam, {}))?.team ?? null;

/** Whether an action was refused because the team was changed elsewhere. */
export const isStaleVersion = (error: unknown): boolean =>
	error instanceof ApiFailure && error.code === "stale-version";

/** Caches the result of an action that changed trades. */
export function cacheSavedTrades(queries: QueryClient, saved: SuccessOf<typeof submitTrades>): void {
	const { receipt: _, ...trades } = saved;
	queries.setQueryData(callKey(listTrades, {}), trades);
	cacheSavedTeam(queries, saved);
}

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
