// A process of its own: so many browsers on a stream of events. Told an address it connects them all; from then on it
// says, for each event, when the last of them had it whole (wall milliseconds, with fractions).
import { connect, type Socket } from "node:net";

export type ToListeners = {
	readonly connect: { readonly port: number; readonly path: string; readonly clients: number };
};
export type FromListeners = { readonly connected: number } | { readonly event: number; readonly at: number };

const AT_ONCE = 200;
const NEWLINE = "\n\n";
const sockets = new Set<Socket>();

async function open(port: number, path: string, clients: number): Promise<void> {
	for (const socket of sockets) socket.destroy();
	sockets.clear();
	const heard = new Map<number, number>();
	let connected = 0;
	const listen = () =>
		new Promise<void>((resolve, reject) => {
			const socket = connect({ port, host: "127.0.0.1", noDelay: true });
			sockets.add(socket);
			let rest = "";
			let isReady = false;
			let events = 0;
			socket.on("error", reject);
			socket.on("data", (chunk: Buffer) => {
				rest += chunk.toString("latin1");
				for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
					const block = rest.slice(0, end);
					rest = rest.slice(end + NEWLINE.length);
					if (!block.includes("event: version")) continue;
					if (!isReady) {
						isReady = true;
						connected++;
						resolve();
						continue;
					}
					const event = ++events;
					const told = (heard.get(event) ?? 0) + 1;
					heard.set(event, told);
					if (told === clients)
						process.send?.({ event, at: performance.timeOrigin + performance.now() } satisfies FromListeners);
				}
			});
			socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`);
		});
	for (let from = 0; from < clients; from += AT_ONCE)
		await Promise.all(Array.from({ length: Math.min(AT_ONCE, clients - from) }, listen));
	process.send?.({ connected } satisfies FromListeners);
}

process.on("message", ({ connect: { port, path, clients } }: ToListeners) => {
	open(port, path, clients).catch((error) => {
		process.stderr.write(`${error}\n`);
		process.exit(1);
	});
});
