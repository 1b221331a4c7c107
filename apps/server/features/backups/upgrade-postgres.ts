import { existsSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import { closeAll } from "../../db/close-all.ts";
import { type Connection, connect } from "../../db/connect.ts";
import { EMBEDDED, type Programs } from "../../db/embedded/binaries.ts";
import { type Cluster, joinCluster } from "../../db/embedded/cluster.ts";
import { prepareDataFolder } from "../../db/embedded/data-folder.ts";
import { findPrograms } from "../../db/embedded/find-programs.ts";
import { findRunningServer, stopPostgres } from "../../db/embedded/postgres-process.ts";
import {
	finishSwitch,
	getUpgradeFolders,
	readMajor,
	switchBack,
	switchToUpgrade,
} from "../../db/embedded/upgrade-folders.ts";
import { DATABASE_NAME } from "../../db/open.ts";
import type { Db } from "../../db/tables/tables.ts";
import { formatCount } from "../../i18n/format-count.ts";
import packageJson from "../../package.json" with { type: "json" };
import { BackupError, isPublicKey } from "./backup-archive.ts";
import { openBackupTarget } from "./backup-target.ts";
import { type BackupConfig, backUpLocally, createBackup, NO_PICTURES } from "./create-backup.ts";
import { listSequences, listTables, readChecksum } from "./queries.ts";
import { restoreBackup } from "./restore-backup.ts";

type Print = (line: string) => void;

const IN_USE = "A server or command of First Bounce uses the database: stop it first";

/** Where the database is copied to if the backup cannot be read again. */
const getPlainCopy = (next: string): string => `${next}.tar.gz`;

const getDataFolder = ({ dataDir }: BackupConfig): string => path.join(dataDir, "postgres");

/**
 * Upgrades the data of the embedded PostgreSQL to the major version of this release: backs up, restores into a new folder,
 * compares both, and switches the folders. Until then the former data stays as it is, so it can be interrupted at any time.
 *
 * @param programs the folder with the programs of the former version; null to look for them
 * @throws BackupError, StartupError
 */
export async function upgradePostgres(settings: BackupConfig, programs: string | null, print: Print): Promise<void> {
	const folder = getDataFolder(settings);
	const { next, before } = getUpgradeFolders(folder);
	await finishSwitch(folder);
	const major = await readMajor(folder);
	if (major === null) throw new BackupError(`There is no embedded PostgreSQL in ${folder}`);
	if (major === EMBEDDED.major)
		throw new BackupError(`${folder} is of PostgreSQL ${major}, as this release: there is nothing to upgrade`);
	if (Number(major) > Number(EMBEDDED.major))
		throw new BackupError(`${folder} is of PostgreSQL ${major}, and this release has only ${EMBEDDED.major}`);
	if (existsSync(before))
		throw new BackupError(`${before} has the data from before an earlier upgrade: delete it, or move it away, first`);
	const found = await findPrograms(major, programs);
	await deleteUnfinished(next);
	print(`Upgrading ${folder} from PostgreSQL ${major} to ${EMBEDDED.major}, with the programs in ${found.folder}`);
	try {
		await withOnlyMember(folder, found.programs, (source) => copyDatabase(settings, source, next, print));
	} finally {
		await rm(getPlainCopy(next), { force: true });
	}
	await switchToUpgrade(folder);
	print(
		`The database is now of PostgreSQL ${EMBEDDED.major}: start the server. The data of PostgreSQL ${major} is in ${before}. ` +
			"Delete it once you no longer need to go back, which fb db upgrade --undo does",
	);
}

/**
 * Puts the data from before the last upgrade back in place. What was saved since then stays in a folder of its own.
 *
 * @throws BackupError
 */
export async function undoUpgrade(settings: BackupConfig, print: Print): Promise<void> {
	const folder = getDataFolder(settings);
	const { before, undone } = getUpgradeFolders(folder);
	await finishSwitch(folder);
	const [major, formerMajor] = await Promise.all([readMajor(folder), readMajor(before)]);
	if (formerMajor === null) throw new BackupError(`There is no upgrade to undo: ${before} is missing`);
	if (existsSync(undone))
		throw new BackupError(`${undone} has the data of an upgrade undone earlier: delete it, or move it away, first`);
	if (major === EMBEDDED.major && (await findRunningServer(await prepareDataFolder(folder, { isDurable: true }))))
		await withOnlyMember(folder, EMBEDDED, async () => undefined);
	await switchBack(folder);
	print(
		`The database is of PostgreSQL ${formerMajor} again, as before the upgrade: start the previous release. What was saved since ` +
			`then is in ${undone}`,
	);
}

/** Runs `work` on a database that nobody else uses or can use meanwhile. Then PostgreSQL is stopped. */
async function withOnlyMember(
	folder: string,
	programs: Programs,
	work: (connection: Connection) => Promise<void>,
): Promise<void> {
	const cluster = await joinCluster(folder, { programs });
	try {
		if (!(await cluster.keepOthersOut())) throw new BackupError(IN_USE);
		await withConnection(cluster, work);
	} finally {
		await cluster.leave();
	}
}

async function withConnection(cluster: Cluster, work: (connection: Connection) => Promise<void>): Promise<void> {
	const connection = connect({ url: await cluster.createDatabase(DATABASE_NAME) }, 1);
	try {
		await work(connection);
	} finally {
		await connection.pool.end();
	}
}

/** Deletes the new data folder of an interrupted upgrade, whose PostgreSQL may still run. */
async function deleteUnfinished(next: string): Promise<void> {
	if ((await readMajor(next)) === EMBEDDED.major) {
		const data = await prepareDataFolder(next, { isDurable: true });
		if (await findRunningServer(data)) await stopPostgres(data);
	}
	for (const name of [next, `${next}-password`, `${next}.log`, getPlainCopy(next)])
		await rm(name, { recursive: true, force: true });
}

/** Backs up a database, restores it into a new data folder and compares the two. The backup stays. */
async function copyDatabase(settings: BackupConfig, source: Connection, next: string, print: Print): Promise<void> {
	const { key } = settings.backup;
	const { place, rows, pictures } = await backUpLocally(source, settings);
	print(`Backed up ${formatCount(rows, "row")} and ${formatCount(pictures, "picture")} into ${place}`);
	const plain = getPlainCopy(next);
	// A public key cannot read the backup. The copy lies beside the database, which is not encrypted either.
	const isReadable = key === null || !isPublicKey(key);
	const sources = { pool: source.pool, media: NO_PICTURES, version: packageJson.version, key: null };
	if (!isReadable) await createBackup(sources, openBackupTarget(plain), new Date());
	await copyFile(`${getDataFolder(settings)}-password`, `${next}-password`);
	const cluster = await joinCluster(next);
	const copy = connect({ url: await cluster.createDatabase(DATABASE_NAME) }, 1);
	try {
		// Pictures are where they were.
		const destination = { ...copy, media: { put: async () => undefined } };
		await restoreBackup(isReadable ? place : plain, destination, { key: isReadable ? key : null, replaces: false });
		const tables = await compareDatabases(source.db, copy.db);
		print(`Restored into a new folder and compared: all ${tables} tables are the same`);
	} finally {
		await closeAll([cluster.leave, () => copy.pool.end()]);
	}
}

/**
 * Compares tables and sequences of two databases, and returns the number of tables.
 *
 * @throws BackupError if they differ
 */
async function compareDatabases(source: Db, copy: Db): Promise<number> {
	const tables = await listTables(source);
	for (const table of tables) {
		if ((await readChecksum(source, table)) !== (await readChecksum(copy, table)))
			throw new BackupError(`The copy of ${table.name} differs: nothing was switched`);
	}
	const sequences = await Promise.all([source, copy].map(listSequences));
	if (JSON.stringify(sequences[0]) !== JSON.stringify(sequences[1]))
		throw new BackupError("The sequences of the copy differ: nothing was switched");
	return tables.length;
}
