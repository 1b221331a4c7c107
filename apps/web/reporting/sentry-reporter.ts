import { site } from "../app/site.ts";
import { createReporter } from "./reporter.ts";

/** Sends an error to the site's SENTRY_DSN. */
export const reportToSentry = createReporter({
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
