// Forked by stream-clients.ts: connects a number of clients to an event stream and reports, for each event, the wall time
// at which the last client received it.
import { connect, type Socket } from "node:net";

export type ToClientProcess = {
	readonly connect: { readonly port: number; readonly path: string; readonly clients: number };
};
export type FromClientProcess = { readonly connected: number } | { readonly event: number; readonly at: number };

const BATCH_SIZE = 200;
const EVENT_END = "\n\n";
const sockets = new Set<Socket>();

async function connectClients(port: number, path: string, clients: number): Promise<void> {
	for (const socket of sockets) socket.destroy();
	sockets.clear();
	const receivedCounts = new Map<number, number>();
	let connected = 0;
	const connectClient = () =>
		new Promise<void>((resolve, reject) => {
			const socket = connect({ port, host: "127.0.0.1", noDelay: true });
			sockets.add(socket);
			let buffered = "";
			let isReady = false;
			let events = 0;
			socket.on("error", reject);
			socket.on("data", (chunk: Buffer) => {
				buffered += chunk.toString("latin1");
				for (let end = buffered.indexOf(EVENT_END); end >= 0; end = buffered.indexOf(EVENT_END)) {
					const block = buffered.slice(0, end);
					buffered = buffered.slice(end + EVENT_END.length);
					if (!block.includes("event: version")) continue;
					if (!isReady) {
						isReady = true;
						connected++;
						resolve();
						continue;
					}
					const event = ++events;
					const received = (receivedCounts.get(event) ?? 0) + 1;
					receivedCounts.set(event, received);
					if (received === clients)
						process.send?.({ event, at: performance.timeOrigin + performance.now() } satisfies FromClientProcess);
				}
			});
			socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`);
		});
	for (let from = 0; from < clients; from += BATCH_SIZE)
		await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, clients - from) }, connectClient));
	process.send?.({ connected } satisfies FromClientProcess);
}

process.on("message", ({ connect: { port, path, clients } }: ToClientProcess) => {
	connectClients(port, path, clients).catch((error) => {
		process.stderr.write(`${error}\n`);
		process.exit(1);
	});
});
