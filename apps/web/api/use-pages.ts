import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import {
	type InfiniteData,
	type QueryMeta,
	type UseInfiniteQueryResult,
	useInfiniteQuery,
} from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../i18n/error-message.ts";
import { client } from "./client.ts";
import { callKey } from "./use-call.ts";

type PagedCall = Call<unknown, unknown, unknown, { readonly nextPage: number | null }>;

type Pages<C extends PagedCall> = UseInfiniteQueryResult<InfiniteData<SuccessOf<C>>, Error> & {
	/** Loads the next page, as `useLoadMore` does. */
	readonly loadMore: () => void;
};

/** Returns a function that loads a list's next page. If loading fails, the error modal opens, also without a connection. */
export function useLoadMore({ fetchNextPage }: Pick<UseInfiniteQueryResult<unknown>, "fetchNextPage">): () => void {
	const { t } = useTranslation();
	const loadMore = async () => {
		const { isFetchNextPageError, error } = await fetchNextPage();
		if (isFetchNextPageError && error) showProblem({ message: getErrorMessage(error, t) });
	};
	return () => void loadMore();
}

/** Loads the pages of a list one after another: `usePages(myLeagues, { query: { limit: 10 } })`. */
export function usePages<C extends PagedCall>(
	call: C,
	args: Arguments<C>,
	{ meta = {} }: { readonly meta?: QueryMeta } = {},
): Pages<C> {
	const result = useInfiniteQuery({
		meta,
		queryKey: [...callKey(call), "pages", args],
		initialPageParam: 1,
		queryFn: ({ pageParam, signal }): Promise<SuccessOf<C>> => {
			const query = { ...(args as { readonly query?: object }).query, page: pageParam };
			return client(call, Object.assign({}, args, { query, signal }));
		},
		getNextPageParam: (last: SuccessOf<C>) => (last as { readonly nextPage: number | null }).nextPage,
	});
	return { ...result, loadMore: useLoadMore(result) };
}

/** Removes duplicate rows: a row moves to the next page if a row was added before it. */
export const removeDuplicateIds = <Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] => [
	...new Map(rows.map((row) => [row.id, row])).values(),
];
