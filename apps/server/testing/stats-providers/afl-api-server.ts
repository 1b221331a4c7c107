import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the test server says to a GET: a body, or what goes wrong. */
export type AflAnswer =
	| { readonly body: string | Uint8Array }
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	/** The connection is cut in the middle of this body. */
	| { readonly cutOff: string | Uint8Array }
	/** Nothing comes, ever. */
	| { readonly silence: true };

export interface AflApiServer {
	readonly url: string;
	/** Every GET so far: its path, whether its ETag still held, and the token it came with. */
	readonly asked: { path: string; status: number; token: string }[];
	/** Tokens given out are refused from now on. */
	readonly expireTokens: () => void;
	readonly close: () => Promise<void>;
}

/** A server that speaks like the official stats API; `answer` decides what it says. */
export async function serveAflApi(answer: (path: string) => AflAnswer | Promise<AflAnswer>): Promise<AflApiServer> {
	const asked: AflApiServer["asked"] = [];
	let tokens = 0;
	let oldest = 0;

	const give = (request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): number => {
		const etag = `"${createHash("sha1").update(body).digest("hex")}"`;
		const status = request.headers["if-none-match"] === etag ? 304 : 200;
		response.writeHead(status, { etag, "content-type": "application/json" }).end(status === 200 ? body : undefined);
		return status;
	};
	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = request.url ?? "/";
		if (request.method === "POST" && path === "/cfs/afl/WMCTok") {
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ token: `t${++tokens}` }));
			return;
		}
		const token = String(request.headers["x-media-mis-token"] ?? "");
		const note = (status: number) => asked.push({ path, status, token });
		if (Number(token.slice(1)) <= oldest || token === "") {
			note(401);
			response.writeHead(401).end();
			return;
		}
		const said = await answer(path);
		if ("body" in said) note(give(request, response, said.body));
		else if ("status" in said) {
			note(said.status);
			response.writeHead(said.status, said.headers).end();
		} else if ("cutOff" in said) {
			note(-1);
			const half = Buffer.from(said.cutOff).subarray(0, Math.floor(said.cutOff.length / 2));
			response.writeHead(200, { "content-length": said.cutOff.length }).write(half, () => response.destroy());
		} else note(-2);
	};
	const server = createServer((request, response) => {
		respond(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
		asked,
		expireTokens: () => {
			oldest = tokens;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
