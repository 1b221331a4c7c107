import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
	readonly address: string;
	/** What it has logged so far, a line each. */
	readonly log: () => readonly { readonly level: number; readonly msg: string; readonly err?: object }[];
	readonly stop: () => Promise<void>;
}

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Runs the server as a process of its own, without the demo; resolves once it answers. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
	const child = spawn(process.execPath, [MAIN], {
		env: { PATH: process.env.PATH, PORT: "0", DEMO: "off", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = once(child, "close");
	let stdout = "";
	let stderr = "";
	child.stderr.on("data", (chunk) => {
		stderr += chunk;
	});
	const address = await new Promise<string>((resolve, reject) => {
		child.stdout.on("data", (chunk) => {
			stdout += chunk;
			const found = /^First Bounce answers at (.+)$/m.exec(stdout)?.[1];
			if (found) resolve(found);
		});
		void ended.then(([code]) => reject(new Error(`The server ended with ${code}: ${stderr}`)));
	});
	return {
		address: env.PORT ? `http://127.0.0.1:${env.PORT}` : address,
		log: () =>
			stderr
				.split("\n")
				.filter((line) => line.startsWith("{"))
				.map((line) => JSON.parse(line)),
		stop: async () => {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
