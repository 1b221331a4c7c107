// Sends prepared requests over keep-alive connections in its own thread, so that it does not slow the server under test.
import net from "node:net";
import { parentPort } from "node:worker_threads";

export interface LoadTask {
	readonly port: number;
	readonly connections: number;
	/** Complete HTTP requests. */
	readonly requests: readonly Uint8Array[];
	/** Whether the thread stays busy while it waits for answers, because waking a sleeping thread would cost the server time. */
	readonly staysAwake: boolean;
}

export interface LoadResult {
	readonly milliseconds: number;
	/** The first response with a status other than 200. */
	readonly failure: string | null;
}

const END_OF_HEADERS = Buffer.from("\r\n\r\n");

/** Sends requests one after another over one connection until there are none left. */
function sendRequests(
	port: number,
	takeRequest: () => Uint8Array | undefined,
	fail: (answer: string) => void,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
	let received: Buffer = Buffer.alloc(0);
	const send = () => {
		const request = takeRequest();
		if (request) socket.write(request);
		else socket.end();
	};
	socket.on("connect", send);
	socket.on("error", reject);
	socket.on("close", () => resolve());
	socket.on("data", (chunk) => {
		received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
		const headEnd = received.indexOf(END_OF_HEADERS);
		if (headEnd < 0) return;
		const head = received.toString("latin1", 0, headEnd);
		const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
		if (received.length < headEnd + END_OF_HEADERS.length + length) return;
		if (!head.startsWith("HTTP/1.1 200")) fail(received.toString());
		received = Buffer.alloc(0);
		send();
	});
	return promise;
}

parentPort?.on("message", async ({ port, connections, requests, staysAwake }: LoadTask) => {
	let sent = 0;
	let failure: string | null = null;
	let isOver = false;
	const stayAwake = () => {
		if (!isOver) setImmediate(stayAwake);
	};
	if (staysAwake) stayAwake();
	const start = performance.now();
	const connectionsDone = Array.from({ length: connections }, () =>
		sendRequests(
			port,
			() => requests[sent++],
			(answer) => {
				failure ??= answer;
			},
		),
	);
	await Promise.all(connectionsDone);
	isOver = true;
	parentPort?.postMessage({ milliseconds: performance.now() - start, failure } satisfies LoadResult);
});
