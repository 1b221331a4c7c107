import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
	app = await createTestApp();
	port = Number(new URL(await app.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => app.close());

/** Sends raw bytes and returns status, headers and parsed body. */
async function sendRaw(bytes: string) {
	const socket = connect(port, "127.0.0.1").on("error", () => undefined);
	const chunks: Buffer[] = [];
	socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
	socket.write(Buffer.from(bytes, "latin1"));
	await once(socket, "close", { signal: AbortSignal.timeout(20_000) });
	const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
	return {
		status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0),
		head: head.toLowerCase(),
		body: body.startsWith("{") ? JSON.parse(body) : body,
	};
}
const REST = "Host: localhost:3000\r\nConnection: close\r\n\r\n";
const get = (path: string) => sendRaw(`GET ${path} HTTP/1.1\r\n${REST}`);

test.each([
	["a raw control byte in the address", `GET /api/en/\x01 HTTP/1.1\r\n${REST}`, 400, "malformed-request"],
	["a raw zero byte in the address", `GET /api/en/\0 HTTP/1.1\r\n${REST}`, 400, "malformed-request"],
	["raw bytes beyond ASCII in the address", `GET /api/en/\xff\xfe HTTP/1.1\r\n${REST}`, 400, "malformed-request"],
	["an unknown method", `FOO /api/en/status HTTP/1.1\r\n${REST}`, 400, "malformed-request"],
	["a TLS handshake", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 400, "malformed-request"],
	["a header without a colon", `GET /api/en/status HTTP/1.1\r\nHost\r\n${REST}`, 400, "malformed-request"],
	["no host", "GET /api/en/status HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "unknown-host"],
	["an unsupported Expect header", `GET /api/en/status HTTP/1.1\r\nExpect: tea\r\n${REST}`, 400, "malformed-request"],
	["a CONNECT request", `CONNECT example.org:443 HTTP/1.1\r\n${REST}`, 400, "malformed-request"],
	[
		"two Content-Length headers",
		`POST /api/en/auth/login HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${REST}{}`,
		400,
		"malformed-request",
	],
	[
		"Content-Length with chunked encoding",
		`POST /api/en/auth/login HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${REST}0\r\n\r\n`,
		400,
		"malformed-request",
	],
	[
		"a broken chunk",
		`POST /api/en/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${REST}zz\r\n`,
		400,
		"malformed-request",
	],
	["an overlong address", `GET /api/en/${"a".repeat(20_000)} HTTP/1.1\r\n${REST}`, 414, "address-too-long"],
	[
		"an overlong header",
		`GET /api/en/status HTTP/1.1\r\nx-long: ${"a".repeat(20_000)}\r\n${REST}`,
		431,
		"headers-too-large",
	],
])("%s is refused in the envelope, and the connection is closed", async (_, bytes, status, code) => {
	const answer = await sendRaw(bytes);
	expect([answer.status, answer.body]).toEqual([
		status,
		{ success: null, errors: [{ code, message: expect.stringMatching(/^[A-Z].{10,}/) }] },
	]);
	expect(answer.head).toContain("content-type: application/json; charset=utf-8");
	expect(answer.head).toContain("connection: close");
	expect(answer.head).toContain("cache-control: no-store");
	expect(answer.head).toContain("x-content-type-options: nosniff");
});

test.each([
	"/api/en/%ff",
	"/api/en/fantasy/league/%ff",
	"/api/en/%",
	"/api/en/%zz/status",
	"/api/en/status%c3%28",
	"/json/fantasy/%ff.json",
	"/api/public/%e0%a4%a.json",
])("an address that cannot be decoded is refused with 400: %s", async (path) => {
	const { status, body } = await get(path);
	expect([status, body]).toEqual([
		400,
		{
			success: null,
			errors: [{ code: "malformed-address", message: "That address contains characters that can't be read" }],
		},
	]);
});

test("invalid escapes in a query are treated as ordinary text", async () => {
	expect((await get("/healthz?x=%ff&%zz=%")).status).toBe(200);
	expect((await get("/api/en/status?x=%ff")).body.errors).toEqual([
		{ code: "invalid-field", message: "x: this call has no such field" },
	]);
});
