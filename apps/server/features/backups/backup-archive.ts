import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";
import { formatReason } from "../../db/connect.ts";
import { formatFileError } from "../../i18n/file-errors.ts";
import { StartupError } from "../../startup-error.ts";

/*
 * A backup is a tar file, compressed with gzip, and encrypted with age (https://age-encryption.org) if there is a key:
 *
 *   manifest.json             what is in the backup, and the migrations of the database that it was made from
 *   tables/<name>/<number>    rows as PostgreSQL's COPY writes them as text, in parts
 *   media/<key>               pictures
 *   contents.json             size and SHA-256 of every entry before it, to check that the backup is complete
 */

/** The version of the format, in the manifest of each backup. */
export const BACKUP_FORMAT = 1;
const MANIFEST = "manifest.json";
const CONTENTS = "contents.json";

const tableSchema = z.object({
	name: z.string(),
	/** Columns in the order of the copied rows; generated columns are left out. */
	columns: z.array(z.string()),
	/** For a partition: its table and bounds, as PostgreSQL writes them, and its indexes. */
	partition: z
		.object({
			parent: z.string(),
			bounds: z.string().regex(/^(DEFAULT|FOR VALUES FROM \([\d, ]+\) TO \([\d, ]+\))$/),
			indexes: z.array(z.string().regex(/^CREATE (UNIQUE )?INDEX [^;]+$/)),
		})
		.nullable(),
});

const manifestSchema = z.object({
	format: z.literal(BACKUP_FORMAT),
	/** The version of First Bounce that made the backup. */
	version: z.string(),
	createdAt: z.iso.datetime(),
	/** The applied migrations in order, with the SHA-256 of their files. */
	migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
	tables: z.array(tableSchema),
	sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});

const contentsSchema = z.object({
	entries: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
	/** Rows by table. */
	rows: z.record(z.string(), z.number()),
	pictures: z.number(),
});

export type BackupTable = z.output<typeof tableSchema>;
export type BackupManifest = z.output<typeof manifestSchema>;
export type BackupContents = z.output<typeof contentsSchema>;

export const countBackupRows = ({ rows }: Pick<BackupContents, "rows">): number =>
	Object.values(rows).reduce((sum, count) => sum + count, 0);

/** Thrown if a file cannot be used as a backup, with the reason in a sentence for the operator. */
export class BackupError extends StartupError {}

/**
 * The value of BACKUP_KEY: a passphrase, or the public (`age1…`) or private key of an age key pair. A public key can only
 * make backups. Null: backups are not encrypted.
 */
export type BackupKey = string | null;

const isPublicKey = (key: string): boolean => key.startsWith("age1");
const isPrivateKey = (key: string): boolean => key.startsWith("AGE-SECRET-KEY-");
const MIN_PASSPHRASE_LENGTH = 16;

/** Whether a text can be the key of backups. */
export const isBackupKey = (key: string): boolean =>
	isPublicKey(key) || isPrivateKey(key) || key.length >= MIN_PASSPHRASE_LENGTH;

async function encrypt(archive: Readable, key: string): Promise<Readable> {
	// Loaded only if there is a key.
	const { Encrypter } = await import("age-encryption");
	const encrypter = new Encrypter();
	if (isPublicKey(key)) encrypter.addRecipient(key);
	else if (isPrivateKey(key))
		throw new BackupError("BACKUP_KEY is a private key: backups are made with its public half, which begins with age1");
	else encrypter.setPassphrase(key);
	const encrypted = await encrypter.encrypt(Readable.toWeb(archive) as ReadableStream<Uint8Array>);
	return Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]);
}

/** Adds entries to a backup that is being written. */
export interface ArchiveWriter {
	readonly add: (name: string, bytes: Buffer) => Promise<void>;
}

interface WrittenBackup {
	/** The bytes of the backup, which are produced while the stream is read. */
	readonly stream: Readable;
	/** Resolves once everything has been written to the stream. */
	readonly contents: Promise<BackupContents>;
}

/** Writes a backup as a stream: the manifest, what `addEntries` adds, and the list of contents. */
export async function writeArchive(
	manifest: BackupManifest,
	key: BackupKey,
	addEntries: (writer: ArchiveWriter) => Promise<Pick<BackupContents, "rows" | "pictures">>,
): Promise<WrittenBackup> {
	const archive = pack();
	const entries: BackupContents["entries"] = [];
	const writeEntry = (name: string, bytes: Buffer) =>
		new Promise<void>((resolve, reject) => {
			archive.entry({ name, size: bytes.length }, bytes, (error) => (error ? reject(error) : resolve()));
		});
	const add = async (name: string, bytes: Buffer) => {
		entries.push({ name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
		await writeEntry(name, bytes);
	};
	const writeAll = async (): Promise<BackupContents> => {
		await add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
		const contents = { entries, ...(await addEntries({ add })) };
		await writeEntry(CONTENTS, Buffer.from(JSON.stringify(contents)));
		archive.finalize();
		return contents;
	};
	const compressed = createGzip();
	const compression = pipeline(archive, compressed);
	const stream = key === null ? compressed : await encrypt(compressed, key);
	const contents = Promise.all([writeAll(), compression]).then(
		([written]) => written,
		(error: unknown) => {
			archive.destroy();
			stream.destroy(error instanceof Error ? error : new Error(String(error)));
			throw error;
		},
	);
	// The stream reports the same error to its reader.
	contents.catch(() => undefined);
	return { stream, contents };
}

const AGE_HEADER = "age-encryption.org/v1";
const GZIP_HEADER = Buffer.from([0x1f, 0x8b]);

/** Opens a backup's file for reading its tar entries, decrypted and uncompressed. */
async function openArchive(file: string, key: BackupKey): Promise<Readable> {
	const start = Buffer.alloc(AGE_HEADER.length);
	try {
		const handle = await open(file);
		await handle.read(start, 0, start.length, 0).finally(() => handle.close());
	} catch (error) {
		throw new BackupError(`${file} cannot be read: ${formatFileError(error)}`);
	}
	const bytes = createReadStream(file);
	if (start.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER)) return bytes;
	if (start.toString("latin1") !== AGE_HEADER) throw new BackupError(`${file} is not a backup of First Bounce`);
	if (key === null) throw new BackupError(`${file} is encrypted: set BACKUP_KEY`);
	if (isPublicKey(key))
		throw new BackupError("BACKUP_KEY is a public key, which cannot read backups: set the private one");
	const { Decrypter } = await import("age-encryption");
	const decrypter = new Decrypter();
	if (isPrivateKey(key)) decrypter.addIdentity(key);
	else decrypter.addPassphrase(key);
	try {
		const decrypted = await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
		return Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0]);
	} catch {
		bytes.destroy();
		throw new BackupError(`${file} cannot be decrypted: BACKUP_KEY is not the key that it was made with`);
	}
}

/** Whether a name such as `media/users/7/3.webp` is below one of the two folders and cannot lead out of it. */
const isEntryName = (name: string): boolean =>
	/^(tables|media)\//.test(name) &&
	name.split("/").every((part) => part !== "" && part !== "." && part !== "..") &&
	!name.includes("\\") &&
	!name.includes("\0");

/** Its chunks are to be read before the next entry. */
export interface ArchiveEntry {
	readonly name: string;
	readonly size: number;
	readonly chunks: AsyncIterable<Buffer>;
}

/** The entries that are kept in memory as a whole: lists and pictures. The rows of tables are read piece by piece. */
const MAX_LIST_BYTES = 64 << 20;
const MAX_PICTURE_BYTES = 32 << 20;
/** Rows get five to thirty times smaller when compressed; a gzip bomb gets a thousand times smaller. */
const MAX_RATIO = 200;
const MIN_UNPACKED_BYTES = 256 << 20;
const TAR_HEADER_BYTES = 512;

const isTooLarge = (name: string, size: number): boolean =>
	!name.startsWith("tables/") && size > (name.startsWith("media/") ? MAX_PICTURE_BYTES : MAX_LIST_BYTES);
export const readBytes = ({ chunks }: ArchiveEntry): Promise<Buffer> => buffer(chunks);

const createDamageError = (file: string, error: unknown): BackupError =>
	error instanceof BackupError ? error : new BackupError(`${file} is damaged: ${formatReason(error)}`);

/**
 * Reads the entries of a backup in order. Sizes are checked before an entry is read.
 *
 * @throws BackupError if the file is damaged, ends early, or unpacks to far more than a backup of its size does
 */
async function* readEntries(file: string, key: BackupKey): AsyncGenerator<ArchiveEntry> {
	const archive = await openArchive(file, key);
	const maxBytes = Math.max(MIN_UNPACKED_BYTES, (await stat(file)).size * MAX_RATIO);
	let unpackedBytes = 0;
	const readChunks = async function* (entry: AsyncIterable<Buffer>) {
		try {
			yield* entry;
		} catch (error) {
			throw createDamageError(file, error);
		}
	};
	const entries = extract();
	const reading = pipeline(archive, createGunzip(), entries);
	// An error also ends the iteration below.
	reading.catch(() => undefined);
	try {
		for await (const entry of entries) {
			const { name, size = 0 } = entry.header;
			unpackedBytes += TAR_HEADER_BYTES + size;
			if (unpackedBytes > maxBytes || isTooLarge(name, size))
				throw new BackupError(`${file} is not a backup of First Bounce: it unpacks to too much data at ${name}`);
			yield { name, size, chunks: readChunks(entry as AsyncIterable<Buffer>) };
		}
		await reading;
	} catch (error) {
		throw createDamageError(file, error);
	} finally {
		archive.destroy();
	}
}

const parseJson = <Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> | null => {
	try {
		return schema.safeParse(JSON.parse(bytes.toString())).data ?? null;
	} catch {
		return null;
	}
};

export interface CheckedBackup {
	readonly manifest: BackupManifest;
	readonly contents: BackupContents;
}

/**
 * Reads a whole backup and compares every entry with the size and hash that the backup lists.
 *
 * @throws BackupError if it is damaged, incomplete or not a backup
 */
export async function checkArchive(file: string, key: BackupKey): Promise<CheckedBackup> {
	let manifest: BackupManifest | null = null;
	let contents: BackupContents | null = null;
	const found: BackupContents["entries"] = [];
	for await (const entry of readEntries(file, key)) {
		const isFirst = found.length === 0 && contents === null;
		const list = entry.name === MANIFEST || entry.name === CONTENTS ? await readBytes(entry) : null;
		if (isFirst) {
			manifest = entry.name === MANIFEST && list ? parseJson(manifestSchema, list) : null;
			if (!manifest) throw new BackupError(`${file} is not a backup of First Bounce, or was made by a newer version`);
		}
		if (entry.name === CONTENTS && list) {
			contents = parseJson(contentsSchema, list);
			continue;
		}
		if (entry.name !== MANIFEST && !isEntryName(entry.name))
			throw new BackupError(`${file} has an entry that does not belong in a backup: ${entry.name}`);
		const hash = createHash("sha256");
		for await (const chunk of list ? [list] : entry.chunks) hash.update(chunk);
		found.push({ name: entry.name, size: entry.size, sha256: hash.digest("hex") });
	}
	if (!manifest || !contents) throw new BackupError(`${file} is incomplete: its end is missing`);
	if (JSON.stringify(found) !== JSON.stringify(contents.entries)) {
		const listedEntries = contents.entries;
		const index = found.findIndex(
			(entry, position) => JSON.stringify(entry) !== JSON.stringify(listedEntries[position]),
		);
		throw new BackupError(`${file} is damaged at ${found[index]?.name ?? "its end"}`);
	}
	return { manifest, contents };
}

/** Reads rows and pictures of a backup that `checkArchive` has checked: `tables/…` first, then `media/…`. */
export async function* readBackup(file: string, key: BackupKey): AsyncGenerator<ArchiveEntry> {
	for await (const entry of readEntries(file, key)) {
		if (entry.name === MANIFEST || entry.name === CONTENTS) await readBytes(entry);
		else yield entry;
	}
}
