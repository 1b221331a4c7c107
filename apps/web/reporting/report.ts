import { site } from "../app/site.ts";
import { createReporter } from "./reporter.ts";

/** Reports an error of this page, where the site has somewhere to report to (SENTRY_DSN). */
export const report = createReporter({
	dsn: site.sentryDsn,
	random: Math.random,
	now: Date.now,
	pathname: () => location.pathname,
	// Its answer is of no interest, and a report that cannot leave must not become another error.
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

/** Reports what nobody has caught. */
export function reportUncaught(): void {
	addEventListener("error", ({ error, message }) => report(error ?? message));
	addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
