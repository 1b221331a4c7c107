import { type SpawnOptions, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { StartupError } from "../../startup-error.ts";
import { findPostgresAccount, type PostgresAccount } from "./account.ts";
import { type Binaries, EMBEDDED, type Programs } from "./binaries.ts";
import { createFolder } from "./create-folder.ts";
import { grantDataDirAccess } from "./data-dir.ts";
import { finishSwitch, readMajor } from "./upgrade-folders.ts";

interface Command {
	readonly file: string;
	readonly args: readonly string[];
	readonly options: Pick<SpawnOptions, "uid" | "gid" | "cwd">;
}

/** An initialised PostgreSQL data folder, and how to run PostgreSQL on it. */
export interface DataFolder {
	readonly folder: string;
	readonly password: string;
	/** Builds the command that runs a program of PostgreSQL on this folder. */
	readonly buildCommand: (program: keyof Binaries, args: readonly string[]) => Command;
}

/**
 * Prepares the folder, on first use with initdb. The superuser's password is in a file beside it that only the account of
 * this process can read.
 *
 * @param options.isDurable whether to wait for the disk; false for temporary data
 * @throws StartupError if the folder cannot be written, or has data of another PostgreSQL version
 */
export async function prepareDataFolder(
	folder: string,
	{ isDurable, programs = EMBEDDED }: { readonly isDurable: boolean; readonly programs?: Programs | undefined },
): Promise<DataFolder> {
	const parent = path.dirname(folder);
	await ensureWritable(parent);
	await finishSwitch(folder);
	const version = await readMajor(folder);
	if (version !== null && version !== programs.major) {
		const remedy =
			Number(version) < Number(programs.major)
				? 'run "fb db upgrade"'
				: 'start the release of First Bounce that upgraded it, or run "fb db upgrade --undo" with that release';
		throw new StartupError(
			`${folder} was created by PostgreSQL ${version}, and this is PostgreSQL ${programs.major}: ${remedy}`,
		);
	}
	const account = findPostgresAccount(folder);
	if (account) grantDataDirAccess(parent, account);
	const binaries = await programs.prepare(account, parent);
	const passwordFile = `${folder}-password`;
	const password = await loadPassword(passwordFile, version === null);
	// The account may have no access to our working directory.
	const options = { cwd: parent, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
	const buildCommand: DataFolder["buildCommand"] = (program, args) => ({ file: binaries[program], args, options });
	if (version === null) await initialiseFolder(folder, password, account, buildCommand, isDurable);
	else await checkOwner(folder, account);
	return { folder, password, buildCommand };
}

async function ensureWritable(folder: string): Promise<void> {
	const probe = path.join(folder, `.writable-${randomBytes(4).toString("hex")}`);
	try {
		await createFolder(folder);
		await writeFile(probe, "");
		await rm(probe);
	} catch (cause) {
		const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
		throw new StartupError(`The data folder ${folder} cannot be written (${code}): choose another DATA_DIR`, { cause });
	}
}

/** Loads the password of the superuser. For a new data folder, creates it first unless another process has. */
async function loadPassword(file: string, isNewFolder: boolean): Promise<string> {
	if (isNewFolder) {
		// Written to a temporary file and then linked, so that another process never reads a half-written password.
		const temporaryFile = `${file}-${randomBytes(4).toString("hex")}`;
		try {
			await writeFile(temporaryFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
			await link(temporaryFile, file).catch((error: NodeJS.ErrnoException) => {
				if (error.code !== "EEXIST") throw error;
			});
		} finally {
			await rm(temporaryFile, { force: true });
		}
	}
	try {
		return (await readFile(file, "utf8")).trim();
	} catch (cause) {
		throw new StartupError(`The database's password in ${file} cannot be read`, { cause });
	}
}

async function checkOwner(folder: string, account: PostgresAccount | null): Promise<void> {
	const { uid } = await stat(folder);
	const postgresUid = account?.uid ?? process.getuid?.() ?? uid;
	if (uid !== postgresUid)
		throw new StartupError(`${folder} belongs to user ${uid}, but PostgreSQL runs as user ${postgresUid}`);
}

/** Initialises a temporary folder and then renames it, so that an interrupted start leaves no incomplete data folder. */
async function initialiseFolder(
	folder: string,
	password: string,
	account: PostgresAccount | null,
	buildCommand: DataFolder["buildCommand"],
	isDurable: boolean,
): Promise<void> {
	const temporaryFolder = `${folder}.new-${randomBytes(4).toString("hex")}`;
	const passwordFile = `${temporaryFolder}-password`;
	try {
		await rm(temporaryFolder, { recursive: true, force: true });
		await mkdir(temporaryFolder, { mode: 0o700 });
		await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
		if (account) {
			await chown(temporaryFolder, account.uid, account.gid);
			await chown(passwordFile, account.uid, account.gid);
		}
		const sync = isDurable ? [] : ["--no-sync"];
		await runInitdb(buildCommand("initdb", [...buildInitdbArguments(temporaryFolder, passwordFile), ...sync]));
		await rename(temporaryFolder, folder).catch(async (error: NodeJS.ErrnoException) => {
			const wasCreatedConcurrently = error.code === "ENOTEMPTY" || error.code === "EEXIST";
			if (!wasCreatedConcurrently) throw error;
		});
	} finally {
		await rm(passwordFile, { force: true });
		await rm(temporaryFolder, { recursive: true, force: true });
	}
}

/** The built-in C.UTF-8 locale sorts and folds case the same on every machine. */
const buildInitdbArguments = (folder: string, passwordFile: string): string[] => [
	`--pgdata=${folder}`,
	`--pwfile=${passwordFile}`,
	"--username=first_bounce",
	"--auth=scram-sha-256",
	"--encoding=UTF8",
	"--locale=C",
	"--locale-provider=builtin",
	"--builtin-locale=C.UTF-8",
];

async function runInitdb({ file, args, options }: Command): Promise<void> {
	const child = spawn(file, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
	const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
	const [stderr, code] = await Promise.all([text(child.stderr), ended]);
	if (code !== 0) {
		const reason = stderr.split("\n").find((line) => line.includes("error:")) ?? stderr.trim().split("\n")[0];
		throw new StartupError(`PostgreSQL could not create its data folder: ${reason}`);
	}
}
