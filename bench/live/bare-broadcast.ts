import { createServer, type ServerResponse } from "node:http";
import { getWallTime, type StreamClients } from "./stream-clients.ts";

const BATCH = 500;
const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Measures a minimal broadcast, one buffer written to every socket of a bare server, in milliseconds until the last client has it. */
export async function measureBareBroadcasts(
	streamClients: StreamClients,
	clients: number,
	event: string,
	runs: number,
): Promise<number[]> {
	const responses: ServerResponse[] = [];
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" }).write("event: version\ndata: {}\n\n");
		responses.push(response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await streamClients.connect(typeof address === "object" ? (address?.port ?? 0) : 0, "/", clients);
	const samples: number[] = [];
	for (let run = -2; run < runs; run++) {
		const received = streamClients.waitForEvent();
		const start = getWallTime();
		const chunk = Buffer.from(event);
		for (const [index, response] of responses.entries()) {
			response.write(chunk);
			if (index % BATCH === BATCH - 1) await yieldToEventLoop();
		}
		const last = await received;
		if (run >= 0) samples.push(last - start);
	}
	server.close();
	server.closeAllConnections();
	return samples;
}
