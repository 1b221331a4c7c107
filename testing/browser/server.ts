import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../../apps/server/db/embedded/postgres-process.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface RunningServer {
	readonly url: string;
	readonly dataDir: string;
	/** Milliseconds from the start of the process until it listened. */
	readonly startedIn: number;
	/** Everything the server has printed so far. */
	readonly getOutput: () => string;
	readonly stop: () => Promise<void>;
	readonly setClock: (seasonAt: number) => Promise<void>;
	/** Runs `fb` against this server's data. */
	readonly fb: (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>;
}

function run(root: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
	return spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
}

async function collectOutput(child: ChildProcess): Promise<{ code: number; stdout: string; stderr: string }> {
	let stdout = "";
	let stderr = "";
	child.stdout?.on("data", (chunk) => {
		stdout += chunk;
	});
	child.stderr?.on("data", (chunk) => {
		stderr += chunk;
	});
	const [code] = await once(child, "close");
	return { code: code ?? 1, stdout, stderr };
}

/**
 * Starts the server as `npm start -- ARGS` does, on a free port and by default with a new data folder. `root` names another
 * checkout to run.
 */
export async function startServer(
	options: { dataDir?: string; env?: Record<string, string>; root?: string; args?: readonly string[] } = {},
): Promise<RunningServer> {
	const { root = ROOT, args = [] } = options;
	if (!existsSync(path.join(root, "apps/web/dist/index.html")))
		throw new Error("The web is not built: run `npm test` or `npm start` first.");
	const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "first-bounce-e2e-"));
	const port = await findFreePort();
	const url = `http://localhost:${port}`;
	const { DATABASE_URL: _, ...inherited } = process.env;
	const env = {
		...inherited,
		PORT: String(port),
		DATA_DIR: dataDir,
		PUBLIC_URL: url,
		NODE_NO_WARNINGS: "1",
		...options.env,
	};
	const started = performance.now();
	const child = run(root, [path.join(root, "apps/server/main.ts"), ...args], env);
	let output = "";
	const ready = new Promise<void>((resolve, reject) => {
		const onOutput = (chunk: Buffer) => {
			output += chunk;
			if (output.includes("is running at")) resolve();
		};
		child.stdout?.on("data", onOutput);
		child.stderr?.on("data", onOutput);
		child.on("close", (code) => reject(new Error(`The server exited with ${code}:\n${output}`)));
	});
	await ready;
	const fb = (...args: string[]) =>
		collectOutput(run(root, [path.join(root, "apps/server/cli/main.ts"), ...args], env));
	return {
		url,
		dataDir,
		startedIn: performance.now() - started,
		getOutput: () => output,
		stop: async () => {
			if (child.exitCode === null) {
				child.kill("SIGTERM");
				await once(child, "close");
			}
			if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
		},
		setClock: async (seasonAt) => {
			const { code, stderr } = await fb("clock", "set", new Date(seasonAt).toISOString());
			if (code !== 0 || stderr !== "") throw new Error(`fb clock set exited with ${code}: ${stderr}`);
		},
		fb,
	};
}
