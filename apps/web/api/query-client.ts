import { MutationCache, QueryClient } from "@tanstack/react-query";
import { getI18n } from "react-i18next";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../i18n/error-message.ts";
import { computeRetryDelay, isRetryable, MAX_ATTEMPTS } from "./retry.ts";

declare module "@tanstack/react-query" {
	interface Register {
		mutationMeta: {
			/** The screen shows the error inline; the error modal stays closed. */
			readonly hasInlineError?: boolean;
			/** Title of the error modal, if not the default one. */
			readonly errorTitle?: string;
		};
	}
}

/** Opens the error modal for every failed mutation whose screen does not show the error itself. */
const mutationCache = () =>
	new MutationCache({
		onError: (error, _variables, _result, { meta }) => {
			if (meta?.hasInlineError) return;
			const message = getErrorMessage(error, getI18n().t);
			showProblem(meta?.errorTitle === undefined ? { message } : { title: meta.errorTitle, message });
		},
	});

/**
 * Failed queries are retried (D1.9.27); mutations never are, because the server may have applied them. Without a
 * connection both fail at once instead of waiting: the service worker answers queries from its caches, and a waiting
 * mutation would be lost with the page.
 */
export const createQueryClient = (): QueryClient =>
	new QueryClient({
		mutationCache: mutationCache(),
		defaultOptions: {
			queries: {
				staleTime: 15_000,
				networkMode: "always",
				refetchOnReconnect: true,
				retry: (failures, error) => navigator.onLine && failures < MAX_ATTEMPTS - 1 && isRetryable(error),
				retryDelay: () => computeRetryDelay(Math.random),
			},
			mutations: { networkMode: "always" },
		},
	});
