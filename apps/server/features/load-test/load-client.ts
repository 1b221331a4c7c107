import { Agent, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import type { Answer } from "./rush-statistics.ts";

const TIMEOUT_MS = 15_000;

export interface LoadRequest {
	readonly path: string;
	/** Sent with POST; without it the request is a GET. */
	readonly body?: object;
	/** The session's token; absent for files that are public. */
	readonly token?: string;
	/** The ETag of the version of a file that the client has. */
	readonly etag?: string;
	/** The address to send in X-Forwarded-For, which a server behind TLS counts by. */
	readonly forwardedFor?: string;
}

export interface LoadAnswer extends Answer {
	readonly etag: string | undefined;
	/** Parses the body. */
	readonly json: () => unknown;
}

export interface LoadClient {
	/** Sends a request as a browser does; null if there is no answer. */
	readonly send: (request: LoadRequest) => Promise<LoadAnswer | null>;
	readonly close: () => void;
}

/** Creates an HTTP client with connections that are kept open. */
export function createLoadClient(url: string, maxConnections: number): LoadClient {
	const { hostname, port } = new URL(url);
	const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
	const send = ({ path, body, token, etag, forwardedFor }: LoadRequest): Promise<LoadAnswer | null> => {
		const { promise, resolve } = Promise.withResolvers<LoadAnswer | null>();
		const text = body === undefined ? null : JSON.stringify(body);
		const sending = request(
			{
				agent,
				hostname: hostname.replace(/^\[|\]$/g, ""),
				port,
				path,
				method: text === null ? "GET" : "POST",
				headers: {
					"accept-encoding": "br",
					...(text === null ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
					...(token === undefined ? {} : { cookie: `X-SID=${token}` }),
					...(etag === undefined ? {} : { "if-none-match": etag }),
					...(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }),
				},
				timeout: TIMEOUT_MS,
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.on("error", () => resolve(null));
				response.on("end", () => {
					const isBrotli = response.headers["content-encoding"] === "br";
					resolve({
						status: response.statusCode ?? 0,
						hasRetryAfter: response.headers["retry-after"] !== undefined,
						etag: response.headers.etag,
						json: () => {
							const bytes = Buffer.concat(chunks);
							return JSON.parse(String(isBrotli ? brotliDecompressSync(bytes) : bytes));
						},
					});
				});
			},
		);
		sending.on("timeout", () => sending.destroy(new Error("No answer in time")));
		sending.on("error", () => resolve(null));
		sending.end(text ?? undefined);
		return promise;
	};
	return { send, close: () => agent.destroy() };
}
