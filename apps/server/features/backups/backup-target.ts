import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY_MS } from "@first-bounce/rules/durations";
import { createFolder } from "../../db/embedded/create-folder.ts";
import { formatFolderError, formatWriteError } from "../../i18n/file-errors.ts";
import { StartupError } from "../../startup-error.ts";
import { BUCKET_EXAMPLE, type Bucket, formatBucketError, parseBucketUrl } from "../media/bucket.ts";
import { createBucketDisk } from "../media/media-store.ts";
import { BackupError } from "./backup-archive.ts";

export interface StoredBackup {
	/** The address of the backup, without credentials. */
	readonly place: string;
	/** In bytes. */
	readonly size: number;
}

/** Where backups are kept: a file, a folder or a bucket. */
export interface BackupTarget {
	/** For display; a bucket's name has no credentials. */
	readonly name: string;
	/** Stores a backup completely or not at all, under this name unless the target is a file. */
	readonly store: (name: string, backup: Readable) => Promise<StoredBackup>;
	readonly list: () => Promise<readonly string[]>;
	/** Deletes the files with these names, and in a folder also the unfinished backups of killed programs. */
	readonly delete: (names: readonly string[]) => Promise<void>;
}

const formatBucketName = (url: string, { name }: Bucket): string =>
	`${url.slice(0, url.indexOf(":"))}://${new URL(url).host}/${name}`;

/**
 * Whether a text is a URL. A bucket's URL with a missing slash counts too, because messages and mails would show its secret
 * if it were taken for a folder.
 */
const isUrl = (text: string): boolean => /^([a-z][a-z\d+.-]+:\/\/|s3s?:)/i.test(text);

/** Whether a text is a path or the valid URL of a bucket. */
export const isBackupPlace = (text: string): boolean => !isUrl(text) || parseBucketUrl(text) !== null;

function parseBucket(url: string): Bucket {
	const bucket = parseBucketUrl(url);
	if (!bucket) throw new BackupError(`A bucket must be a URL such as ${BUCKET_EXAMPLE}`);
	return bucket;
}

/**
 * Opens a new file, a folder (which exists, or whose name ends with a slash) or a bucket for a backup.
 *
 * @throws BackupError if it is not a valid place, or a file that exists
 */
export function openBackupTarget(place: string): BackupTarget {
	if (isUrl(place)) return createBucketTarget(place, parseBucket(place));
	const exists = existsSync(place);
	if (place.endsWith("/") || (exists && statSync(place).isDirectory())) return createFolderTarget(path.resolve(place));
	if (exists) throw new BackupError(`${place} exists already: name a new file, or a folder`);
	return createFileTarget(path.resolve(place));
}

/**
 * Opens a place such as BACKUP_TO: a bucket, or else a folder, which is created once a backup is stored.
 *
 * @throws BackupError for the invalid URL of a bucket
 */
export const openFolderOrBucket = (place: string): BackupTarget =>
	isUrl(place) ? openBackupTarget(place) : createFolderTarget(path.resolve(place));

/** Writes to a temporary file first, so that an existing backup is never replaced by an incomplete one. */
async function storeFile(file: string, backup: Readable): Promise<StoredBackup> {
	const unfinishedFile = `${file}.${process.pid}.unfinished`;
	try {
		// A backup has password hashes and email addresses.
		await pipeline(backup, createWriteStream(unfinishedFile, { mode: 0o600 }));
		const handle = await open(unfinishedFile, "r+");
		await handle.sync();
		await handle.close();
		await rename(unfinishedFile, file);
	} catch (error) {
		await rm(unfinishedFile, { force: true }).catch(() => undefined);
		throw error instanceof StartupError
			? error
			: new BackupError(`${file} cannot be written: ${formatWriteError(error)}`);
	}
	return { place: file, size: (await stat(file)).size };
}

const UNFINISHED_NAME = /^first-bounce-\S+\.\d+\.unfinished$/;
/** Longer than any backup takes. */
const MAX_UNFINISHED_AGE_MS = DAY_MS;

/** Deletes the unfinished backups of killed programs. */
async function deleteUnfinishedBackups(folder: string): Promise<void> {
	for (const name of (await readdir(folder)).filter((entry) => UNFINISHED_NAME.test(entry))) {
		const { mtimeMs } = await stat(path.join(folder, name));
		if (Date.now() - mtimeMs > MAX_UNFINISHED_AGE_MS) await rm(path.join(folder, name), { force: true });
	}
}

const createFileTarget = (file: string): BackupTarget => ({
	name: file,
	store: (_name, backup) => storeFile(file, backup),
	list: async () => [],
	delete: async () => undefined,
});

function createFolderTarget(folder: string): BackupTarget {
	return {
		name: folder,
		store: async (name, backup) => {
			await createFolder(folder, 0o700).catch((error: unknown) => {
				throw new BackupError(`${folder} cannot be created: ${formatFolderError(error)}`);
			});
			return storeFile(path.join(folder, name), backup);
		},
		list: () => readdir(folder),
		delete: async (names) => {
			for (const name of names) await rm(path.join(folder, name), { force: true });
			await deleteUnfinishedBackups(folder);
		},
	};
}

function createBucketTarget(url: string, bucket: Bucket): BackupTarget {
	const place = formatBucketName(url, bucket);
	const fail = (error: unknown): never => {
		throw new BackupError(`${place} cannot be used: ${formatBucketError(error)}`);
	};
	return {
		name: place,
		store: async (name, backup) => {
			// An upload to a bucket needs a known length, so the backup is first written to a local file.
			await using folder = await createTemporaryFolder();
			const file = path.join(folder.path, name);
			const { size } = await storeFile(file, backup);
			const disk = await createBucketDisk(bucket);
			const options = { contentType: "application/octet-stream", contentLength: size };
			await disk.putStream(name, createReadStream(file), options).catch(fail);
			return { place: `${place}/${name}`, size };
		},
		list: async () => {
			const disk = await createBucketDisk(bucket);
			const names: string[] = [];
			let page: string | undefined;
			do {
				const options = page === undefined ? {} : { paginationToken: page };
				const { objects, paginationToken } = await disk.listAll("", options).catch(fail);
				for (const object of objects) if (object.isFile) names.push(object.name);
				page = paginationToken;
			} while (page !== undefined);
			return names;
		},
		delete: async (names) => {
			const disk = await createBucketDisk(bucket);
			for (const name of names) await disk.delete(name).catch(fail);
		},
	};
}

/** Creates a folder that is deleted at the end of its block. `mkdtempDisposable` would need Node 24.4. */
async function createTemporaryFolder() {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-backup-"));
	return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const createAddressError = () =>
	new BackupError("A backup in a bucket must be a URL such as s3s://KEY:SECRET@host/bucket/first-bounce-….tar.gz");

/**
 * Runs `work` on a backup's file, which is downloaded first if it is in a bucket (`s3s://…/bucket/name?region=…`).
 *
 * @throws BackupError if it cannot be read
 */
export async function withBackupFile<Result>(place: string, work: (file: string) => Promise<Result>): Promise<Result> {
	if (!isUrl(place)) return work(path.resolve(place));
	const url = URL.parse(place);
	if (!url) throw createAddressError();
	const slash = url.pathname.lastIndexOf("/");
	const name = url.pathname.slice(slash + 1);
	url.pathname = url.pathname.slice(0, slash);
	const bucket = parseBucketUrl(url.href);
	if (!bucket || name === "") throw createAddressError();
	await using folder = await createTemporaryFolder();
	const file = path.join(folder.path, name);
	try {
		const disk = await createBucketDisk(bucket);
		await pipeline(await disk.getStream(name), createWriteStream(file, { mode: 0o600 }));
	} catch (error) {
		throw new BackupError(
			`${name} cannot be read from ${formatBucketName(url.href, bucket)}: ${formatBucketError(error)}`,
		);
	}
	return await work(file);
}
