import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

interface ReceivedRequest {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Fields of a Sentry event that tests look at. */
export interface SentryEvent {
	readonly exception: {
		readonly values: readonly {
			readonly type: string;
			readonly value: string;
			readonly stacktrace: { readonly frames: readonly { readonly filename: string; readonly function: string }[] };
		}[];
	};
	readonly [field: string]: unknown;
}

/** A span in OTLP's JSON format, with its attributes as an object. */
export interface ReceivedSpan {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	readonly attributes: Readonly<Record<string, unknown>>;
	readonly status: { readonly code: number; readonly message?: string };
}

interface KeyValue {
	readonly key: string;
	readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly arrayValue?: unknown };
}

const readAttributes = (list: readonly KeyValue[]): Record<string, unknown> =>
	Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A stand-in for Sentry and for a collector of traces, which records requests and can be set to fail or to hang. */
export async function startTelemetryServer(answer: number | "never" = 200) {
	const requests: ReceivedRequest[] = [];
	const server = createServer(async (request, response) => {
		const body = await text(request);
		requests.push({ path: request.url ?? "", headers: request.headers, body });
		if (answer !== "never") response.writeHead(answer, { "content-type": "application/json" }).end("{}");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
	const listResources = () =>
		requests
			.filter(({ path }) => path === "/v1/traces")
			.flatMap(({ body }) => JSON.parse(body).resourceSpans as { resource: { attributes: KeyValue[] } }[]);
	return {
		dsn: `http://abc123@${host}/7`,
		endpoint: `http://${host}`,
		requests,
		/** The events sent to the project of `dsn`. */
		events: (): readonly SentryEvent[] =>
			requests
				.filter(({ path }) => path.startsWith("/api/7/envelope/?"))
				.map(({ body }) => JSON.parse(body.split("\n")[2] ?? "")),
		spans: (): readonly ReceivedSpan[] =>
			listResources().flatMap((resource) =>
				(resource as unknown as { scopeSpans: { spans: (ReceivedSpan & { attributes: KeyValue[] })[] }[] }).scopeSpans
					.flatMap(({ spans }) => spans)
					.map((span) => ({ ...span, attributes: readAttributes(span.attributes) })),
			),
		/** Attributes of the process that sent the first spans. */
		resource: () => readAttributes(listResources()[0]?.resource.attributes ?? []),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
