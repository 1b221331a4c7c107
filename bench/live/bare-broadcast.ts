import { createServer, type ServerResponse } from "node:http";
import { getWallTime, type StreamClients } from "./stream-clients.ts";

const BATCH_SIZE = 500;
const WARMUPS = 2;
const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Measures how many milliseconds a bare server takes to write one buffer to every socket, until the last client has it. */
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
	for (let run = -WARMUPS; run < runs; run++) {
		const received = streamClients.waitForEvent();
		const start = getWallTime();
		const chunk = Buffer.from(event);
		for (const [index, response] of responses.entries()) {
			response.write(chunk);
			if (index % BATCH_SIZE === BATCH_SIZE - 1) await yieldToEventLoop();
		}
		const last = await received;
		if (run >= 0) samples.push(last - start);
	}
	server.close();
	server.closeAllConnections();
	return samples;
}
