import { AsyncLocalStorage } from "node:async_hooks";
import type { TracingChannel } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import {
	defaultTextMapGetter,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	type Tracer,
	trace,
} from "@opentelemetry/api";
import { type ExportResult, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
	AlwaysOffSampler,
	AlwaysOnSampler,
	BatchSpanProcessor,
	ParentBasedSampler,
	type Sampler,
	type SpanExporter,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { formatReason } from "../../db/connect.ts";
import { queryChannel, type TracedQuery } from "../../db/query-trace.ts";
import { LIVE_ROUTE } from "../live-stream.ts";
import { formatRoute } from "../request-log.ts";
import { createReportLimiter } from "./report-limiter.ts";
import { feedRequestChannel, jobChannel, type TracedFeedRequest, type TracedJob } from "./trace-channels.ts";
import type { TracingSettings } from "./tracing-settings.ts";

interface TracingOptions {
	readonly version: string;
	/** Receives why traces cannot be sent, at most once in ten minutes. */
	readonly warn: (message: string) => void;
}

const CLOSE_TIMEOUT_MS = 2_000;
const WARN_INTERVAL_MS = 10 * MINUTE_MS;

function createSampler({ sampler, ratio }: TracingSettings): Sampler {
	const createRootSampler = (name: string) => {
		if (name === "always_off") return new AlwaysOffSampler();
		return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
	};
	const [, root] = /^parentbased_(.+)$/.exec(sampler) ?? [];
	return root === undefined ? createRootSampler(sampler) : new ParentBasedSampler({ root: createRootSampler(root) });
}

/** Creates the SDK's exporter, which reads its settings from the environment, and warns when an export fails. */
function createExporter(headers: string | null, warn: TracingOptions["warn"]): SpanExporter {
	const exporter = new OTLPTraceExporter(headers === null ? {} : { headers: parseKeyPairsIntoRecord(headers) });
	const mayWarn = createReportLimiter(WARN_INTERVAL_MS);
	return {
		export: (spans, done) =>
			exporter.export(spans, (result: ExportResult) => {
				if (result.error && mayWarn("")) warn(`Traces cannot be sent: ${formatReason(result.error)}`);
				done(result);
			}),
		shutdown: () => exporter.shutdown(),
	};
}

/** Ends a span. Records only the code or name of an error, because its message may contain personal data. */
function endSpan(span: Span, error: unknown): void {
	if (error !== undefined) {
		const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
		span.setAttribute("error.type", code ?? (error instanceof Error ? error.name : "_OTHER"));
		span.setStatus({ code: SpanStatusCode.ERROR });
	}
	span.end();
}

/** Replaces text literals in a statement by `?`. */
const removeLiterals = (text: string): string =>
	text
		.replaceAll(/'(?:[^']|'')*'/g, "?")
		.replaceAll(/\s+/g, " ")
		.trim();

/**
 * Creates a span for each operation on a channel, unless `startSpan` returns null. With `store`, the span is stored while the
 * operation runs, so that it becomes the parent of spans created meanwhile. `beforeEnd` may add attributes to the span.
 */
function traceChannel<Traced extends { readonly error?: unknown }>(
	channel: TracingChannel<unknown, Traced>,
	startSpan: (traced: Traced) => Span | null,
	{
		store,
		beforeEnd,
	}: { readonly store?: AsyncLocalStorage<Span>; readonly beforeEnd?: (span: Span, traced: Traced) => void },
): () => void {
	const spans = new WeakMap<Traced, Span>();
	const start = (traced: Traced): Span | undefined => {
		const span = startSpan(traced) ?? undefined;
		if (span) spans.set(traced, span);
		return span;
	};
	const finishSpan = (traced: Traced) => {
		const span = spans.get(traced);
		if (!span) return;
		spans.delete(traced);
		beforeEnd?.(span, traced);
		endSpan(span, traced.error);
	};
	const handlers = {
		start: (traced: Traced) => {
			// With a store, `bindStore` calls `start`.
			if (!store) start(traced);
		},
		asyncEnd: finishSpan,
		// If the function throws instead of returning a promise, there is no asyncEnd.
		end: (traced: Traced) => {
			if (traced.error !== undefined) finishSpan(traced);
		},
		asyncStart: () => undefined,
		error: () => undefined,
	};
	channel.subscribe(handlers);
	if (store) channel.start.bindStore(store, start);
	return () => {
		channel.unsubscribe(handlers);
		if (store) channel.start.unbindStore(store);
	};
}

/** Creates a span for each request except live streams. */
function traceRequests(app: FastifyInstance, tracer: Tracer, currentSpan: AsyncLocalStorage<Span>): void {
	const propagator = new W3CTraceContextPropagator();
	const spans = new WeakMap<FastifyRequest, Span>();
	app.addHook("onRequest", (request, reply, done) => {
		const route = formatRoute(request);
		if (route === LIVE_ROUTE) return done();
		const { method, headers, id } = request;
		const attributes = {
			"http.request.method": method,
			"http.route": route,
			"http.response.header.x-request-id": [id],
		};
		const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
		const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
		spans.set(request, span);
		// Fastify calls no hook for a request whose client disconnects before the response.
		reply.raw.once("close", () => {
			if (!span.isRecording()) return;
			span.setAttribute("error.type", "aborted").setStatus({ code: SpanStatusCode.ERROR }).end();
		});
		currentSpan.run(span, done);
	});
	// The body arrives outside the asynchronous context of the hook above.
	app.addHook("preValidation", (request, _reply, done) => {
		const span = spans.get(request);
		if (span) currentSpan.run(span, done);
		else done();
	});
	app.addHook("onResponse", (request, { statusCode }, done) => {
		const span = spans.get(request);
		span?.setAttribute("http.response.status_code", statusCode);
		if (statusCode >= 500)
			span?.setAttribute("error.type", String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
		span?.end();
		done();
	});
}

/**
 * Sends traces by OTLP. Spans are created by Fastify hooks and subscribers of our diagnostics channels, because the SDK's
 * auto-instrumentation would have to load before the modules that it patches. Nothing is registered globally.
 */
export function startTracing(settings: TracingSettings, { version, warn }: TracingOptions) {
	const ownAttributes = resourceFromAttributes({ "service.name": "first-bounce", "service.version": version });
	const provider = new TracerProvider({
		resource: defaultResource()
			.merge(ownAttributes)
			.merge(detectResources({ detectors: [envDetector] })),
		sampler: createSampler(settings),
		spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(settings.headers, warn) })],
	});
	const tracer = provider.getTracer("first-bounce", version);
	/** The span of the request or job that is being handled. */
	const currentSpan = new AsyncLocalStorage<Span>();
	const getParentContext = () => {
		const parent = currentSpan.getStore();
		return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
	};

	const startQuerySpan = ({ text }: TracedQuery) => {
		// Queries outside a sampled request or job get no span, because most come from the step that runs every second.
		if (!currentSpan.getStore()?.isRecording()) return null;
		const statement = removeLiterals(text);
		const operation = /^\w+/.exec(statement)?.[0].toUpperCase() ?? "QUERY";
		const attributes = { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": statement };
		return tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, getParentContext());
	};
	const startJobSpan = ({ queue }: TracedJob) => {
		const attributes = { "messaging.system": "pg-boss", "messaging.destination.name": queue };
		return tracer.startSpan(`process ${queue}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
	};
	const startFeedRequestSpan = ({ method, address }: TracedFeedRequest) => {
		// The request itself reports an invalid address. An exception here, in a subscriber, would end the process.
		if (!URL.canParse(address)) return null;
		const { origin, pathname, hostname } = new URL(address);
		const attributes = {
			"http.request.method": method,
			"server.address": hostname,
			"url.full": `${origin}${pathname}`,
		};
		return tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, getParentContext());
	};
	const recordStatus = (span: Span, { result }: TracedFeedRequest) => {
		if (result) span.setAttribute("http.response.status_code", result.status);
	};
	const unsubscribers = [
		traceChannel(queryChannel, startQuerySpan, {}),
		traceChannel(jobChannel, startJobSpan, { store: currentSpan }),
		traceChannel(feedRequestChannel, startFeedRequestSpan, { beforeEnd: recordStatus }),
	];
	return {
		/** Creates a span for each request except live streams. Must be called before routes are registered. */
		traceRequests: (app: FastifyInstance) => traceRequests(app, tracer, currentSpan),
		/** Sends pending spans; gives up after two seconds. */
		close: async () => {
			for (const unsubscribe of unsubscribers) unsubscribe();
			const timeout = delay(CLOSE_TIMEOUT_MS, undefined, { ref: false });
			await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
		},
	};
}

export type Tracing = ReturnType<typeof startTracing>;
