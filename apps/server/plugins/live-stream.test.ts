import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { waitFor } from "../../../testing/server/wait-for.ts";
import { registerErrors } from "./errors.ts";
import { createFastify } from "./http/fastify-server.ts";
import { formatSseEvent, type LiveStream, type LiveStreamOptions, registerLiveStream } from "./live-stream.ts";

let app: FastifyInstance;
let stream: LiveStream;
const requests: ClientRequest[] = [];

afterEach(async () => {
	for (const request of requests.splice(0)) request.destroy();
	await app.close();
});

async function start(options: Partial<LiveStreamOptions> = {}) {
	// TLS ends at a proxy on this machine, which names the address that a request comes from.
	app = createFastify(true);
	registerErrors(app);
	stream = registerLiveStream(app, { getFirstEvent: () => formatSseEvent("version", { version: 1 }), ...options });
	await app.listen({ port: 0, host: "127.0.0.1" });
}

const getPort = (): number => (app.server.address() as AddressInfo).port;

async function listen(from?: string, user?: string): Promise<{ response: IncomingMessage; text: () => string }> {
	const headers = {
		...(from === undefined ? {} : { "x-forwarded-for": from }),
		...(user === undefined ? {} : { "x-user": user }),
	};
	const request = get({ port: getPort(), host: "127.0.0.1", path: "/api/en/live", headers });
	request.on("error", () => undefined);
	requests.push(request);
	const [response]: IncomingMessage[] = await once(request, "response");
	if (!response) throw new Error("No answer");
	let text = "";
	response.on("data", (chunk) => {
		text += chunk;
	});
	response.on("error", () => undefined);
	return { response, text: () => text };
}

test("a browser receives the published version, then every event", async () => {
	await start();
	const clients = [await listen(), await listen()];
	await stream.broadcast(formatSseEvent("version", { version: 2 }));
	for (const { response, text } of clients) {
		await waitFor(() =>
			expect(text()).toBe(
				'retry: 2000\n\nevent: version\ndata: {"version":1}\n\nevent: user\ndata: {"userId":null}\n\nevent: version\ndata: {"version":2}\n\n',
			),
		);
		expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
	}
});

test("a HEAD request gets the stream's headers and ends", async () => {
	await start();
	const sent = request({ method: "HEAD", port: getPort(), host: "127.0.0.1", path: "/api/en/live", agent: false });
	requests.push(sent.end());
	const [response]: IncomingMessage[] = await once(sent, "response");
	expect([response?.statusCode, response?.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
	expect(stream.countClients()).toBe(0);
	response?.resume();
	await once(sent, "close");
});

test("a disconnected browser is removed", async () => {
	await start();
	const { response } = await listen();
	expect(stream.countClients()).toBe(1);
	response.destroy();
	await waitFor(() => expect(stream.countClients()).toBe(0));
});

test("a browser that reads too slowly is disconnected, and the others continue", async () => {
	await start({ maxPendingBytes: 4_096 });
	const [slow, quick] = [await listen(), await listen()];
	slow.response.pause();
	const big = formatSseEvent("version", "x".repeat(200_000));
	await waitFor(async () => {
		await stream.broadcast(big);
		expect(stream.countClients()).toBe(1);
	});
	await stream.broadcast(formatSseEvent("clock", "still here"));
	await waitFor(() => expect(quick.text()).toContain("still here"));
});

test("an idle stream sends heartbeats, and clients beyond the limit are refused", async () => {
	await start({ heartbeatMs: 5, maxClients: 1 });
	const { text } = await listen();
	await waitFor(() => expect(text()).toContain("\n\n: \n\n"));
	expect((await listen()).response.statusCode).toBe(503);
});

const getStatus = async (from?: string) => (await listen(from)).response.statusCode;

test("streams are limited per address, and a closed one frees its place", async () => {
	await start({ maxPerAddress: 2 });
	const [first] = [await listen("203.0.113.7"), await listen("203.0.113.7")];
	const { response, text } = await listen("203.0.113.7");
	expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, "60"]);
	await expect
		.poll(text)
		.toMatch(/^\{"success":null,"errors":\[\{"code":"too-many-streams","message":"Too many live pages [^"]+"\}\]\}$/);
	expect(await getStatus("203.0.113.8")).toBe(200);
	expect(stream.countClients()).toBe(3);

	first.response.destroy();
	await expect.poll(() => stream.countClients()).toBe(2);
	expect([await getStatus("203.0.113.7"), await getStatus("203.0.113.7")]).toEqual([200, 429]);
});

test("a stream disconnected for reading too slowly frees its place too", async () => {
	await start({ maxPerAddress: 1, maxPendingBytes: 4_096 });
	const slow = await listen("203.0.113.7");
	slow.response.pause();
	const big = formatSseEvent("version", "x".repeat(200_000));
	const broadcastUntilClosed = async () => {
		await stream.broadcast(big);
		return stream.countClients();
	};
	await expect.poll(broadcastUntilClosed, { interval: 1 }).toBe(0);
	await expect.poll(() => getStatus("203.0.113.7")).toBe(200);
});

test("addresses of one IPv6 network count together, and loopback is not counted", async () => {
	await start({ maxPerAddress: 1 });
	expect(await getStatus("2001:db8:1:2::5")).toBe(200);
	expect(await getStatus("2001:db8:1:2:9:8:7:6")).toBe(429);
	expect(await getStatus("2001:db8:1:3::5")).toBe(200);
	expect([await getStatus(), await getStatus()]).toEqual([200, 200]);
	for (const end of requests.splice(0)) end.destroy();
	await expect.poll(() => stream.countClients()).toBe(0);
});

test("streams are not limited if the limit is 0", async () => {
	await start({ maxPerAddress: 0 });
	expect([await getStatus("203.0.113.7"), await getStatus("203.0.113.7")]).toEqual([200, 200]);
});

test("a connection has at most one stream, and finally none", async () => {
	await start({ maxPerAddress: 50 });
	const socket = connect(getPort(), "127.0.0.1");
	await once(socket, "connect");
	const ask = "GET /api/en/live HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 203.0.113.7\r\n\r\n";
	let handledCount = 0;
	app.server.on("request", () => handledCount++);
	socket.write(ask.repeat(20));
	await expect.poll(() => handledCount).toBe(20);
	await expect.poll(() => stream.countClients()).toBe(1);
	socket.destroy();
	await expect.poll(() => stream.countClients()).toBe(0);
});

test("a stream names its user, or none for a visitor", async () => {
	await start({ findUser: async ({ headers }) => (headers["x-user"] ? Number(headers["x-user"]) : null) });
	const [user, visitor] = [await listen(undefined, "7"), await listen()];
	await waitFor(() => expect(user.text()).toContain('event: user\ndata: {"userId":7}\n\n'));
	await waitFor(() => expect(visitor.text()).toContain('event: user\ndata: {"userId":null}\n\n'));
});

test("an event for one user reaches all her devices only", async () => {
	await start({ findUser: async ({ headers }) => (headers["x-user"] ? Number(headers["x-user"]) : null) });
	const [phone, laptop] = [await listen(undefined, "7"), await listen(undefined, "7")];
	const others = [await listen(undefined, "8"), await listen()];
	await waitFor(() => {
		stream.sendTo(7, formatSseEvent("team", { teamId: 1, version: 2 }));
		for (const { text } of [phone, laptop]) expect(text()).toContain('event: team\ndata: {"teamId":1,"version":2}');
	});
	await stream.broadcast(formatSseEvent("clock", "for all"));
	for (const { text } of others) {
		await waitFor(() => expect(text()).toContain("for all"));
		expect(text()).not.toContain("event: team");
	}

	phone.response.destroy();
	await waitFor(() => expect(stream.countClients()).toBe(3));
	stream.sendTo(7, formatSseEvent("team", { teamId: 1, version: 3 }));
	await waitFor(() => expect(laptop.text()).toContain('"version":3'));
});

test("a browser receives events even if its user cannot be looked up", async () => {
	const errors: unknown[] = [];
	await start({
		findUser: async () => Promise.reject(new Error("no database")),
		onError: (error) => errors.push(error),
	});
	const { text } = await listen(undefined, "7");
	await waitFor(() => expect(errors).toHaveLength(1));
	await stream.broadcast(formatSseEvent("clock", "still here"));
	await waitFor(() => expect(text()).toContain("still here"));
});
