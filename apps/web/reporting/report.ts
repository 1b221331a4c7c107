import { site } from "../app/site.ts";

/** Logs an error that users need not know about to the browser's console. */
export const logError = (error: unknown): void => console.warn(error);

/** Reports an error if the site has a SENTRY_DSN. The reporter is loaded with the first error, so that pages start sooner. */
export function sendErrorReport(error: unknown): void {
	if (site.sentryDsn === null) return;
	// A reporter that does not load must not become another error.
	import("./sentry-reporter.ts").then(({ reportToSentry }) => reportToSentry(error)).catch(() => undefined);
}

export function reportUncaught(): void {
	addEventListener("error", ({ error, message }) => sendErrorReport(error ?? message));
	addEventListener("unhandledrejection", ({ reason }) => sendErrorReport(reason));
}
