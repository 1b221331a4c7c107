import { site } from "../app/site.ts";
import { createReporter } from "./reporter.ts";

/** Reports an error if the site has a SENTRY_DSN. */
export const sendErrorReport = createReporter({
	dsn: site.sentryDsn,
	random: Math.random,
	now: Date.now,
	pathname: () => location.pathname,
	// A failed report must not become another error.
	send: (url, body) =>
		void fetch(url, {
			method: "POST",
			body,
			keepalive: true,
			credentials: "omit",
			referrerPolicy: "no-referrer",
		}).catch(() => undefined),
	release: "first-bounce",
});

export function reportUncaught(): void {
	addEventListener("error", ({ error, message }) => sendErrorReport(error ?? message));
	addEventListener("unhandledrejection", ({ reason }) => sendErrorReport(reason));
}
