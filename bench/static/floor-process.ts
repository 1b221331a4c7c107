// Forked by static.bench.ts: a minimal Node server that answers /N with N random bytes. The bytes are random because the
// server's compressed files look random too, and clients read such bytes more slowly than text.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

const bodies = new Map<string, Buffer>();

const server = createServer(({ url = "/0" }, response) => {
	const body = bodies.get(url) ?? randomBytes(Number(url.slice(1)));
	bodies.set(url, body);
	response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.send?.(typeof address === "object" ? address?.port : 0);
});
