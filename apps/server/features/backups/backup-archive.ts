import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sum } from "@first-bounce/rules/numbers";
import { pack } from "tar-stream";
import { z } from "zod";
import { StartupError } from "../../startup-error.ts";
import { createPassphraseRecipient } from "./passphrase.ts";

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
export const MANIFEST = "manifest.json";
export const CONTENTS = "contents.json";

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

export const manifestSchema = z.object({
	format: z.literal(BACKUP_FORMAT),
	/** The version of First Bounce that made the backup. */
	version: z.string(),
	createdAt: z.iso.datetime(),
	/** The applied migrations in order, with the SHA-256 of their files. */
	migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
	tables: z.array(tableSchema),
	sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});

export const contentsSchema = z.object({
	entries: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
	rows: z.record(z.string(), z.number()),
	pictures: z.number(),
});

export type BackupTable = z.output<typeof tableSchema>;
export type BackupManifest = z.output<typeof manifestSchema>;
export type BackupContents = z.output<typeof contentsSchema>;

export const countBackupRows = ({ rows }: Pick<BackupContents, "rows">): number => sum(Object.values(rows));

/** Thrown if a file cannot be used as a backup, with the reason in a sentence for the operator. */
export class BackupError extends StartupError {}

/** Thrown if a backup is encrypted and the key is missing or not the one that it was made with. */
export class BackupKeyError extends BackupError {
	readonly problem: "missing" | "wrong";

	constructor(message: string, problem: "missing" | "wrong") {
		super(message);
		this.problem = problem;
	}
}

/**
 * The value of BACKUP_KEY: a passphrase, or the public (`age1…`) or private key of an age key pair. A public key can only
 * make backups; a private one reads them, and makes them with its public half. Null: backups are not encrypted.
 */
export type BackupKey = string | null;

export const isPublicKey = (key: string): boolean => key.startsWith("age1");
export const isPrivateKey = (key: string): boolean => key.startsWith("AGE-SECRET-KEY-");
const MIN_PASSPHRASE_LENGTH = 16;

/** Whether a text can be the key of backups. */
export const isBackupKey = (key: string): boolean =>
	isPublicKey(key) || isPrivateKey(key) || key.length >= MIN_PASSPHRASE_LENGTH;

async function encrypt(archive: Readable, key: string): Promise<Readable> {
	// Loaded only if there is a key.
	const { Encrypter, identityToRecipient } = await import("age-encryption");
	const encrypter = new Encrypter();
	try {
		if (isPublicKey(key)) encrypter.addRecipient(key);
		else if (isPrivateKey(key)) encrypter.addRecipient(await identityToRecipient(key));
		else encrypter.addRecipient(createPassphraseRecipient(key));
	} catch {
		// Its characters are not those of a key, such as in one that was cut off.
		throw new BackupError("BACKUP_KEY is not a complete key of age: copy it again");
	}
	const encrypted = await encrypter.encrypt(Readable.toWeb(archive) as ReadableStream<Uint8Array>);
	return Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]);
}

/** Adds entries to a backup that is being written. */
export interface ArchiveWriter {
	readonly add: (name: string, bytes: Buffer) => Promise<void>;
}

/**
 * Writes a backup as a stream: the manifest, what `addEntries` adds, and the list of contents. The bytes are produced while the
 * stream is read; `contents` resolves once all have been written to it.
 */
export async function writeArchive(
	manifest: BackupManifest,
	key: BackupKey,
	addEntries: (writer: ArchiveWriter) => Promise<Pick<BackupContents, "rows" | "pictures">>,
) {
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
