import type { SuccessOf } from "@first-bounce/contract/call";
import { type ClaimResult, listTransactions, listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import { useInfiniteQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import { useLoadMore } from "../../../api/use-pages.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;

/** The league's log, newest first, page by page. */
export function useTransactions(leagueId: number) {
	const result = useInfiniteQuery({
		queryKey: [...callKey(listTransactions), "pages", leagueId],
		initialPageParam: null as string | null,
		queryFn: ({ pageParam, signal }) =>
			client(listTransactions, {
				params: { id: leagueId },
				query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) },
				signal,
			}),
		getNextPageParam: ({ next }: SuccessOf<typeof listTransactions>) => next,
		meta: { noErrorModal: true },
	});
	return { ...result, loadMore: useLoadMore(result) };
}

export async function loadAllTransactions(leagueId: number) {
	const pages: SuccessOf<typeof listTransactions>[] = [];
	do {
		const before = pages.at(-1)?.next;
		const query = { limit: MAX_PAGE_SIZE, ...(before ? { before } : {}) };
		pages.push(await client(listTransactions, { params: { id: leagueId }, query }));
	} while (pages.at(-1)?.next);
	return pages.flatMap(({ transactions }) => transactions);
}

export const useWaiverRuns = (leagueId: number) =>
	useQuietCall(listWaiverRuns, { params: { id: leagueId } }, { staleTime: 15_000 });

/**
 * Whether a result is of the viewer's own claim. Failed claims have a reason only for the manager who made them, not for one who took
 * over her team.
 */
export const isOwnResult = ({ teamId, isWon, reason }: ClaimResult, ownTeamId: number | null): boolean =>
	teamId === ownTeamId && (isWon || reason !== null);
