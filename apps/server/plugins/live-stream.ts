import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import { LIVE_HEARTBEAT_MS, type LiveUser } from "@first-bounce/contract/live";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getClientAddress } from "./http/client-address.ts";
import { createConnectionLimiter } from "./limits/connection-limit.ts";
import { refuse } from "./refusal.ts";

export interface LiveStreamOptions {
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
	readonly sendTo: (userId: UserId, event: string) => void;
	readonly listUsers: () => readonly UserId[];
	/** Closes a user's connections whose sessions have ended; those of all users if `userId` is null. */
	readonly closeEnded: (userId: UserId | null) => Promise<void>;
	readonly countClients: () => number;
	readonly close: () => void;
}

/** The route of the live stream. Its connections stay open, so their durations are meaningless. */
export const LIVE_ROUTE = `/api/:lang${LIVE_PATH}`;

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

/** The open connections, and whose they are. */
class StreamClients {
	private readonly all = new Set<ServerResponse>();
	private readonly byUser = new Map<UserId, Map<ServerResponse, FastifyRequest>>();
	private readonly maxPendingBytes: number;

	constructor(maxPendingBytes: number) {
		this.maxPendingBytes = maxPendingBytes;
	}

	get size(): number {
		return this.all.size;
	}

	add(client: ServerResponse): void {
		this.all.add(client);
		client.on("close", () => this.all.delete(client));
	}

	/** Sends whose stream it is, and links it to its user until it closes. Visitors' connections have no user. */
	linkUser(client: ServerResponse, request: FastifyRequest, userId: UserId | null): void {
		if (!this.all.has(client)) return;
		const user: LiveUser = { userId };
		this.write(client, formatSseEvent("user", user));
		if (userId === null) return;
		const userClients = this.byUser.get(userId) ?? new Map();
		this.byUser.set(userId, userClients.set(client, request));
		client.on("close", () => {
			userClients.delete(client);
			if (userClients.size === 0 && this.byUser.get(userId) === userClients) this.byUser.delete(userId);
		});
	}

	listUsers(): UserId[] {
		return [...this.byUser.keys()];
	}

	listOfUser(userId: UserId): [ServerResponse, FastifyRequest][] {
		return [...(this.byUser.get(userId) ?? [])];
	}

	async broadcast(event: string): Promise<void> {
		const chunk = Buffer.from(event);
		let written = 0;
		for (const client of [...this.all]) {
			this.write(client, chunk);
			if (++written % BROADCAST_BATCH_SIZE === 0) await yieldToEventLoop();
		}
	}

	sendTo(userId: UserId, event: string): void {
		for (const client of this.byUser.get(userId)?.keys() ?? []) this.write(client, event);
	}

	end(client: ServerResponse): void {
		this.all.delete(client);
		client.end();
	}

	endAll(): void {
		for (const client of this.all) this.end(client);
	}

	private write(client: ServerResponse, chunk: Buffer | string): void {
		if (client.writableLength > this.maxPendingBytes) {
			this.all.delete(client);
			client.destroy();
		} else client.write(chunk);
	}
}

/** Registers GET /api/{lang}/live, a stream of server-sent events. */
export function registerLiveStream(app: FastifyInstance, options: LiveStreamOptions): LiveStream {
	const { getFirstEvent, maxPendingBytes = 64 * 1024, heartbeatMs = LIVE_HEARTBEAT_MS } = options;
	const { maxClients = 20_000, maxPerAddress = DEFAULT_STREAMS_PER_ADDRESS } = options;
	const { findUser = async () => null, onError = () => undefined } = options;
	const limiter = createConnectionLimiter(maxPerAddress);
	const clients = new StreamClients(maxPendingBytes);

	app.get(LIVE_ROUTE, { config: { rateLimit: false } }, (request, reply) => {
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
		client.on("close", () => limiter.release(address));
		client.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
		client.write(`retry: ${RECONNECT_DELAY_MS}\n\n${getFirstEvent()}`);
		clients.add(client);
		// This is not awaited, because scores need no user and are sent even if the database is down.
		findUser(request)
			.then((userId) => clients.linkUser(client, request, userId))
			.catch(onError);
	});

	const heartbeat = setInterval(() => void clients.broadcast(": \n\n"), heartbeatMs);
	heartbeat.unref();
	const close = () => {
		clearInterval(heartbeat);
		clients.endAll();
	};
	// Open streams would otherwise keep the server from closing.
	app.addHook("preClose", async () => close());
	return {
		broadcast: (event) => clients.broadcast(event),
		sendTo: (userId, event) => clients.sendTo(userId, event),
		listUsers: () => clients.listUsers(),
		closeEnded: async (userId) => {
			for (const id of userId === null ? clients.listUsers() : [userId])
				for (const [client, request] of clients.listOfUser(id))
					if ((await findUser(request)) !== id) clients.end(client);
		},
		countClients: () => clients.size,
		close,
	};
}
