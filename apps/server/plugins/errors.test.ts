import { connect } from "node:net";
import { expect, test } from "vitest";
import { registerErrors } from "./errors.ts";
import { createFastify } from "./fastify-server.ts";
import { createLog } from "./log.ts";

test("somebody who goes away in the middle of a save is neither told in the log nor counted as a fault of ours", async () => {
	const faults: unknown[] = [];
	const logger = createLog();
	logger.error = (fault: unknown) => void faults.push(fault);
	const app = createFastify(false, logger);
	registerErrors(app);
	const arrived = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<number>();
	app.addHook("onRequest", async () => arrived.resolve());
	app.addHook("onSend", async (_, reply) => answered.resolve(reply.statusCode));
	app.post("/", async () => ({}));
	const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
	const client = connect(Number(port), "127.0.0.1");
	client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"');
	await arrived.promise;
	client.destroy();
	expect([await answered.promise, faults]).toEqual([400, []]);
	await app.close();
});
