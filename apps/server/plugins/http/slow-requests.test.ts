import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { registerErrors } from "../errors.ts";
import { formatSseEvent, registerLiveStream } from "../live-stream.ts";
import { createFastify } from "./fastify-server.ts";
import { registerMultipart } from "./multipart.ts";

const QUICK = {
	headersTimeoutMs: 600,
	requestTimeoutMs: 4_000,
	checkIntervalMs: 50,
	bodyGraceMs: 600,
	minBodyBytesPerSecond: 500,
	responseIdleMs: 400,
};

/** Larger than the buffers of a connection on this machine. */
const LARGE = Buffer.alloc(32 << 20, "x");

let app = createFastify(false);
/** Resolves the response of the route `late`. */
let finish = Promise.withResolvers<object>();
const intervals: NodeJS.Timeout[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
	for (const interval of intervals.splice(0)) clearInterval(interval);
	for (const socket of sockets.splice(0)) socket.destroy();
	await app.close();
});

async function start(limits: Partial<typeof QUICK> = {}): Promise<number> {
	app = createFastify(false, undefined, { ...QUICK, ...limits });
	registerErrors(app);
	registerLiveStream(app, { getFirstEvent: () => formatSseEvent("version", { version: 1 }), heartbeatMs: 50 });
	finish = Promise.withResolvers();
	app.post("/api/:lang/late", () => finish.promise);
	app.post("/api/:lang/early", { onRequest: async (_, reply) => reply.send({ answered: "early" }) }, () => null);
	app.get("/api/:lang/large", async () => LARGE);
	app.post("/api/:lang/save", async ({ body }) => ({ saved: body }));
	await app.register(async (scope) => {
		await registerMultipart(scope);
		scope.post("/api/:lang/picture", async (request) => {
			let size = 0;
			for await (const part of request.parts()) if (part.type === "file") size = (await part.toBuffer()).length;
			return { size };
		});
	});
	return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
}

interface Client {
	readonly socket: Socket;
	readonly received: () => string;
	/** All that was received, once the server has closed the connection. */
	readonly closed: Promise<string>;
}

async function open(port: number, text: string): Promise<Client> {
	const socket = connect(port, "127.0.0.1").on("error", () => undefined);
	sockets.push(socket);
	let received = "";
	socket.setEncoding("utf8").on("data", (chunk) => {
		received += chunk;
	});
	const closed = once(socket, "close").then(() => received);
	await once(socket, "connect");
	socket.write(text);
	return { socket, received: () => received, closed };
}

/** Sends `chunk` again and again until the connection is closed. */
function sendSlowly(socket: Socket, chunk: string, everyMs: number): void {
	const timer = setInterval(() => socket.writable && socket.write(chunk), everyMs);
	intervals.push(timer);
}

const saveHead = (length: number, language = "en") =>
	`POST /api/${language}/save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test("a body of a byte per second is refused with 408", async () => {
	const { socket, closed } = await open(await start(), saveHead(1_000));
	sendSlowly(socket, " ", 1_000);
	const [head, body] = (await closed).split("\r\n\r\n");
	expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
	expect(head?.toLowerCase()).toContain("connection: close");
	expect(head?.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
	expect(JSON.parse(body ?? "")).toEqual({
		success: null,
		errors: [
			{
				code: "request-too-slow",
				message: "That took too long to reach us. Check your connection and try again",
			},
		],
	});
});

test("a slow body after its response only closes the connection", async () => {
	const { socket, closed } = await open(await start(), saveHead(1_000).replace("save", "early"));
	sendSlowly(socket, " ", 1_000);
	const text = await closed;
	expect(text).toContain('{"answered":"early"}');
	expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
});

test("the refusal of a slow body is in the path's language", async () => {
	const { socket, closed } = await open(await start(), saveHead(1_000, "fr"));
	sendSlowly(socket, " ", 1_000);
	expect(await closed).toContain("Votre envoi a mis trop de temps à nous parvenir");
});

test("a slow multipart form and a slow chunked body are refused too", async () => {
	const port = await start();
	const form = await open(
		port,
		"POST /api/en/picture HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b\r\n",
	);
	const chunked = await open(
		port,
		"POST /api/en/save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
	);
	sendSlowly(form.socket, "C", 1_000);
	sendSlowly(chunked.socket, "1\r\n \r\n", 1_000);
	expect(await form.closed).toMatch(/^HTTP\/1\.1 408 /);
	expect(await chunked.closed).toMatch(/^HTTP\/1\.1 408 /);
});

test("headers that never end are refused with 408 in the envelope", async () => {
	const { socket, closed } = await open(await start(), "GET /api/en/save HTTP/1.1\r\nHost: x\r\n");
	sendSlowly(socket, "x-slow: 1\r\n", 200);
	const [head, body] = (await closed).split("\r\n\r\n");
	expect(head).toMatch(/^HTTP\/1\.1 408 /);
	expect(JSON.parse(body ?? "").errors[0].code).toBe("request-too-slow");
});

test("a request has a total time limit, even if data keeps arriving", async () => {
	const { socket, closed } = await open(await start({ requestTimeoutMs: 1_200 }), saveHead(50_000));
	sendSlowly(socket, " ".repeat(100), 50);
	expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
});

test("a picture over a slow phone connection is accepted", async () => {
	const picture = "p".repeat(3_000);
	const form = `--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${picture}\r\n--b--\r\n`;
	const { socket, received } = await open(
		await start(),
		`POST /api/en/picture HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`,
	);
	// 1,500 bytes a second, three times the minimum, for longer than the grace period.
	let sent = 0;
	const timer = setInterval(() => {
		socket.write(form.slice(sent, sent + 150));
		sent += 150;
		if (sent >= form.length) clearInterval(timer);
	}, 100);
	intervals.push(timer);
	await expect.poll(received).toContain('{"size":3000}');
});

test("the live stream and slow responses are not cut off", async () => {
	const port = await start({ requestTimeoutMs: 700 });
	const stream = await open(port, "GET /api/en/live HTTP/1.1\r\nHost: x\r\n\r\n");
	const late = await open(port, `${saveHead(2).replace("save", "late")}{}`);
	const countHeartbeats = () => stream.received().split(": \n\n").length - 1;
	await expect.poll(countHeartbeats).toBeGreaterThan(30);
	expect([stream.socket.destroyed, late.received()]).toEqual([false, ""]);
	finish.resolve({ finished: true });
	await expect.poll(late.received).toContain('{"finished":true}');
});

test("a client that stops reading is disconnected, a slow one served", async () => {
	const port = await start();
	const request = "GET /api/en/large HTTP/1.1\r\nHost: x\r\n\r\n";
	const idle = await open(port, request);
	idle.socket.pause();
	await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0);
	const slow = await open(port, request);
	const pauses = setInterval(() => {
		slow.socket.pause();
		setTimeout(() => slow.socket.resume(), 150);
	}, 200);
	intervals.push(pauses);
	await expect.poll(() => slow.received().length).toBeGreaterThan(LARGE.length);
});
