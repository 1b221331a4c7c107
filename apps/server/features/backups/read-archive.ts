import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import type { z } from "zod";
import { formatReason } from "../../db/connect.ts";
import { formatFileError } from "../../i18n/file-errors.ts";
import {
	type BackupContents,
	BackupError,
	type BackupKey,
	BackupKeyError,
	type BackupManifest,
	CONTENTS,
	contentsSchema,
	isPrivateKey,
	isPublicKey,
	MANIFEST,
	manifestSchema,
} from "./backup-archive.ts";
import { createPassphraseIdentity } from "./passphrase.ts";

const AGE_HEADER = Buffer.from("age-encryption.org/v1");
const GZIP_HEADER = Buffer.from([0x1f, 0x8b]);

/** Reads as many bytes from the start of a file as the longer header has. */
async function readStart(file: string): Promise<Buffer> {
	const start = Buffer.alloc(AGE_HEADER.length);
	const handle = await open(file);
	await handle.read(start, 0, start.length, 0).finally(() => handle.close());
	return start;
}

/** Whether a file is encrypted with age. */
export const isEncrypted = async (file: string): Promise<boolean> => AGE_HEADER.equals(await readStart(file));

/** Opens a backup's file for reading its tar entries, decrypted and uncompressed. */
async function openArchive(file: string, key: BackupKey): Promise<Readable> {
	const start = await readStart(file).catch((error: unknown) => {
		throw new BackupError(`${file} cannot be read: ${formatFileError(error)}`);
	});
	const bytes = createReadStream(file);
	if (start.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER)) return bytes;
	if (!AGE_HEADER.equals(start)) throw new BackupError(`${file} is not a backup of First Bounce`);
	if (key === null) throw new BackupKeyError(`${file} is encrypted: set BACKUP_KEY`, "missing");
	if (isPublicKey(key))
		throw new BackupKeyError("BACKUP_KEY is a public key, which cannot read backups: set the private one", "missing");
	const { Decrypter } = await import("age-encryption");
	const decrypter = new Decrypter();
	try {
		// Throws too, if a private key was cut off.
		decrypter.addIdentity(isPrivateKey(key) ? key : createPassphraseIdentity(key));
		const decrypted = await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
		return Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0]);
	} catch {
		bytes.destroy();
		throw new BackupKeyError(`${file} cannot be decrypted: BACKUP_KEY is not the key that it was made with`, "wrong");
	}
}

/** Whether a name such as `media/users/7/3.webp` is below one of the two folders and cannot lead out of it. */
const isEntryName = (name: string): boolean =>
	/^(tables|media)\//.test(name) &&
	name.split("/").every((part) => part !== "" && part !== "." && part !== "..") &&
	!name.includes("\\") &&
	!name.includes("\0");

/** An entry of a backup. All its chunks must be read before the next entry. */
export interface ArchiveEntry {
	readonly name: string;
	readonly size: number;
	readonly chunks: AsyncIterable<Buffer>;
}

const MEBIBYTE = 1024 ** 2;
/** For manifest.json and contents.json. They and each picture are read into memory as a whole, unlike the rows of tables. */
const MAX_JSON_BYTES = 64 * MEBIBYTE;
const MAX_PICTURE_BYTES = 32 * MEBIBYTE;
/** Rows get five to thirty times smaller when compressed; a gzip bomb gets a thousand times smaller. */
const MAX_RATIO = 200;
/** What a backup may unpack to, however small it is. */
const MIN_UNPACKED_LIMIT = 256 * MEBIBYTE;
const TAR_HEADER_BYTES = 512;

const isTooLarge = (name: string, size: number): boolean =>
	!name.startsWith("tables/") && size > (name.startsWith("media/") ? MAX_PICTURE_BYTES : MAX_JSON_BYTES);

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
	const maxBytes = Math.max(MIN_UNPACKED_LIMIT, (await stat(file)).size * MAX_RATIO);
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
export async function checkArchive(
	file: string,
	key: BackupKey,
	onProgress: (bytes: number) => void = () => undefined,
): Promise<CheckedBackup> {
	let bytes = 0;
	let manifest: BackupManifest | null = null;
	let contents: BackupContents | null = null;
	const found: BackupContents["entries"] = [];
	for await (const entry of readEntries(file, key)) {
		const isFirst = found.length === 0 && contents === null;
		const json = entry.name === MANIFEST || entry.name === CONTENTS ? await readBytes(entry) : null;
		if (isFirst) {
			manifest = entry.name === MANIFEST && json ? parseJson(manifestSchema, json) : null;
			if (!manifest) throw new BackupError(`${file} is not a backup of First Bounce, or was made by a newer version`);
		}
		if (entry.name === CONTENTS && json) {
			contents = parseJson(contentsSchema, json);
			continue;
		}
		if (entry.name !== MANIFEST && !isEntryName(entry.name))
			throw new BackupError(`${file} has an entry that does not belong in a backup: ${entry.name}`);
		const hash = createHash("sha256");
		for await (const chunk of json ? [json] : entry.chunks) hash.update(chunk);
		bytes += entry.size;
		onProgress(bytes);
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

/**
 * Reads rows and pictures of a backup that `checkArchive` has checked: `tables/…` first, then `media/…`. `onRead` gets the size
 * of each entry once it is read.
 */
export async function* readBackup(
	file: string,
	key: BackupKey,
	onRead: (bytes: number) => void,
): AsyncGenerator<ArchiveEntry> {
	for await (const entry of readEntries(file, key)) {
		if (entry.name === MANIFEST || entry.name === CONTENTS) {
			await readBytes(entry);
			continue;
		}
		yield entry;
		onRead(entry.size);
	}
}
