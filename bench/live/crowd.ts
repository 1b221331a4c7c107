import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FromListeners } from "./listeners.ts";

const LISTENERS = fileURLToPath(new URL("listeners.ts", import.meta.url));

export interface Crowd {
	/** Connects so many clients to a stream on this machine, in place of those before. */
	readonly gather: (port: number, path: string, clients: number) => Promise<void>;
	/** Resolves with the wall time at which the last client had the next event. */
	readonly nextTold: () => Promise<number>;
	readonly leave: () => void;
}

/** Stream clients in a process of their own. */
export function createCrowd(): Crowd {
	const child: ChildProcess = fork(LISTENERS, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const message = async (): Promise<FromListeners> => (await once(child, "message"))[0];
	return {
		gather: async (port, path, clients) => {
			child.send({ connect: { port, path, clients } });
			await message();
		},
		nextTold: async () => {
			const said = await message();
			if (!("event" in said)) throw new Error("Clients connected in the middle of an event");
			return said.at;
		},
		leave: () => child.kill(),
	};
}

export const wallNow = (): number => performance.timeOrigin + performance.now();
