import { z } from "zod";
import { LOG_LEVELS } from "../../../plugins/log.ts";
import { tracingEnvironment } from "../../../plugins/monitoring/tracing-settings.ts";

/** Environment variables for the log, metrics, traces, alerts and the notice of newer releases. Part of config.ts. */
export const monitoringEnvironment = {
	LOG_LEVEL: z.enum(LOG_LEVELS, "must be error, warn or info").default("warn"),
	...tracingEnvironment,
	METRICS_TOKEN: z.string().optional(),
	ALERT_WEBHOOK_URL: z
		.url({ protocol: /^https?$/, error: "must be a URL such as https://chat.example.org/hooks/…" })
		.optional(),
	RELEASE_FEED: z
		.url({ protocol: /^https?$/, error: "must be a URL such as https://api.github.com/repos/OWNER/NAME/releases" })
		.optional(),
};
