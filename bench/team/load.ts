import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LoadResult, LoadTask } from "./load-worker.ts";

export interface Request {
	readonly path: string;
	readonly token: string;
	/** Absent for a GET. */
	readonly body?: unknown;
}

/** A request as it goes over the wire. */
function bytesOf({ path, token, body }: Request): Uint8Array {
	const text = body === undefined ? "" : JSON.stringify(body);
	const content = text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : "";
	const head = `${text ? "POST" : "GET"} ${path} HTTP/1.1\r\nhost: localhost\r\nx-sid: ${token}\r\n${content}\r\n`;
	return Buffer.from(head + text);
}

const CONNECTIONS = 24;

export interface Load {
	/** Sends them all; requests answered a second. Fails when any is not answered with 200. */
	readonly send: (port: number, requests: readonly Request[]) => Promise<number>;
	readonly close: () => Promise<void>;
}

/**
 * A load generator in a thread of its own. Where no other process needs the second processor, it may stay awake: then
 * neither a fast server nor a slow one pays for waking it.
 */
export function createLoad({ staysAwake = false } = {}): Load {
	const worker = new Worker(new URL("./load-worker.ts", import.meta.url));
	return {
		send: async (port, requests) => {
			const task: LoadTask = { port, connections: CONNECTIONS, requests: requests.map(bytesOf), staysAwake };
			worker.postMessage(task);
			const [{ milliseconds, failure }] = (await once(worker, "message")) as [LoadResult];
			if (failure) throw new Error(`An answer was no success: ${failure.slice(0, 1_000)}`);
			return (requests.length * 1_000) / milliseconds;
		},
		close: async () => {
			await worker.terminate();
		},
	};
}
