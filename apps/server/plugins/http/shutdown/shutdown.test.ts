import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createFastify } from "../fastify-server.ts";
import { registerShutdown } from "./shutdown.ts";

let app = createFastify(false);
afterEach(() => app.close());

/** Starts a server whose route waits for `answer`, and a client that sends only `text`. */
async function startRequest(text: string, grace: number) {
	const answers = Promise.withResolvers<string>();
	const arrived = Promise.withResolvers<void>();
	app = createFastify(false);
	registerShutdown(app, grace);
	app.route({
		method: ["GET", "POST"],
		url: "/",
		handler: () => {
			arrived.resolve();
			return answers.promise;
		},
	});
	const accepted = once(app.server, "connection");
	const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
	const client = connect(Number(port), "127.0.0.1").on("error", () => undefined);
	const received: string[] = [];
	client.setEncoding("latin1").on("data", (part) => received.push(String(part)));
	const closed = once(client, "close").then(() => received.join(""));
	client.write(text);
	await accepted;
	return { closed, arrived: arrived.promise, answer: answers.resolve };
}

test.each([
	["sends nothing", ""],
	["never ends its request", "GET / HTTP/1.1\r\nHost: x\r\n"],
	[
		"never sends all of its body",
		'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"',
	],
])(
	"a connection that %s does not keep the server from stopping",
	async (_, text) => {
		const { closed } = await startRequest(text, 100);
		await app.close();
		expect(await closed).not.toContain("200");
	},
	10_000,
);

test("a running request gets its response, and its connection is then closed", async () => {
	const { closed, arrived, answer } = await startRequest("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 60_000);
	await arrived;
	const stopped = app.close();
	answer("whole");
	await stopped;
	expect(await closed).toMatch(/^HTTP\/1\.1 200 OK\r\n.*whole$/s);
});
