import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** The response to a GET: a body or a failure. */
export type AflAnswer =
	| { readonly body: string | Uint8Array }
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	/** The connection is closed in the middle of this body. */
	| { readonly cutOff: string | Uint8Array }
	/** There is no response. */
	| { readonly noResponse: true };

/** Competitions, matches and squads need no token. */
const SEASON_PATH = "/afl/v2/";

/** Starts a server like the official stats API; `answer` decides its responses. */
export async function startAflApiServer(answer: (path: string) => AflAnswer | Promise<AflAnswer>) {
	const requests: { path: string; status: number; token: string; userAgent: string }[] = [];
	let issuedTokens = 0;
	let lastExpiredToken = 0;
	let tokenRefusal: number | null = null;
	let openRequests = 0;
	let maxOpenRequests = 0;

	const sendBody = (request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): number => {
		const etag = `"${createHash("sha1").update(body).digest("hex")}"`;
		const status = request.headers["if-none-match"] === etag ? 304 : 200;
		response.writeHead(status, { etag, "content-type": "application/json" }).end(status === 200 ? body : undefined);
		return status;
	};
	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = request.url ?? "/";
		if (request.method === "POST" && path === "/cfs/afl/WMCTok") {
			const isJson = request.headers["content-type"] === "application/json" && (await text(request)) === "{}";
			if (tokenRefusal !== null || !isJson) {
				response.writeHead(tokenRefusal ?? 400).end();
				return;
			}
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(JSON.stringify({ token: `t${++issuedTokens}` }));
			return;
		}
		const token = String(request.headers["x-media-mis-token"] ?? "");
		const userAgent = request.headers["user-agent"] ?? "";
		const recordRequest = (status: number) => requests.push({ path, status, token, userAgent });
		const needsToken = !path.startsWith(SEASON_PATH);
		if (needsToken && (Number(token.slice(1)) <= lastExpiredToken || token === "")) {
			recordRequest(401);
			response.writeHead(401).end();
			return;
		}
		const reply = await answer(path);
		if ("body" in reply) recordRequest(sendBody(request, response, reply.body));
		else if ("status" in reply) {
			recordRequest(reply.status);
			response.writeHead(reply.status, reply.headers).end();
		} else if ("cutOff" in reply) {
			recordRequest(-1);
			const half = Buffer.from(reply.cutOff).subarray(0, Math.floor(reply.cutOff.length / 2));
			response.writeHead(200, { "content-length": reply.cutOff.length }).write(half, () => response.destroy());
		} else recordRequest(-2);
	};
	const server = createServer((request, response) => {
		maxOpenRequests = Math.max(maxOpenRequests, ++openRequests);
		respond(request, response)
			.catch(() => response.destroy())
			.finally(() => openRequests--);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
		/** Every GET so far. The status is 304 if the ETag matched, -1 if the body was cut off, and -2 if there was no response. */
		requests,
		/** Makes the server refuse all tokens issued so far. */
		expireTokens: () => {
			lastExpiredToken = issuedTokens;
		},
		/** Makes the server refuse requests for tokens with this status; null ends that. */
		refuseTokens: (status: number | null) => {
			tokenRefusal = status;
		},
		/** Counts the tokens that were issued. */
		countTokens: () => issuedTokens,
		/** The largest number of requests that were open at the same time. */
		getMaxConcurrent: () => maxOpenRequests,
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export type AflApiServer = Awaited<ReturnType<typeof startAflApiServer>>;
