import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import {
	type InfiniteData,
	type QueryMeta,
	type UseInfiniteQueryResult,
	useInfiniteQuery,
} from "@tanstack/react-query";
import { client } from "./client.ts";
import { callKey } from "./use-call.ts";

type PagedCall = Call<unknown, unknown, unknown, { readonly nextPage: number | null }>;

/** Loads the pages of a list one after another: `usePages(myLeagues, { query: { limit: 10 } })`. */
export const usePages = <C extends PagedCall>(
	call: C,
	args: Arguments<C>,
	{ enabled = true, meta = {} }: { readonly enabled?: boolean; readonly meta?: QueryMeta } = {},
): UseInfiniteQueryResult<InfiniteData<SuccessOf<C>>, Error> =>
	useInfiniteQuery({
		enabled,
		meta,
		queryKey: [...callKey(call), "pages", args],
		initialPageParam: 1,
		queryFn: ({ pageParam, signal }): Promise<SuccessOf<C>> => {
			const query = { ...(args as { readonly query?: object }).query, page: pageParam };
			return client(call, Object.assign({}, args, { query, signal }));
		},
		getNextPageParam: (last: SuccessOf<C>) => (last as { readonly nextPage: number | null }).nextPage,
	});

/** Removes duplicate rows: a row moves to the next page if one was added before it. */
export const removeDuplicateIds = <Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] => [
	...new Map(rows.map((row) => [row.id, row])).values(),
];
