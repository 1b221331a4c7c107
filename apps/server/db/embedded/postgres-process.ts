import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { StartupFault } from "../../startup-fault.ts";
import type { DataFolder } from "./data-folder.ts";

export interface Running {
	readonly pid: number;
	/** The data folder as the server knows it. */
	readonly folder: string;
	readonly port: number;
	readonly isReady: boolean;
}

const POLL_MS = 10;
const PATIENCE_MS = 60_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** What PostgreSQL says of itself in postmaster.pid: pid, folder, port and state on lines 1, 2, 4 and 8. */
async function readPidFile({ folder }: DataFolder): Promise<Running | null> {
	const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
	const lines = text.split("\n").map((line) => line.trim());
	const [pid, port] = [Number(lines[0]), Number(lines[3])];
	return pid > 0 ? { pid, folder: lines[1] ?? "", port, isReady: lines[7] === "ready" && port > 0 } : null;
}

/** After a crash the number may name any program: in a container, quite likely ourselves. */
async function isPostgres(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	if (process.platform !== "linux") return pid !== process.pid;
	const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
	return name.trim() === "postgres";
}

/** A folder whatever it is called: through links and after a rename it is the same. */
const identify = (folder: string): Promise<string | null> =>
	stat(folder, { bigint: true }).then(
		({ dev, ino }) => `${dev}:${ino}`,
		() => null,
	);

/**
 * Whether the server that postmaster.pid names is this folder's. The file is copied with its folder, and a pid is given
 * to another program after a crash; the folder that the process works in tells them apart.
 */
async function whoseServer(
	{ folder }: DataFolder,
	{ pid, folder: recorded }: Running,
): Promise<"ours" | "copied" | null> {
	if (!(await isPostgres(pid))) return null;
	const [own, named] = await Promise.all([identify(folder), identify(recorded)]);
	const current = (await identify(`/proc/${pid}/cwd`)) ?? named;
	if (current === own) return "ours";
	return current !== null && current === named ? "copied" : null;
}

/**
 * The server of the folder, once it accepts connections; null when none runs. Clears what a crash left.
 *
 * @throws StartupFault when the folder is a copy of one whose server runs
 */
export async function findRunning(data: DataFolder): Promise<Running | null> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const running = await readPidFile(data);
		if (!running) return null;
		const owner = await whoseServer(data, running);
		if (owner === "copied") {
			throw new StartupFault(
				`${data.folder} is a copy of ${running.folder}, made while its server ran: stop that server and copy it again`,
			);
		}
		if (owner === null) {
			await rm(path.join(data.folder, "postmaster.pid"), { force: true });
			return null;
		}
		if (running.isReady) return running;
		if (Date.now() > deadline) throw new StartupFault(`PostgreSQL in ${data.folder} runs but does not get ready`);
		await pause();
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	return typeof address === "object" && address ? address.port : 0;
}

const SETTINGS = [
	"listen_addresses=127.0.0.1",
	"unix_socket_directories=",
	"max_connections=100",
	"timezone=UTC",
	"log_timezone=UTC",
	"log_checkpoints=off",
];

/** Reasons to try once more: another process was quicker, its port was taken, a crashed one's children still end. */
const PASSING = /lock file|already in use|shared memory block|could not create any TCP/;

/**
 * Starts PostgreSQL on a free port of the loopback; it goes on when this process ends, however that is.
 *
 * @throws StartupFault with PostgreSQL's own reason
 */
export async function startPostgres(data: DataFolder, flags: readonly string[]): Promise<Running> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const failure = await tryToStart(data, flags);
		const running = await findRunning(data);
		if (running) return running;
		if (failure === null || !PASSING.test(failure) || Date.now() > deadline) {
			throw new StartupFault(`PostgreSQL in ${data.folder} does not start: ${failure ?? "it ended at once"}`);
		}
		await pause();
	}
}

/** Null once it is ready, else why it ended. */
async function tryToStart(data: DataFolder, flags: readonly string[]): Promise<string | null> {
	const settings = [...SETTINGS, `port=${await freePort()}`, ...flags].flatMap((setting) => ["-c", setting]);
	const { file, args, options } = data.command("postgres", ["-D", data.folder, ...settings]);
	const logFile = `${data.folder}.log`;
	const log = await open(logFile, "w", 0o600);
	// Its own process group: Ctrl-C must not stop it under a server that still answers.
	const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log.fd, log.fd] });
	let ended = false;
	child.on("error", () => {
		ended = true;
	});
	child.on("exit", () => {
		ended = true;
	});
	await log.close();
	while (!ended) {
		const running = await readPidFile(data);
		if (running?.pid === child.pid && running?.isReady) {
			child.unref();
			return null;
		}
		await pause();
	}
	const lines = (await readFile(logFile, "utf8")).split("\n");
	return lines.findLast((line) => line.includes("FATAL:")) ?? lines.find((line) => line !== "") ?? "";
}

/** Stops the server of the folder, connections and all; nothing that was committed is lost. */
export async function stopPostgres(data: DataFolder): Promise<void> {
	const { file, args, options } = data.command("pgCtl", ["stop", "-D", data.folder, "-m", "fast", "-w", "-s"]);
	const child = spawn(file, args, { ...options, stdio: "ignore" });
	await new Promise((resolve) => child.on("error", resolve).on("exit", resolve));
}
