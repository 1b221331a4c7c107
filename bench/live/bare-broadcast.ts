import { createServer, type ServerResponse } from "node:http";
import { type Crowd, wallNow } from "./crowd.ts";

const BATCH = 500;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The least a broadcast can be: one buffer written to every socket of a bare server. Milliseconds a run, to the last. */
export async function bareBroadcasts(crowd: Crowd, clients: number, event: string, runs: number): Promise<number[]> {
	const responses: ServerResponse[] = [];
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" }).write("event: version\ndata: {}\n\n");
		responses.push(response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await crowd.gather(typeof address === "object" ? (address?.port ?? 0) : 0, "/", clients);
	const took: number[] = [];
	for (let run = -2; run < runs; run++) {
		const told = crowd.nextTold();
		const start = wallNow();
		const chunk = Buffer.from(event);
		for (const [index, response] of responses.entries()) {
			response.write(chunk);
			if (index % BATCH === BATCH - 1) await turn();
		}
		const last = await told;
		if (run >= 0) took.push(last - start);
	}
	server.close();
	server.closeAllConnections();
	return took;
}
