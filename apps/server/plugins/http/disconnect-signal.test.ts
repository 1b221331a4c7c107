import Fastify from "fastify";
import { expect, test } from "vitest";
import { createDisconnectSignal } from "./disconnect-signal.ts";

test("the signal aborts when the client disconnects before a response", async () => {
	const app = Fastify();
	const arrived = Promise.withResolvers<AbortSignal>();
	app.post("/slow", (_, reply) => {
		const signal = createDisconnectSignal(reply);
		arrived.resolve(signal);
		return new Promise((resolve) => signal.addEventListener("abort", () => resolve({})));
	});
	let answered: AbortSignal | undefined;
	app.post("/fast", async (_, reply) => {
		answered = createDisconnectSignal(reply);
		return {};
	});
	const url = await app.listen({ port: 0 });
	const post = (path: string, signal?: AbortSignal) =>
		fetch(url + path, {
			method: "POST",
			body: "{}",
			headers: { "content-type": "application/json" },
			...(signal ? { signal } : {}),
		});

	const client = new AbortController();
	const disconnected = post("/slow", client.signal);
	const signal = await arrived.promise;
	expect(signal.aborted).toBe(false);
	const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
	client.abort();
	await expect(disconnected).rejects.toThrow();
	await aborted;

	expect((await post("/fast")).status).toBe(200);
	await app.close();
	expect(answered?.aborted).toBe(false);
});
