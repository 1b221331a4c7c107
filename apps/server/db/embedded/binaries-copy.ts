import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { StartupError } from "../../startup-error.ts";
import { findInaccessibleFolder, type PostgresAccount } from "./account.ts";

/** The folder for data and programs if root starts the server. Root owns it, and other accounts can only read it. */
export const ROOT_FOLDER = "/var/lib/first-bounce";

/** An unfinished copy older than this was left by a process that was killed. */
const MAX_UNFINISHED_AGE_MS = 10 * MINUTE_MS;

/** Whether only root can replace this folder or a folder above it. */
function isReplaceableByRootOnly(folder: string): boolean {
	const { uid, mode } = lstatSync(folder);
	// In a sticky folder, such as /tmp, accounts cannot replace entries of others.
	const isSticky = (mode & 0o1000) !== 0;
	const parent = path.dirname(folder);
	return uid === 0 && ((mode & 0o022) === 0 || isSticky) && (parent === folder || isReplaceableByRootOnly(parent));
}

/**
 * Creates a folder that belongs to root and that every account may enter.
 *
 * @throws Error if other accounts could put files in it
 */
export function createRootFolder(folder: string): void {
	mkdirSync(path.dirname(folder), { recursive: true });
	try {
		mkdirSync(folder);
		chmodSync(folder, 0o755);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
	if ((lstatSync(folder).mode & 0o022) !== 0 || !isReplaceableByRootOnly(folder)) {
		throw new Error(`${folder} can be changed by users other than root`);
	}
}

/** Lists every file with its size, by which an incomplete copy is recognised. */
const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name))
		.map((file) => `${path.relative(folder, file)} ${statSync(file).size}`)
		.sort();

function isComplete(copy: string, source: string): boolean {
	if (!statSync(copy, { throwIfNoEntry: false })?.isDirectory()) return false;
	const [copied, expected] = [listFiles(copy), listFiles(source)];
	return copied.length === expected.length && copied.every((file, index) => file === expected[index]);
}

/** Makes a folder readable by everybody and writable by root only, regardless of the umask. */
function makeReadable(folder: string): void {
	chmodSync(folder, 0o755);
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const entryPath = path.join(entry.parentPath, entry.name);
		if (entry.isDirectory()) chmodSync(entryPath, 0o755);
		else if (entry.isFile()) chmodSync(entryPath, (statSync(entryPath).mode & 0o100) === 0 ? 0o644 : 0o755);
	}
}

function deleteUnfinishedCopies(folder: string): void {
	for (const name of readdirSync(folder)) {
		const unfinished = path.join(folder, name);
		const changedAt = name.includes(".draft-") ? statSync(unfinished, { throwIfNoEntry: false })?.mtimeMs : undefined;
		if (changedAt !== undefined && Date.now() - changedAt > MAX_UNFINISHED_AGE_MS) {
			rmSync(unfinished, { recursive: true, force: true });
		}
	}
}

/** Copies under a temporary name and renames it when complete. If several processes copy at the same time, the first copy wins. */
function copyFolder(source: string, target: string): void {
	if (isComplete(target, source)) return;
	const unfinished = `${target}.draft-${randomBytes(4).toString("hex")}`;
	try {
		cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
		makeReadable(unfinished);
		try {
			renameSync(unfinished, target);
		} catch {
			if (isComplete(target, source)) return;
			renameSync(target, `${unfinished}-broken`);
			renameSync(unfinished, target);
		}
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
		rmSync(`${unfinished}-broken`, { recursive: true, force: true });
	}
}

function canRun(folder: string, { uid, gid }: PostgresAccount): boolean {
	const program = path.join(folder, "bin", "postgres");
	return spawnSync(program, ["--version"], { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

/**
 * Returns a folder from which the account can run PostgreSQL: the installed one or, if that is below an inaccessible folder
 * such as /root, a copy of it owned by root.
 *
 * @param parents folders for the copy, in order of preference
 * @throws StartupError if there is no such folder
 */
export function prepareBinaries(
	installed: string,
	version: string,
	account: PostgresAccount,
	parents: readonly string[],
): string {
	const inaccessibleFolder = findInaccessibleFolder(path.join(installed, "bin"), account);
	if (inaccessibleFolder === null) return installed;
	const problems: string[] = [];
	for (const parent of parents) {
		const target = path.join(parent, `postgresql-${version}`);
		try {
			createRootFolder(parent);
			deleteUnfinishedCopies(parent);
			copyFolder(installed, target);
			if (canRun(target, account)) return target;
			problems.push(`programs in ${target} may not be run`);
		} catch (error) {
			problems.push((error as Error).message);
		}
	}
	throw new StartupError(
		`PostgreSQL refuses to run as root, account ${account.name} may not enter ${inaccessibleFolder}, and its programs cannot be ` +
			`copied to where it may (${problems.join("; ")}): start First Bounce as an ordinary user, or from another folder`,
	);
}
