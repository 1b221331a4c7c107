import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { type LiveStream, type LiveStreamOptions, registerLiveStream, sseEvent } from "./live-stream.ts";

let app: FastifyInstance;
let stream: LiveStream;
const requests: ClientRequest[] = [];

afterEach(async () => {
	for (const request of requests.splice(0)) request.destroy();
	await app.close();
});

async function start(options: Partial<LiveStreamOptions> = {}) {
	app = Fastify();
	stream = registerLiveStream(app, { hello: () => sseEvent("version", { version: 1 }), ...options });
	await app.listen({ port: 0, host: "127.0.0.1" });
}

async function listen(): Promise<{ response: IncomingMessage; text: () => string }> {
	const { port } = app.server.address() as AddressInfo;
	const request = get(`http://127.0.0.1:${port}/api/en/live`);
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

test("a browser hears what is published now, and every event after", async () => {
	await start();
	const clients = [await listen(), await listen()];
	await stream.broadcast(sseEvent("version", { version: 2 }));
	for (const { response, text } of clients) {
		await vi.waitFor(() =>
			expect(text()).toBe(
				'retry: 2000\n\nevent: version\ndata: {"version":1}\n\nevent: version\ndata: {"version":2}\n\n',
			),
		);
		expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
	}
});

test("a browser that went away is forgotten", async () => {
	await start();
	const { response } = await listen();
	expect(stream.clients()).toBe(1);
	response.destroy();
	await vi.waitFor(() => expect(stream.clients()).toBe(0));
});

test("a browser that does not keep up is cut off, and the others go on", async () => {
	await start({ mostWaiting: 4_096 });
	const [slow, quick] = [await listen(), await listen()];
	slow.response.pause();
	const big = sseEvent("version", "x".repeat(200_000));
	await vi.waitFor(
		async () => {
			await stream.broadcast(big);
			expect(stream.clients()).toBe(1);
		},
		{ timeout: 5_000, interval: 1 },
	);
	await stream.broadcast(sseEvent("clock", "still here"));
	await vi.waitFor(() => expect(quick.text()).toContain("still here"));
});

test("a quiet stream has a heartbeat, and no more clients are taken than there is room for", async () => {
	await start({ heartbeatEvery: 5, mostClients: 1 });
	const { text } = await listen();
	await vi.waitFor(() => expect(text()).toContain("\n\n: \n\n"));
	expect((await listen()).response.statusCode).toBe(503);
});
