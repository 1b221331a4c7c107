import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FromClientProcess } from "./stream-clients-process.ts";

const CLIENT_PROCESS = fileURLToPath(new URL("stream-clients-process.ts", import.meta.url));

export interface StreamClients {
	/** Closes the current connections and connects a number of clients to a local stream. */
	readonly connect: (port: number, path: string, clients: number) => Promise<void>;
	/** Resolves with the wall time at which the last client received the next event. */
	readonly waitForEvent: () => Promise<number>;
	readonly close: () => void;
}

/** Starts a process of clients of an event stream. */
export function createStreamClients(): StreamClients {
	const child: ChildProcess = fork(CLIENT_PROCESS, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const waitForMessage = async (): Promise<FromClientProcess> => (await once(child, "message"))[0];
	return {
		connect: async (port, path, clients) => {
			child.send({ connect: { port, path, clients } });
			await waitForMessage();
		},
		waitForEvent: async () => {
			const event = await waitForMessage();
			if (!("event" in event)) throw new Error("A client connected during the event");
			return event.at;
		},
		close: () => child.kill(),
	};
}

export const getWallTime = (): number => performance.timeOrigin + performance.now();
