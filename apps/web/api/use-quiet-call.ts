import type { Call, SuccessOf } from "@first-bounce/contract/call";
import type { Arguments } from "@first-bounce/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { type CallOptions, useCall } from "./use-call.ts";

/** `useCall` without the error modal: the screen itself shows a failure, or leaves out what could not be loaded. */
export const useQuietCall = <C extends Call>(
	call: C,
	args: Arguments<C>,
	options: Omit<CallOptions, "meta"> = {},
): UseQueryResult<SuccessOf<C>, Error> => useCall(call, args, { ...options, meta: { noErrorModal: true } });
