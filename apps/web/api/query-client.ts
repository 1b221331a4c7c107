import { ApiFailure } from "@first-bounce/contract/client";
import { QueryClient } from "@tanstack/react-query";

/** Refusals are final; only a server in trouble or a lost connection is worth asking again. */
const mayPass = (error: Error): boolean => !(error instanceof ApiFailure) || error.status >= 500;

export const createQueryClient = (): QueryClient =>
	new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 15_000,
				retry: (failures, error) => failures < 2 && mayPass(error),
				retryDelay: (attempt) => 600 * 2 ** attempt,
			},
		},
	});
