// A process of its own: the least that answering a request can be in Node, with a body of /{bytes} that
// look compressed: what reads them takes longer over bytes that are no letters.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

const bodies = new Map<string, Buffer>();

const server = createServer(({ url = "/0" }, response) => {
	const hello = bodies.get(url) ?? randomBytes(Number(url.slice(1)));
	bodies.set(url, hello);
	response.writeHead(200, { "content-type": "application/json", "content-length": hello.length }).end(hello);
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.send?.(typeof address === "object" ? address?.port : 0);
});
