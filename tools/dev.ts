// npm run dev: PostgreSQL, the server (restarted when its files change) and the web with hot reload, at one address.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createServer, type ProxyOptions } from "vite";
import { readConfig } from "../apps/server/config.ts";
import { closeAll } from "../apps/server/db/close-all.ts";
import { joinCluster } from "../apps/server/db/embedded/cluster.ts";
import { resolveDataDir } from "../apps/server/db/embedded/data-dir.ts";
import { resolvePort } from "../apps/server/listening.ts";
import { StartupError } from "../apps/server/startup-error.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SERVER_FOLDERS = ["apps/server", "packages"].map((folder) => path.join(ROOT, folder));
/** Changes within this time cause one restart, because switching a branch changes many files at once. */
const RESTART_DELAY_MS = 50;
const READY_LINE = "First Bounce is running at";

/**
 * The paths that the server answers, as regular expressions. Vite serves the modules of apps/web/api, whose paths also begin
 * with /api but end in .ts or .tsx.
 */
const SERVER_PATHS = [
	String.raw`^/api/(?!.+\.tsx?(\?|$))`,
	"^/(json|oidc|media|share|ads)(/|\\?|$)",
	"^/(healthz|readyz|robots\\.txt|sitemap\\.xml)(\\?|$)",
];
/** Forwarded without proxy headers, because /metrics only serves direct local requests. */
const METRICS_PATH = "^/metrics(\\?|$)";

interface DevServer {
	readonly restart: () => void;
	/** Resolves once the latest server listens or has failed to start. */
	readonly whenReady: () => Promise<void>;
	readonly stop: () => Promise<void>;
}

function startDevServer(env: NodeJS.ProcessEnv): DevServer {
	let child: ChildProcess;
	let ready: Promise<void>;
	let lastRestart: Promise<void> = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;

	const start = () => {
		child = spawn(process.execPath, [path.join(ROOT, "apps/server/main.ts")], {
			env: { ...process.env, ...env },
			stdio: ["ignore", "pipe", "inherit"],
		});
		const started = Promise.withResolvers<void>();
		child.stdout?.on("data", (chunk: Buffer) => {
			process.stdout.write(chunk);
			if (chunk.includes(READY_LINE)) started.resolve();
		});
		child.once("close", () => started.resolve());
		return started.promise;
	};
	const stopChild = async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill("SIGTERM");
		await once(child, "close");
	};
	ready = start();
	process.once("exit", () => child.kill("SIGTERM"));
	return {
		restart: () => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				process.stdout.write("Restarting the server …\n");
				const stopped = lastRestart.then(stopChild);
				// In an object, because `then` would otherwise wait until the server is ready.
				const restarted = stopped.then(() => ({ ready: start() }));
				lastRestart = restarted.then(() => undefined);
				ready = restarted.then((server) => server.ready);
			}, RESTART_DELAY_MS);
		},
		whenReady: () => ready,
		stop: async () => {
			clearTimeout(timer);
			await lastRestart;
			await stopChild();
		},
	};
}

/** Builds proxy rules that delay requests while the server restarts. */
function buildProxy(target: string, whenReady: () => Promise<void>): Record<string, ProxyOptions> {
	// Vite awaits `bypass` before it forwards a request.
	const waitUntilReady = async () => {
		await whenReady();
	};
	const paths = SERVER_PATHS.map((pattern) => [pattern, { target, bypass: waitUntilReady, xfwd: true }] as const);
	return { ...Object.fromEntries(paths), [METRICS_PATH]: { target, bypass: waitUntilReady } };
}

const stopFunctions: (() => Promise<void>)[] = [];

async function startDev(): Promise<void> {
	const baseConfig = readConfig();
	// Separate from the data of `npm start`, which unfinished migrations must not change.
	const dataDir = baseConfig.isDefaultDataDir ? path.join(ROOT, "data-dev") : baseConfig.dataDir;
	const config = resolveDataDir(await resolvePort({ ...baseConfig, dataDir }));
	const { port: serverPort } = await resolvePort({ ...config, host: "127.0.0.1", port: 0 });
	if (config.databaseUrl === null) {
		// Joining the cluster here keeps PostgreSQL running while the server restarts.
		const cluster = await joinCluster(path.join(config.dataDir, "postgres"));
		stopFunctions.push(cluster.leave);
	}
	const server = startDevServer({
		PORT: String(serverPort),
		HOST: "127.0.0.1",
		DATA_DIR: config.dataDir,
		PUBLIC_URL: config.publicUrl,
		NODE_NO_WARNINGS: "1",
	});
	stopFunctions.push(server.stop);
	const web = await createServer({
		configFile: path.join(ROOT, "apps/web/vite.config.ts"),
		clearScreen: false,
		server: {
			host: config.host,
			port: config.port,
			strictPort: true,
			allowedHosts: [new URL(config.publicUrl).hostname, ...config.allowedHosts],
			proxy: buildProxy(`http://127.0.0.1:${serverPort}`, server.whenReady),
		},
	});
	stopFunctions.push(web.close);
	web.watcher.add(SERVER_FOLDERS);
	web.watcher.on("all", (_, file) => {
		const isServerFile = SERVER_FOLDERS.some((folder) => file.startsWith(folder + path.sep));
		if (isServerFile && !file.includes(".test.")) server.restart();
	});
	await web.listen();
}

async function stopDev(): Promise<void> {
	await closeAll(stopFunctions.splice(0));
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stopDev().then(() => process.exit(0)));
try {
	await startDev();
} catch (error) {
	console.error(error instanceof StartupError ? error.message : error);
	await stopDev();
	process.exit(1);
}
