import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../apps/server/main.ts", import.meta.url));

export interface ServerProcess {
	/** Where it answers. */
	readonly address: string;
	/** kill -9; resolves when the process is gone. */
	readonly kill: () => Promise<void>;
	/** SIGTERM, and what it wrote to stderr. */
	readonly stop: () => Promise<string>;
}

/** Starts the product's own server, as `npm start` does; resolves once it answers. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
	const child: ChildProcess = spawn(process.execPath, [MAIN], {
		env: { PATH: process.env.PATH, PORT: "0", DEMO: "off", NODE_NO_WARNINGS: "1", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const alsoEnd = () => child.kill("SIGKILL");
	process.once("exit", alsoEnd);
	child.once("close", () => process.off("exit", alsoEnd));
	let stdout = "";
	let stderr = "";
	const closed = once(child, "close");
	const answers = Promise.withResolvers<string>();
	child.stdout?.on("data", (chunk) => {
		stdout += chunk;
		const address = /^First Bounce answers at (.+)$/m.exec(stdout)?.[1];
		if (address) answers.resolve(address);
	});
	child.stderr?.on("data", (chunk) => {
		stderr += chunk;
	});
	const ended = closed.then(() => Promise.reject(new Error(`The server ended before it answered: ${stderr}`)));
	const address = await Promise.race([answers.promise, ended]);
	ended.catch(() => undefined);
	return {
		address,
		kill: async () => {
			child.kill("SIGKILL");
			await closed;
		},
		stop: async () => {
			child.kill("SIGTERM");
			await closed;
			return stderr;
		},
	};
}
