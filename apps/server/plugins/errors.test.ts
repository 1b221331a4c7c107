import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createMediaStore } from "../features/media/media-store.ts";
import { registerErrors } from "./errors.ts";
import { createFastify } from "./http/fastify-server.ts";
import { createLog } from "./log.ts";
import { refuse } from "./refusal.ts";

test("a client that disconnects mid-body is not logged as an error", async () => {
	const problems: unknown[] = [];
	const logger = createLog();
	logger.error = (problem: unknown) => void problems.push(problem);
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
	expect([await answered.promise, problems]).toEqual([400, []]);
	await app.close();
});

test("before the first season, refusals are not logged as errors", async () => {
	const problems: unknown[] = [];
	const logger = createLog();
	logger.error = (problem: unknown) => void problems.push(problem);
	const app = createFastify(false, logger);
	registerErrors(app);
	app.get("/season", async () => {
		throw refuse(503, "no-season");
	});
	app.get("/busy", async () => {
		throw refuse(503, "busy");
	});
	expect((await app.inject("/season")).statusCode).toBe(503);
	expect(problems).toEqual([]);
	await app.inject("/busy");
	expect(problems).toHaveLength(1);
	await app.close();
});

test("a request without a possible database connection gets 503 and retry-after", async () => {
	const app = createFastify(false);
	registerErrors(app);
	app.get("/", async () => {
		throw Object.assign(new Error("connect EMFILE 127.0.0.1:5432"), { code: "EMFILE" });
	});
	const { statusCode, headers } = await app.inject("/");
	expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
	await app.close();
});

test("a picture that does not fit on disk is refused with 503", async () => {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-errors-"));
	const picture = path.join(folder, "media", "users", "7", "1.webp");
	mkdirSync(path.dirname(picture), { recursive: true });
	// Writes to this device fail with ENOSPC.
	symlinkSync("/dev/full", picture);
	const media = await createMediaStore({ dataDir: folder, bucket: null });
	let fullReports = 0;
	const app = createFastify(false);
	registerErrors(app, { onStorageFull: () => fullReports++ });
	app.post("/api/en/picture", async () => media.put("users/7/1.webp", Buffer.from("a picture")));
	const answer = await app.inject({ method: "POST", url: "/api/en/picture" });
	await app.close();
	const isFileLeft = existsSync(picture);
	rmSync(folder, { recursive: true });
	expect([answer.statusCode, answer.headers["retry-after"], fullReports, isFileLeft]).toEqual([503, "5", 1, false]);
	expect(answer.json()).toEqual({
		success: null,
		errors: [
			{
				code: "storage-full",
				message:
					"Nothing can be saved right now: the server has run out of storage. Your change was not saved. Please try again later",
			},
		],
	});
});
