import { QueryClient } from "@tanstack/react-query";
import { ATTEMPTS, mayPass, waitOf } from "./retry.ts";

/**
 * Reads are asked again as D1 §9 says; actions never are: they may have happened. Without a connection an action fails
 * at once, and says so: one that waited for it would be gone with the page.
 */
export const createQueryClient = (): QueryClient =>
	new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 15_000,
				retry: (failures, error) => failures < ATTEMPTS - 1 && mayPass(error),
				retryDelay: () => waitOf(Math.random),
			},
			mutations: { networkMode: "always" },
		},
	});
