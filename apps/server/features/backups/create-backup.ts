import path from "node:path";
import type { Pool } from "pg";
import type { Config } from "../../config.ts";
import { listAppliedMigrations } from "../../db/migrate.ts";
import { runClientTransaction } from "../../db/transactions/client-transaction.ts";
import packageJson from "../../package.json" with { type: "json" };
import { createMediaStore, type ListableMediaStore } from "../media/media-store.ts";
import {
	type ArchiveWriter,
	BACKUP_FORMAT,
	BackupError,
	type BackupKey,
	type BackupManifest,
	type BackupTable,
	countBackupRows,
	writeArchive,
} from "./backup-archive.ts";
import { type BackupTarget, openFolderOrBucket, type StoredBackup } from "./backup-target.ts";
import { copyRowsFrom, listSequences, listTables, startSnapshot } from "./queries.ts";

/** Rows are written in parts of about this size, which are held in memory one at a time. */
const PART_BYTES = 4 * 1024 ** 2;

export interface BackupSources {
	readonly pool: Pool;
	readonly media: Pick<ListableMediaStore, "listKeys" | "read">;
	/** The version of First Bounce. */
	readonly version: string;
	readonly key: BackupKey;
	/** Cancels the backup. */
	readonly signal?: AbortSignal;
}

/** The settings of backups and restores. */
export type BackupConfig = Pick<Config, "dataDir" | "bucket" | "backup">;

/** For backups of the database alone. */
export const NO_PICTURES: BackupSources["media"] = { listKeys: async function* () {}, read: async () => null };

export interface FinishedBackup extends StoredBackup {
	readonly rows: number;
	readonly pictures: number;
}

/**
 * Backs up one snapshot of the database, which can be in use, and then all pictures.
 *
 * @throws BackupError if there is nothing to back up or the target cannot be written. No unfinished backup stays there
 */
export async function createBackup(
	{ pool, media, version, key, signal }: BackupSources,
	target: BackupTarget,
	now: Date,
): Promise<FinishedBackup> {
	return runClientTransaction(pool, async (trx, client) => {
		await startSnapshot(trx);
		const migrations = await listAppliedMigrations(trx);
		if (migrations.length === 0)
			throw new BackupError("There is nothing to back up: the database has no tables of First Bounce");
		const manifest: BackupManifest = {
			format: BACKUP_FORMAT,
			version,
			createdAt: now.toISOString(),
			migrations: migrations.map(({ name, sha256 }) => ({ name, sha256 })),
			tables: await listTables(trx),
			sequences: await listSequences(trx),
		};
		const { stream, contents } = await writeArchive(manifest, key, async (writer) => {
			const rows: Record<string, number> = {};
			for (const table of manifest.tables)
				rows[table.name] = await writeRows(writer, table, copyRowsFrom(client, table));
			return { rows, pictures: await writePictures(writer, media) };
		});
		const cancel = () => stream.destroy(new BackupError("The backup was cancelled"));
		if (signal?.aborted) cancel();
		signal?.addEventListener("abort", cancel);
		const storedBackup = await target
			.store(formatBackupName(now, key), stream)
			.finally(() => signal?.removeEventListener("abort", cancel));
		const { rows, pictures } = await contents;
		return { ...storedBackup, rows: countBackupRows({ rows }), pictures };
	});
}

/**
 * Formats a name such as first-bounce-2026-11-23T03-30-00-000Z.tar.gz, with `.age` added if encrypted. Names sort by time.
 * Milliseconds keep apart the backups that two restores in the same second make before they replace the database.
 */
const formatBackupName = (now: Date, key: BackupKey): string =>
	`first-bounce-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar.gz${key === null ? "" : ".age"}`;

/**
 * Backs up the present contents into `backups` in DATA_DIR, before a restore or an upgrade replaces them. They are encrypted with
 * the configured key, not that of a restored backup.
 */
export async function backUpLocally(
	{ pool }: { readonly pool: Pool },
	config: BackupConfig,
): Promise<FinishedBackup & { readonly target: BackupTarget }> {
	const sources = { pool, media: await createMediaStore(config), version: packageJson.version, key: config.backup.key };
	const target = openFolderOrBucket(path.join(config.dataDir, "backups"));
	return { ...(await createBackup(sources, target, new Date())), target };
}

async function writeRows(
	writer: ArchiveWriter,
	{ name }: BackupTable,
	rows: ReturnType<typeof copyRowsFrom>,
): Promise<number> {
	let parts = 0;
	let chunks: Buffer[] = [];
	let size = 0;
	const writePart = async () => {
		if (size === 0) return;
		await writer.add(`tables/${name}/${String(parts).padStart(6, "0")}`, Buffer.concat(chunks));
		parts++;
		chunks = [];
		size = 0;
	};
	for await (const chunk of rows) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= PART_BYTES) await writePart();
	}
	await writePart();
	return rows.rowCount;
}

/** Writes all pictures, except those deleted meanwhile, and returns how many were written. */
async function writePictures(writer: ArchiveWriter, media: BackupSources["media"]): Promise<number> {
	let pictures = 0;
	for await (const key of media.listKeys()) {
		const bytes = await media.read(key);
		if (!bytes) continue;
		await writer.add(`media/${key}`, bytes);
		pictures++;
	}
	return pictures;
}
