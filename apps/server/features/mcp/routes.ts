import type { IncomingHttpHeaders } from "node:http";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { getBearerToken, isAccessToken } from "../../plugins/session.ts";
import { findTokenSession } from "../accounts/access-tokens/service.ts";
import type { Clocks } from "../seasons/current/season-snapshot.ts";
import { TOOLS, type Tool } from "./tools.ts";

const MCP_PATH = "/mcp";
const REQUESTS_PER_MINUTE = 300;
/** More characters than this are refused, because they would fill an assistant's memory. */
const MAX_RESULT_LENGTH = 60_000;
const INSTRUCTIONS =
	"Reads a fantasy game of women's Australian-rules football. Ids are whole numbers, prices are Australian dollars, times " +
	"are UTC. Nothing can be changed. Tools about the caller's own team and leagues need a personal access token with the " +
	"scopes read:team and read:leagues, as a bearer token.";
/** The headers that say who calls, and through which proxy. Cookies are not among them. */
const FORWARDED = ["host", "authorization", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"];

interface McpServices {
	readonly pool: Pool;
	readonly clocks: Pick<Clocks, "wallNow">;
}

/** Requests an address of this server within the process, as the caller. */
type Read = (address: string) => Promise<{ readonly status: number; readonly body: string }>;

const pickHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
	Object.fromEntries(
		FORWARDED.flatMap((name) => {
			const value = headers[name];
			return typeof value === "string" ? [[name, value]] : [];
		}),
	);

const createRead =
	(app: FastifyInstance, { headers, socket }: FastifyRequest): Read =>
	async (url) => {
		const remoteAddress = socket.remoteAddress ?? "";
		const response = await app.inject({ method: "GET", url, headers: pickHeaders(headers), remoteAddress });
		return { status: response.statusCode, body: response.body };
	};

const createText = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
const createError = (text: string): CallToolResult => ({ ...createText(text), isError: true });

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** The messages of an error envelope, or the status if the answer has none. */
function describeErrors(status: number, answer: unknown): string {
	const { errors } = (answer ?? {}) as { readonly errors?: readonly { readonly message?: string }[] };
	const texts = (errors ?? []).flatMap(({ message }) => message ?? []);
	return texts.length > 0 ? texts.join(". ") : `The server answered with status ${status}.`;
}

/** Runs a tool: reads its address, and returns the answer as JSON or the reason why there is none. */
async function runTool(tool: Tool, args: Readonly<Record<string, unknown>>, read: Read): Promise<CallToolResult> {
	const { status, body } = await read(tool.buildAddress(args));
	const answer = parseJson(body);
	if (status !== 200 || answer === null) return createError(describeErrors(status, answer));
	const success = tool.select ? tool.select(answer, args) : ((answer as { success?: unknown }).success ?? answer);
	const text = JSON.stringify(success);
	if (text.length > MAX_RESULT_LENGTH)
		return createError(`The answer has ${text.length} characters. Ask for less, with a filter or a page.`);
	return createText(text);
}

async function createServer(read: Read): Promise<McpServer> {
	const { McpServer } = await import("@modelcontextprotocol/server");
	const server = new McpServer({ name: "first-bounce", version: "1" }, { instructions: INSTRUCTIONS });
	for (const tool of TOOLS)
		server.registerTool(
			tool.name,
			{ description: tool.description, inputSchema: tool.input, annotations: { readOnlyHint: true } },
			(args) => runTool(tool, args, read),
		);
	return server;
}

/**
 * Serves the Model Context Protocol over streamable HTTP, so that an assistant can read what the caller's access token may
 * (docs/api.md#assistants). No session is kept: every request is answered by itself, in any process.
 */
export function registerMcp(app: FastifyInstance, { pool, clocks }: McpServices): void {
	const isKnownToken = async (token: string | null): Promise<boolean> =>
		token !== null && isAccessToken(token) && (await findTokenSession(pool, token, clocks.wallNow())) !== null;
	app.register(async (mcp) => {
		// The protocol has answers of its own to bodies that are no JSON.
		mcp.removeAllContentTypeParsers();
		mcp.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
		mcp.route({
			method: ["GET", "POST", "DELETE"],
			url: MCP_PATH,
			config: { rateLimit: { max: REQUESTS_PER_MINUTE, timeWindow: 60_000 } },
			handler: async (request, reply) => {
				if (request.headers.authorization !== undefined && !(await isKnownToken(getBearerToken(request))))
					return reply
						.code(401)
						.header("www-authenticate", 'Bearer error="invalid_token"')
						.send({ error: "invalid_token", error_description: "The access token is unknown or has expired." });
				const { createMcpHandler } = await import("@modelcontextprotocol/server");
				const handler = createMcpHandler(() => createServer(createRead(app, request)), {
					// Nothing changes that a client could subscribe to.
					maxSubscriptions: 0,
					onerror: (error) => request.log.warn(error),
				});
				const { method, headers, body } = request;
				const response = await handler.fetch(
					new Request(new URL(MCP_PATH, "http://localhost"), {
						method,
						headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
						...(method === "POST" ? { body: String(body ?? "") } : {}),
					}),
				);
				return reply
					.code(response.status)
					.headers(Object.fromEntries(response.headers))
					.header("cache-control", "no-store")
					.send(await response.text());
			},
		});
	});
}
