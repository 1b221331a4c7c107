import { ApiFailure } from "@first-bounce/contract/client";
import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { getI18n } from "react-i18next";
import { getProblem, showProblem } from "../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../i18n/error-message.ts";
import { logError, sendErrorReport } from "../reporting/report.ts";
import { OutdatedError } from "../upgrade/load-chunk.ts";
import { computeRetryDelay, isRetryable, MAX_ATTEMPTS } from "./retry.ts";
import { STATIC_KEY } from "./use-static.ts";

declare module "@tanstack/react-query" {
	interface Register {
		mutationMeta: {
			/** The screen shows the error inline; the error modal stays closed. */
			readonly hasInlineError?: boolean;
			/** Title of the error modal, if not the default one. */
			readonly errorTitle?: string;
		};
		queryMeta: {
			/** The error modal stays closed: the screen shows the error itself or does without the data. */
			readonly noErrorModal?: boolean;
			/** A failure is only logged to the console: no error modal, no report. */
			readonly isSilent?: boolean;
		};
	}
}

type ReportError = (error: unknown) => void;

/** Opens the error modal for every failed mutation whose screen does not show the error itself. */
const createMutationCache = (report: ReportError) =>
	new MutationCache({
		onError: (error, _variables, _result, { meta }) => {
			// The notice of the new version says what to do.
			if (error instanceof OutdatedError) return;
			report(error);
			if (meta?.hasInlineError) return;
			const message = getErrorMessage(error, getI18n().t);
			showProblem(meta?.errorTitle === undefined ? { message } : { title: meta.errorTitle, message });
		},
	});

type AnyQuery = Query<unknown, unknown, unknown>;

/** Whether there is no such static file, as on a site without a season. Screens say so themselves. */
const isMissingFile = (error: unknown, { queryKey }: AnyQuery): boolean =>
	queryKey[0] === STATIC_KEY[0] && error instanceof ApiFailure && error.status === 404;

/**
 * Whether a screen has nothing to show without the data that failed to load. Polling queries are left out, because each
 * poll would open the modal again, and so are failures while offline, which a banner explains. Further pages of a list are
 * the concern of `usePages`.
 */
function isAwaited({ state, observers }: AnyQuery): boolean {
	if (!navigator.onLine || state.data !== undefined) return false;
	return observers.some(({ options }) => !options.meta?.noErrorModal && !options.refetchInterval);
}

/** Opens the error modal for every load that fails while a screen waits for it (D1.8.04). */
const createQueryCache = (report: ReportError) =>
	new QueryCache({
		onError: (error, query) => {
			if (query.meta?.isSilent) return logError(error);
			report(error);
			// Of several loads that fail together, the first one is shown.
			if (isAwaited(query) && !isMissingFile(error, query) && !getProblem())
				showProblem({ message: getErrorMessage(error, getI18n().t) });
		},
	});

/**
 * Failed queries are retried (D1.9.27); mutations never are, because the server may have applied them. Without a
 * connection both fail at once instead of waiting: the service worker serves queries from its caches, and a waiting
 * mutation would be lost with the page.
 * Failures that are not silent are reported (D1.8.16).
 */
export const createQueryClient = (report: ReportError = sendErrorReport): QueryClient =>
	new QueryClient({
		mutationCache: createMutationCache(report),
		queryCache: createQueryCache(report),
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
