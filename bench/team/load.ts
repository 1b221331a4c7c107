import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LoadResult, LoadTask } from "./load-worker.ts";

export interface Request {
	readonly path: string;
	readonly token: string;
	/** Absent for a GET. */
	readonly body?: unknown;
}

/** Encodes a request as HTTP. */
function encodeRequest({ path, token, body }: Request): Uint8Array {
	const text = body === undefined ? "" : JSON.stringify(body);
	const content = text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : "";
	const head = `${text ? "POST" : "GET"} ${path} HTTP/1.1\r\nhost: localhost\r\nx-sid: ${token}\r\n${content}\r\n`;
	return Buffer.from(head + text);
}

const CONNECTIONS = 24;

export interface Load {
	/** Sends all requests and returns how many were answered per second. Fails if a status is not 200. */
	readonly send: (port: number, requests: readonly Request[]) => Promise<number>;
	readonly close: () => Promise<void>;
}

/** Creates a load generator in its own thread. Set `staysAwake` only if no other process needs the machine's second processor. */
export function createLoad({ staysAwake = false } = {}): Load {
	const worker = new Worker(new URL("./load-worker.ts", import.meta.url));
	return {
		send: async (port, requests) => {
			const task: LoadTask = { port, connections: CONNECTIONS, requests: requests.map(encodeRequest), staysAwake };
			worker.postMessage(task);
			const [{ milliseconds, failure }] = (await once(worker, "message")) as [LoadResult];
			if (failure) throw new Error(`A request failed: ${failure.slice(0, 1_000)}`);
			return (requests.length * 1_000) / milliseconds;
		},
		close: async () => {
			await worker.terminate();
		},
	};
}

/** Returns a function that creates the requests of a run, from the managers after those of the previous run. */
export function createRequests(
	tokens: readonly string[],
	count: number,
	request: (token: string, turn: number) => Request,
) {
	let turn = 0;
	return (): Request[] =>
		Array.from({ length: count }, () => {
			const index = turn++;
			return request(tokens[index % tokens.length] ?? "", Math.floor(index / tokens.length));
		});
}
