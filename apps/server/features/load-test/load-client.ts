import { Agent, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** A user would have left the page by then. */
export const LOAD_TIMEOUT_MS = 15_000;

export interface LoadRequest {
	readonly path: string;
	/** Sent with POST; without it the request is a GET. */
	readonly body?: object;
	/** The session's token; absent for files that are public. */
	readonly token?: string;
	/** The ETag of the version of a file that the client has. */
	readonly etag?: string;
	/** The address to send in X-Forwarded-For. With an https PUBLIC_URL, the server counts requests by it. */
	readonly forwardedFor?: string;
}

export interface Answer {
	readonly status: number;
	readonly hasRetryAfter: boolean;
}

export interface LoadAnswer extends Answer {
	readonly etag: string | undefined;
	/** Parses the body. */
	readonly json: () => unknown;
}

/** Why there is no answer. */
export type LoadFailure = "timed-out" | "disconnected";

export interface LoadClient {
	/** Sends a request as a browser does, and gives up after `timeoutMs`. */
	readonly send: (request: LoadRequest, timeoutMs?: number) => Promise<LoadAnswer | LoadFailure>;
	readonly close: () => void;
}

/** Creates an HTTP client that keeps its connections open, one for each request that it has sent at the same time. */
export function createLoadClient(url: string): LoadClient {
	const { hostname, port } = new URL(url);
	const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
	const send: LoadClient["send"] = ({ path, body, token, etag, forwardedFor }, timeoutMs = LOAD_TIMEOUT_MS) => {
		const { promise, resolve } = Promise.withResolvers<LoadAnswer | LoadFailure>();
		const text = body === undefined ? null : JSON.stringify(body);
		const sending = request(
			{
				agent,
				// Without the brackets of an IPv6 address.
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
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.on("error", () => resolve("disconnected"));
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
		const timer = setTimeout(() => {
			resolve("timed-out");
			sending.destroy();
		}, timeoutMs);
		sending.on("error", () => resolve("disconnected"));
		sending.end(text ?? undefined);
		return promise.finally(() => clearTimeout(timer));
	};
	return { send, close: () => agent.destroy() };
}
