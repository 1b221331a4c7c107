import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import { LIVE_HEARTBEAT_MS, type LiveUser } from "@first-bounce/contract/live";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getClientAddress } from "./http/client-address.ts";
import { createConnectionLimiter } from "./limits/connection-limit.ts";
import { refuse } from "./refusal.ts";

export interface LiveStreamOptions {
	/** Gets the first event of a new connection. */
	readonly getFirstEvent: () => string;
	/** Finds the user behind a connection; null for a visitor. */
	readonly findUser?: (request: FastifyRequest) => Promise<UserId | null>;
	/** Receives the error if a connection's user could not be looked up. */
	readonly onError?: (error: unknown) => void;
	/** Bytes that may be buffered for one client. A client that reads too slowly is disconnected, and reconnects. */
	readonly maxPendingBytes?: number;
	readonly heartbeatMs?: number;
	/** Further connections are refused with 503. */
	readonly maxClients?: number;
	/** Connections per address, or per network (/64) for IPv6. Further ones are refused with 429. 0 means no limit. */
	readonly maxPerAddress?: number;
}

export interface LiveStream {
	/** Sends an event to every connection; resolves once it has been written to all of them. */
	readonly broadcast: (event: string) => Promise<void>;
	/** Sends an event to every connection of one user. */
	readonly sendTo: (userId: UserId, event: string) => void;
	/** Lists the users with a connection. */
	readonly listUsers: () => readonly UserId[];
	/** Closes a user's connections whose sessions have ended; those of all users if `userId` is null. */
	readonly closeEnded: (userId: UserId | null) => Promise<void>;
	readonly countClients: () => number;
	readonly close: () => void;
}

const HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	"cache-control": "no-store",
	// Otherwise proxies such as nginx would hold events back.
	"x-accel-buffering": "no",
	connection: "keep-alive",
};
const RECONNECT_DELAY_MS = 2_000;
/** Not lower, because households, schools and mobile networks share addresses. */
export const DEFAULT_STREAMS_PER_ADDRESS = 500;
/** The `retry-after` for an address that has reached its limit. */
const LIMIT_RETRY_SECONDS = 60;
/** How many sockets a broadcast writes to before the event loop runs other work. */
const BROADCAST_BATCH_SIZE = 500;

/** Formats one event in the format of text/event-stream. */
export const formatSseEvent = (name: string, data: unknown): string =>
	`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Registers GET /api/{lang}/live, a stream of server-sent events. */
export function registerLiveStream(app: FastifyInstance, options: LiveStreamOptions): LiveStream {
	const { getFirstEvent, maxPendingBytes = 64 * 1024, heartbeatMs = LIVE_HEARTBEAT_MS } = options;
	const { maxClients = 20_000, maxPerAddress = DEFAULT_STREAMS_PER_ADDRESS } = options;
	const { findUser = async () => null, onError = () => undefined } = options;
	const limiter = createConnectionLimiter(maxPerAddress);
	const clients = new Set<ServerResponse>();
	const clientsByUser = new Map<UserId, Map<ServerResponse, FastifyRequest>>();

	const write = (client: ServerResponse, chunk: Buffer | string) => {
		if (client.writableLength > maxPendingBytes) {
			clients.delete(client);
			client.destroy();
		} else client.write(chunk);
	};

	/** Sends whose stream it is, and links it to its user until it closes. Visitors' connections have no user. */
	const linkUser = async (client: ServerResponse, request: FastifyRequest) => {
		const userId = await findUser(request);
		if (!clients.has(client)) return;
		const user: LiveUser = { userId };
		write(client, formatSseEvent("user", user));
		if (userId === null) return;
		const userClients = clientsByUser.get(userId) ?? new Map();
		clientsByUser.set(userId, userClients.set(client, request));
		client.on("close", () => {
			userClients.delete(client);
			if (userClients.size === 0 && clientsByUser.get(userId) === userClients) clientsByUser.delete(userId);
		});
	};

	const broadcast = async (event: string) => {
		const chunk = Buffer.from(event);
		let written = 0;
		for (const client of [...clients]) {
			write(client, chunk);
			if (++written % BROADCAST_BATCH_SIZE === 0) await yieldToEventLoop();
		}
	};

	app.get(`/api/:lang${LIVE_PATH}`, { config: { rateLimit: false } }, (request, reply) => {
		// A stream without a body would send nothing and never end.
		if (request.method === "HEAD") return reply.headers(HEADERS).send();
		const client = reply.raw;
		const address = getClientAddress(request);
		if (clients.size >= maxClients) throw refuse(503, "busy");
		// A pipelined request has no socket yet, and would miss its close event.
		if (client.socket === null || !limiter.acquire(address))
			throw refuse(429, "too-many-streams", { seconds: LIMIT_RETRY_SECONDS });
		reply.hijack();
		if (client.destroyed) return limiter.release(address);
		request.raw.socket.setNoDelay(true);
		request.raw.socket.setTimeout(0);
		client.on("error", () => client.destroy());
		client.on("close", () => {
			clients.delete(client);
			limiter.release(address);
		});
		client.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
		client.write(`retry: ${RECONNECT_DELAY_MS}\n\n${getFirstEvent()}`);
		clients.add(client);
		// This is not awaited, because scores need no user and are sent even if the database is down.
		linkUser(client, request).catch(onError);
	});

	const heartbeat = setInterval(() => void broadcast(": \n\n"), heartbeatMs);
	heartbeat.unref();
	const close = () => {
		clearInterval(heartbeat);
		for (const client of clients) client.end();
		clients.clear();
	};
	// Open streams would otherwise keep the server from closing.
	app.addHook("preClose", async () => close());
	const sendTo = (userId: UserId, event: string) => {
		for (const client of clientsByUser.get(userId)?.keys() ?? []) write(client, event);
	};
	const closeEnded = async (userId: UserId | null) => {
		for (const id of userId === null ? [...clientsByUser.keys()] : [userId]) {
			for (const [client, request] of [...(clientsByUser.get(id) ?? [])]) {
				if ((await findUser(request)) === id) continue;
				clients.delete(client);
				client.end();
			}
		}
	};
	return {
		broadcast,
		sendTo,
		listUsers: () => [...clientsByUser.keys()],
		closeEnded,
		countClients: () => clients.size,
		close,
	};
}
