import type { FastifyBaseLogger } from "fastify";
import { closeAll } from "../../db/close-all.ts";
import packageJson from "../../package.json" with { type: "json" };
import { createErrorReporter, NO_ERROR_REPORTER } from "./error-reporter.ts";
import type { TracingSettings } from "./tracing-settings.ts";

interface MonitoringSettings {
	/** Sentry's address for the project; null if errors are not sent. */
	readonly dsn: string | null;
	/** Null if traces are not sent. */
	readonly tracing: TracingSettings | null;
}

/**
 * Starts error reporting and tracing, if they are configured. Their libraries are loaded only then. `close` sends pending
 * errors and traces; it gives up after two seconds.
 */
export async function startMonitoring(
	{ dsn, tracing: settings }: MonitoringSettings,
	log: Pick<FastifyBaseLogger, "warn">,
) {
	const { version } = packageJson;
	const warn = (message: string) => log.warn(message);
	const errorReporter = dsn === null ? NO_ERROR_REPORTER : await createErrorReporter(dsn, { version, warn });
	if (settings === null) return { errorReporter, tracing: null, close: errorReporter.close };
	const { startTracing } = await import("./tracing.ts");
	const tracing = startTracing(settings, { version, warn });
	return {
		errorReporter,
		tracing,
		close: () => closeAll([tracing.close, errorReporter.close]),
	};
}
