import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { client } from "./client.ts";

/** Where a call's answer lives in the cache: the arguments may be left out to mean every answer of the call. */
export const callKey = (call: Call, args?: unknown): readonly unknown[] =>
	args === undefined ? ["call", call.path] : ["call", call.path, args];

export interface CallOptions {
	readonly enabled?: boolean;
	/** Milliseconds of the wall between two askings. */
	readonly refetchInterval?: number | false;
	readonly staleTime?: number;
}

/** A GET of the contract as the cache knows it. */
export const callQuery = <C extends Call>(call: C, args: Arguments<C>) => ({
	queryKey: callKey(call, args),
	queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<SuccessOf<C>> => client(call, { ...args, signal }),
});

/** Any GET of the contract as a query: `useCall(overallRank, { query: { roundId: 0, teamId } })`. */
export const useCall = <C extends Call>(
	call: C,
	args: Arguments<C>,
	options: CallOptions = {},
): UseQueryResult<SuccessOf<C>, Error> => useQuery<SuccessOf<C>, Error>({ ...options, ...callQuery(call, args) });

/** Any POST of the contract as a mutation: `useAction(updateTeam).mutateAsync({ body })`. */
export const useAction = <C extends Call>(call: C): UseMutationResult<SuccessOf<C>, Error, Arguments<C>> =>
	useMutation<SuccessOf<C>, Error, Arguments<C>>({
		mutationFn: (args) => client(call, args as Arguments<C> & { signal?: AbortSignal }),
	});
