import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import {
	type QueryMeta,
	type UseMutationOptions,
	type UseMutationResult,
	type UseQueryResult,
	useMutation,
	useQuery,
} from "@tanstack/react-query";
import { client } from "./client.ts";

/** The query key of a call; without arguments, it matches every result of the call. */
export const callKey = (call: Call, args?: unknown): readonly unknown[] =>
	args === undefined ? ["call", call.path] : ["call", call.path, args];

export interface CallOptions<Data = unknown> {
	readonly enabled?: boolean;
	/** Wall time in milliseconds. */
	readonly refetchInterval?:
		| number
		| false
		| ((query: { readonly state: { readonly data: Data | undefined } }) => number | false);
	readonly staleTime?: number;
	readonly meta?: QueryMeta;
}

export const callQuery = <C extends Call>(call: C, args: Arguments<C>) => ({
	queryKey: callKey(call, args),
	queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<SuccessOf<C>> => client(call, { ...args, signal }),
});

/** Loads the result of a call that only reads: `useCall(overallRank, { query: { roundId: 0, teamId } })`. */
export const useCall = <C extends Call>(
	call: C,
	args: Arguments<C>,
	options: CallOptions<SuccessOf<C>> = {},
): UseQueryResult<SuccessOf<C>, Error> => useQuery<SuccessOf<C>, Error>({ ...options, ...callQuery(call, args) });

/** A call's arguments, with the picture to upload if there is one. */
type CallVariables<C extends Call> = Arguments<C> & { readonly avatar?: Blob };
type CallMutationOptions<C extends Call> = Omit<
	UseMutationOptions<SuccessOf<C>, Error, CallVariables<C>>,
	"mutationFn"
>;

/** Sends a call that changes something: `useCallMutation(updateTeam, { onSuccess }).mutate({ body })`. */
export const useCallMutation = <C extends Call>(
	call: C,
	options: CallMutationOptions<C> = {},
): UseMutationResult<SuccessOf<C>, Error, CallVariables<C>> =>
	useMutation({ ...options, mutationFn: (variables: CallVariables<C>) => client(call, variables) });
