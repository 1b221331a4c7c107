import { execFile } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { StartupError } from "../../startup-error.ts";
import { getPrograms, PACKAGE_NAME, type Programs, preparePackage } from "./binaries.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const run = promisify(execFile);

/** Finds PostgreSQL in a folder: its npm package, or the folder whose `bin` has the programs. Null if it is not there. */
function findInstallation(folder: string): { readonly folder: string; readonly isPackage: boolean } | null {
	const npmPackage = path.join(folder, "node_modules", PACKAGE_NAME);
	if (existsSync(getPrograms(path.join(npmPackage, "native")).postgres)) return { folder: npmPackage, isPackage: true };
	const own = path.basename(folder) === "bin" ? path.dirname(folder) : folder;
	return existsSync(getPrograms(own).postgres) ? { folder: own, isPackage: false } : null;
}

/** Whether a program belongs to root or to this account. Other programs run only from a folder that the operator has named. */
const isTrusted = (program: string): boolean => [0, process.getuid?.()].includes(statSync(realpathSync(program)).uid);

/** Loads the programs below a folder if they have this major version. */
async function loadPrograms(folder: string, major: string, isNamed: boolean): Promise<Programs | null> {
	const installation = findInstallation(folder);
	if (!installation) return null;
	const { folder: found, isPackage } = installation;
	const prepare: Programs["prepare"] = async (account, dataDir) =>
		isPackage ? preparePackage(found, account, dataDir) : getPrograms(found);
	const { postgres } = getPrograms(isPackage ? path.join(found, "native") : found);
	if (!isNamed && !isTrusted(postgres)) return null;
	try {
		if (isPackage) await preparePackage(found, null, folder);
		const { stdout } = await run(postgres, ["--version"]);
		return new RegExp(`\\) ${major}\\.`).test(stdout) ? { major, prepare } : null;
	} catch {
		return null;
	}
}

/** Folders that may have the programs: releases beside this one, and where distributions install PostgreSQL. */
async function listFolders(major: string): Promise<readonly string[]> {
	const parent = path.dirname(ROOT);
	const releases = (await readdir(parent)).filter((name) => name.startsWith("first-bounce-")).toSorted();
	return [
		...releases.toReversed().map((name) => path.join(parent, name)),
		`/usr/lib/postgresql/${major}`,
		`/usr/pgsql-${major}`,
	];
}

/**
 * Finds PostgreSQL's programs of a major version that this release does not have.
 *
 * @param named the folder to look in, instead of beside this release and where distributions install PostgreSQL
 * @throws StartupError if they are not there
 */
export async function findPrograms(
	major: string,
	named: string | null,
): Promise<{ readonly folder: string; readonly programs: Programs }> {
	const folders = named === null ? await listFolders(major) : [path.resolve(named)];
	for (const folder of folders) {
		const programs = await loadPrograms(folder, major, named !== null);
		if (programs) return { folder, programs };
	}
	throw new StartupError(
		`There are no programs of PostgreSQL ${major} in ${folders.join(", ")}: name the folder of the previous release with --programs`,
	);
}
