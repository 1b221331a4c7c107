import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
	/** The server's address on this machine. */
	readonly address: string;
	readonly pid: number;
	/** Whether the process has ended or was asked to stop. */
	readonly isOver: () => boolean;
	/** Parsed log lines so far. */
	readonly log: () => readonly { readonly level: number; readonly msg: string; readonly err?: object }[];
	/** Sends SIGTERM; resolves once it has ended. */
	readonly stop: () => Promise<void>;
	/** Sends SIGKILL; resolves once it has ended. */
	readonly kill: () => Promise<void>;
}

const MAIN = fileURLToPath(new URL("../../apps/server/main.ts", import.meta.url));

/**
 * Runs the server, or `main` of another version, in its own process, without the demo; resolves once it listens. The signal of
 * a test that times out kills the server, even while it starts.
 */
export async function startServerProcess(
	env: Readonly<Record<string, string>>,
	main = MAIN,
	signal?: AbortSignal,
): Promise<ServerProcess> {
	signal?.throwIfAborted();
	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const child = spawn(process.execPath, [main], {
		env: { PATH, NODE_COMPILE_CACHE, PORT: "0", DEMO: "off", NODE_NO_WARNINGS: "1", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const { pid } = child;
	if (pid === undefined) throw new Error("The server could not be started");
	const killWithParent = () => child.kill("SIGKILL");
	process.once("exit", killWithParent);
	signal?.addEventListener("abort", killWithParent);
	const ended = once(child, "close").finally(() => {
		process.off("exit", killWithParent);
		signal?.removeEventListener("abort", killWithParent);
	});
	let stdout = "";
	let stderr = "";
	child.stderr.on("data", (chunk) => {
		stderr += chunk;
	});
	const address = await new Promise<string>((resolve, reject) => {
		child.stdout.on("data", (chunk) => {
			stdout += chunk;
			const found = /^First Bounce is running at (.+)$/m.exec(stdout)?.[1];
			if (found) resolve(found);
		});
		void ended.then(([code]) => reject(new Error(`The server ended with ${code}: ${stderr}`)));
	});
	void ended.then(([code, signal]) => {
		if (!child.killed) process.stderr.write(`A server under test ended with ${code ?? signal}: ${stderr}\n`);
	});
	const stop = async (signal: NodeJS.Signals) => {
		child.kill(signal);
		await ended;
	};
	return {
		address: env.PORT ? `http://127.0.0.1:${env.PORT}` : address,
		pid,
		isOver: () => child.exitCode !== null || child.killed,
		log: () =>
			stderr
				.split("\n")
				.filter((line) => line.startsWith("{"))
				.map((line) => JSON.parse(line)),
		stop: () => stop("SIGTERM"),
		kill: () => stop("SIGKILL"),
	};
}

/** Whether the process is the one that advances the season. */
export const isLeader = async ({ address }: Pick<ServerProcess, "address">): Promise<boolean> =>
	/^first_bounce_leader 1$/m.test(await (await fetch(`${address}/metrics`)).text());
