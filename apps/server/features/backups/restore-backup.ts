import { setTimeout } from "node:timers/promises";
import type { ClientBase, Pool } from "pg";
import { formatReason } from "../../db/connect.ts";
import { applyMigrations, listMigrationFiles, type MigrationFile } from "../../db/migrate.ts";
import type { Db } from "../../db/tables/tables.ts";
import { runClientTransaction } from "../../db/transactions/client-transaction.ts";
import type { MediaStore } from "../media/media-store.ts";
import {
	BackupError,
	type BackupKey,
	type BackupManifest,
	type BackupTable,
	countBackupRows,
} from "./backup-archive.ts";
import {
	analyze,
	copyRowsInto,
	countOtherConnections,
	createPartition,
	type DatabaseState,
	dropEverything,
	prepareLoad,
	readDatabaseState,
	setSequences,
} from "./queries.ts";
import { type ArchiveEntry, type CheckedBackup, checkArchive, readBackup, readBytes } from "./read-archive.ts";

export interface RestoreDestination {
	readonly pool: Pool;
	readonly db: Db;
	readonly media: Pick<MediaStore, "put">;
}

export interface RestoreOptions {
	readonly key: BackupKey;
	readonly replaces: boolean;
	/** How long other programs may take to disconnect. */
	readonly disconnectTimeoutMs?: number;
	/** Called before the database is replaced, with whether it has data. If it fails, nothing is restored. */
	readonly beforeLoad?: (isUsed: boolean, backup: RestoredBackup) => Promise<void>;
	/** Called at the end of the transaction, on its connection. If it fails, nothing is restored. */
	readonly beforeCommit?: (client: ClientBase) => Promise<void>;
	/** Receives how many bytes or pictures are done; the total is 0 if it is unknown. */
	readonly onProgress?: OnProgress;
}

type OnProgress = (step: "check" | "stop" | "load" | "pictures", done: number, total: number) => void;

export interface RestoredBackup {
	readonly createdAt: string;
	readonly rows: number;
	readonly pictures: number;
}

/**
 * Checks that a backup can be restored into a database, and returns what the database contains.
 *
 * @throws BackupError if it has tables of another program, data that may not be replaced, or other connections
 */
async function checkDestination(
	{ db }: Pick<RestoreDestination, "db">,
	{ replaces, disconnectTimeoutMs }: RestoreOptions,
): Promise<DatabaseState> {
	const state = await readDatabaseState(db);
	if (state === "foreign") throw new BackupError("The database holds tables of another program: use one of its own");
	if (state === "used" && !replaces)
		throw new BackupError("The database is not empty. With --replace, the backup replaces everything in it");
	await waitUntilDisconnected(db, disconnectTimeoutMs);
	return state;
}

/** The connections of a program that has just ended close within a moment. */
const DISCONNECT_TIMEOUT_MS = 3_000;

/**
 * Waits, by default for up to three seconds, until no program of First Bounce is connected to the database.
 *
 * @throws BackupError if one still is
 */
export async function waitUntilDisconnected(db: Db, timeoutMs = DISCONNECT_TIMEOUT_MS): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	while ((await countOtherConnections(db)) > 0) {
		if (performance.now() > deadline)
			throw new BackupError("A server or command of First Bounce uses the database: stop it first");
		await setTimeout(100);
	}
}

/**
 * Restores a backup in one transaction: an interrupted or failed restore leaves the database as it was. Pictures are
 * written afterwards. The next start applies migrations that are newer than the backup.
 *
 * @throws BackupError
 */
export async function restoreBackup(
	file: string,
	destination: RestoreDestination,
	options: RestoreOptions,
): Promise<RestoredBackup> {
	const { key, beforeLoad, onProgress } = options;
	const { manifest, contents } = await checkArchive(file, key, (bytes) => onProgress?.("check", bytes, 0));
	// Refuses a backup of a newer version before the database is backed up.
	await requireKnownMigrations(manifest);
	onProgress?.("stop", 0, 0);
	const state = await checkDestination(destination, options);
	const backup = { createdAt: manifest.createdAt, rows: countBackupRows(contents), pictures: contents.pictures };
	await beforeLoad?.(state === "used", backup);
	return loadBackup(file, key, { manifest, contents }, destination, options);
}

/**
 * Replaces everything in a database by a backup that `checkArchive` has checked.
 *
 * @throws BackupError if this version lacks a migration of the backup
 */
export async function loadBackup(
	file: string,
	key: BackupKey,
	{ manifest, contents }: CheckedBackup,
	destination: Omit<RestoreDestination, "db">,
	{ beforeCommit, onProgress }: Pick<RestoreOptions, "beforeCommit" | "onProgress"> = {},
): Promise<RestoredBackup> {
	const migrations = await requireKnownMigrations(manifest);
	const total = contents.entries.reduce((sum, { name, size }) => (name.startsWith("tables/") ? sum + size : sum), 0);
	let loaded = 0;
	const entries = readBackup(file, key, (bytes) => {
		loaded += bytes;
		if (loaded <= total) onProgress?.("load", loaded, total);
	});
	const firstPicture = await runClientTransaction(destination.pool, async (trx, client) => {
		await dropEverything(trx);
		await applyMigrations(trx, migrations);
		const next = await loadRows(client, manifest, entries);
		await beforeCommit?.(client);
		return next;
	});
	let pictures = 0;
	for await (const entry of prependEntry(firstPicture, entries)) {
		const { name } = entry;
		const bytes = await readBytes(entry);
		await destination.media.put(name.slice("media/".length), bytes).catch((error: unknown) => {
			throw new BackupError(
				`The database is restored, but ${name} and the pictures after it are not: ${formatReason(error)}. Restore again with --replace`,
			);
		});
		pictures++;
		onProgress?.("pictures", pictures, contents.pictures);
	}
	return { createdAt: manifest.createdAt, rows: countBackupRows(contents), pictures };
}

/**
 * Finds this version's files of the migrations that the backup's database had, except former texts of repeatable ones.
 *
 * @throws BackupError if this version lacks one, and so does not know the backup's tables
 */
export async function requireKnownMigrations({
	migrations,
	version,
}: BackupManifest): Promise<readonly MigrationFile[]> {
	const files = new Map((await listMigrationFiles()).map((file) => [file.name, file]));
	return migrations.flatMap(({ name, sha256 }) => {
		const file = files.get(name);
		if (file?.sha256 === sha256) return [file];
		// The present text may need newer tables. The next start applies both, because the restored row has the former hash.
		if (file?.formerHashes?.includes(sha256)) return [];
		throw new BackupError(
			`The backup is of First Bounce ${version}, whose tables this version does not know (${name}): use that version`,
		);
	});
}

/** Loads all tables, and returns the first entry after them. */
async function loadRows(
	client: ClientBase,
	{ tables, sequences }: BackupManifest,
	entries: AsyncGenerator<ArchiveEntry>,
): Promise<ArchiveEntry | null> {
	for (const table of tables) await createPartition(client, table);
	const restoreConstraints = await prepareLoad(client, tables);
	let entry = await takeNext(entries);
	for (const table of tables) {
		const prefix = `tables/${table.name}/`;
		if (!entry?.name.startsWith(prefix)) continue;
		entry = await loadTable(client, table, entry, entries);
	}
	if (entry?.name.startsWith("tables/"))
		throw new BackupError(`The backup has rows of an unknown table: ${entry.name}`);
	await setSequences(client, sequences);
	await restoreConstraints();
	await analyze(client);
	return entry;
}

/** Loads the parts of one table, and returns the first entry after them. */
async function loadTable(
	client: ClientBase,
	table: BackupTable,
	first: ArchiveEntry,
	entries: AsyncGenerator<ArchiveEntry>,
): Promise<ArchiveEntry | null> {
	const rows = copyRowsInto(client, table);
	const loaded = new Promise<void>((resolve, reject) => {
		rows.on("finish", resolve).on("error", reject);
	});
	// An error also fails the write below, or the wait at the end.
	loaded.catch(() => undefined);
	let entry: ArchiveEntry | null = first;
	while (entry?.name.startsWith(`tables/${table.name}/`)) {
		for await (const chunk of entry.chunks)
			await new Promise<void>((resolve, reject) => {
				rows.write(chunk, (error) => (error ? reject(error) : resolve()));
			});
		entry = await takeNext(entries);
	}
	rows.end();
	await loaded;
	return entry;
}

const takeNext = async (entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry | null> => {
	const result = await entries.next();
	return result.done ? null : result.value;
};

async function* prependEntry(
	first: ArchiveEntry | null,
	entries: AsyncGenerator<ArchiveEntry>,
): AsyncGenerator<ArchiveEntry> {
	if (first) yield first;
	yield* entries;
}
