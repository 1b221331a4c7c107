import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../../startup-error.ts";
import { isDiskFull } from "../full-disk.ts";
import type { DataFolder } from "./data-folder.ts";

export interface RunningServer {
	readonly pid: number;
	/** The data folder that the server recorded. */
	readonly folder: string;
	readonly port: number;
	readonly isReady: boolean;
}

const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
/** The longest pause between attempts to start. */
const MAX_RETRY_MS = 1_000;

/** Reads postmaster.pid: pid, folder, port and state are on lines 1, 2, 4 and 8. */
async function readPidFile({ folder }: DataFolder): Promise<RunningServer | null> {
	const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
	const lines = text.split("\n").map((line) => line.trim());
	const [pid, port] = [Number(lines[0]), Number(lines[3])];
	return pid > 0 ? { pid, folder: lines[1] ?? "", port, isReady: lines[7] === "ready" && port > 0 } : null;
}

/**
 * Whether the process with this pid is a running PostgreSQL. After a crash another program may have the pid, in a container often
 * this one. It may also be a zombie, which some containers never remove.
 */
async function isPostgres(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	if (process.platform !== "linux") return pid !== process.pid;
	const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
	const hasEnded = /^State:\tZ/m.test(status);
	return status.startsWith("Name:\tpostgres\n") && !hasEnded;
}

/** Identifies a folder by device and inode, independent of links and renames. */
const getFolderId = (folder: string): Promise<string | null> =>
	stat(folder, { bigint: true }).then(
		({ dev, ino }) => `${dev}:${ino}`,
		() => null,
	);

/**
 * Finds whose server the process in postmaster.pid is: this folder's, or that of the folder from which this one was copied.
 * Null if it is neither. After a crash the pid may be another program's, so the working directory of the process decides.
 */
async function findServerOwner(
	{ folder }: DataFolder,
	{ pid, folder: recordedFolder }: RunningServer,
): Promise<"ours" | "copied" | null> {
	if (!(await isPostgres(pid))) return null;
	const [ownId, recordedId] = await Promise.all([getFolderId(folder), getFolderId(recordedFolder)]);
	const serverFolderId = (await getFolderId(`/proc/${pid}/cwd`)) ?? recordedId;
	if (serverFolderId === ownId) return "ours";
	return serverFolderId !== null && serverFolderId === recordedId ? "copied" : null;
}

/**
 * Finds the folder's server and waits until it accepts connections; null if none runs. Removes a stale pid file.
 *
 * @throws StartupError if the folder is a copy of one whose server runs
 */
export async function findRunningServer(data: DataFolder): Promise<RunningServer | null> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	for (;;) {
		const running = await readPidFile(data);
		if (!running) return null;
		const owner = await findServerOwner(data, running);
		if (owner === "copied") {
			throw new StartupError(
				`${data.folder} is a copy of ${running.folder}, made while its server ran: stop that server and copy it again`,
			);
		}
		if (owner === null) {
			await rm(path.join(data.folder, "postmaster.pid"), { force: true });
			return null;
		}
		if (running.isReady) return running;
		if (Date.now() > deadline)
			throw new StartupError(`PostgreSQL in ${data.folder} is running but does not become ready`);
		await delay(POLL_MS);
	}
}

/** Most orphaned backends end by themselves; one that runs a query does not. */
const ATTEMPTS_BEFORE_ORPHANS_END = 5;

/** Ends the backends that a killed server left running in the folder. On Linux only, where /proc lists them. */
async function endOrphans(data: DataFolder): Promise<void> {
	const folderId = await getFolderId(data.folder);
	const serverPid = (await readPidFile(data))?.pid;
	const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0);
	for (const pid of pids) {
		const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
		const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
		const isOrphan = status.startsWith("Name:\tpostgres\n") && pid !== serverPid && parent !== serverPid;
		if (!isOrphan || folderId === null || (await getFolderId(`/proc/${pid}/cwd`)) !== folderId) continue;
		try {
			process.kill(pid, "SIGQUIT");
		} catch {
			// The backend ended meanwhile.
		}
	}
}

export async function findFreePort(): Promise<number> {
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
	// Statements and details repeat what people entered, such as email addresses.
	"log_error_verbosity=terse",
	"log_min_error_statement=panic",
];

/** Messages if another process was faster, the port is in use, or children of a crashed server are still exiting. */
const RETRYABLE = /lock file|already in use|shared memory block|could not create any TCP/;
const PORT_TAKEN = /could not create any TCP/;
const LEFT_BY_CRASH = /shared memory block/;

export interface StartOptions {
	/** PostgreSQL settings, as `name=value`. */
	readonly flags: readonly string[];
	/** The port to use; otherwise the last one, or a free one. */
	readonly port?: number;
	readonly timeoutMs?: number;
}

/**
 * Starts PostgreSQL on the loopback interface. It outlives this process. Without a given port it uses its last one, if that
 * is free, because other processes may still connect to it.
 *
 * @throws StartupError with PostgreSQL's own reason
 */
export async function startPostgres(
	data: DataFolder,
	{ flags, port, timeoutMs }: StartOptions,
): Promise<RunningServer> {
	const deadline = Date.now() + (timeoutMs ?? START_TIMEOUT_MS);
	let nextPort = port ?? (await getLastPort(data)) ?? (await findFreePort());
	for (let attempt = 0; ; attempt++) {
		const failure = await tryToStart(data, [`port=${nextPort}`, ...flags]);
		const running = await findRunningServer(data);
		if (running) return running;
		if (failure === null || !RETRYABLE.test(failure) || Date.now() > deadline) {
			throw new StartupError(`PostgreSQL in ${data.folder} does not start: ${failure ?? "it exited at once"}`);
		}
		if (PORT_TAKEN.test(failure) && port === undefined) nextPort = await findFreePort();
		if (LEFT_BY_CRASH.test(failure) && attempt >= ATTEMPTS_BEFORE_ORPHANS_END) await endOrphans(data);
		await delay(Math.min(MAX_RETRY_MS, POLL_MS * 2 ** attempt));
	}
}

/** Gets the port of the server that ran last; null on the first start. */
async function getLastPort({ folder }: DataFolder): Promise<number | null> {
	const options = await readFile(path.join(folder, "postmaster.opts"), "utf8").catch(() => "");
	return Number(/"port=(\d+)"/.exec(options)?.[1] ?? 0) || null;
}

/** Starts PostgreSQL once. Returns null when it is ready, or the reason why it exited. */
async function tryToStart(data: DataFolder, settings: readonly string[]): Promise<string | null> {
	const settingArgs = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
	const { file, args, options } = data.buildCommand("postgres", ["-D", data.folder, ...settingArgs]);
	const logFile = `${data.folder}.log`;
	const log = await open(logFile, "w", 0o600);
	// PostgreSQL gets its own process group, so that Ctrl-C does not stop it before the server has shut down.
	const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log.fd, log.fd] });
	let hasEnded = false;
	child.on("error", () => {
		hasEnded = true;
	});
	child.on("exit", () => {
		hasEnded = true;
	});
	await log.close();
	while (!hasEnded) {
		const running = await readPidFile(data);
		if (running?.pid === child.pid && running?.isReady) {
			child.unref();
			return null;
		}
		await delay(POLL_MS);
	}
	const lines = (await readFile(logFile, "utf8")).split("\n");
	const reason = lines.findLast((line) => /FATAL:|PANIC:/.test(line));
	if (reason !== undefined) return reason;
	// On a full disk the log is incomplete.
	return (await isDiskFull(data.folder)) ? "No space left on device" : (lines.find((line) => line !== "") ?? "");
}

/** Stops the folder's server and closes its connections. Committed data is safe. */
export async function stopPostgres(data: DataFolder): Promise<void> {
	const { file, args, options } = data.buildCommand("pgCtl", ["stop", "-D", data.folder, "-m", "fast", "-w", "-s"]);
	const child = spawn(file, args, { ...options, stdio: "ignore" });
	await new Promise((resolve) => child.on("error", resolve).on("exit", resolve));
}
