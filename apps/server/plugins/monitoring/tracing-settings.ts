import { z } from "zod";

const SAMPLERS = [
	"always_on",
	"always_off",
	"traceidratio",
	"parentbased_always_on",
	"parentbased_always_off",
	"parentbased_traceidratio",
] as const;

const RATIO_ERROR = "must be a number from 0 to 1";
const endpoint = z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:4318" }).optional();
const protocol = z
	.enum(
		["http/json", "http/protobuf"],
		"must be http/json or http/protobuf: traces are sent as JSON over HTTP, not by gRPC",
	)
	.optional();

/**
 * Environment variables for traces, with OpenTelemetry's names and values. Its SDK reads further ones, such as
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_TIMEOUT.
 */
export const tracingEnvironment = {
	OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
	OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
	OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
	OTEL_EXPORTER_OTLP_HEADERS: z
		.string()
		.regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, "must be headers such as authorization=Bearer%20token")
		.optional(),
	OTEL_SDK_DISABLED: z.string().optional(),
	OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").optional(),
	OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`).default("parentbased_always_on"),
	OTEL_TRACES_SAMPLER_ARG: z.coerce.number(RATIO_ERROR).min(0, RATIO_ERROR).max(1, RATIO_ERROR).default(1),
};
const tracingSchema = z.object(tracingEnvironment);

export interface TracingSettings {
	/** In the form of OTEL_EXPORTER_OTLP_HEADERS. */
	readonly headers: string | null;
	readonly sampler: (typeof SAMPLERS)[number];
	/** The share of traces that are sampled, for the samplers that take one. */
	readonly ratio: number;
}

/** Builds the settings; null if no traces are sent, which is the default. */
export function buildTracingSettings(env: z.output<typeof tracingSchema>): TracingSettings | null {
	const isDisabled = env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none";
	const tracesEndpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
	if (isDisabled || tracesEndpoint === undefined) return null;
	return {
		headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? null,
		sampler: env.OTEL_TRACES_SAMPLER,
		ratio: env.OTEL_TRACES_SAMPLER_ARG,
	};
}
