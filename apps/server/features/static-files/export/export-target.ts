import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createFolder } from "../../../db/embedded/create-folder.ts";
import { type Bucket, parseBucketUrl } from "../../media/bucket.ts";
import { createBucketDisk } from "../../media/media-store.ts";

/** Where static files are exported to. */
export interface ExportTarget {
	/** For display and the database; a bucket's name has no credentials. */
	readonly name: string;
	/** An absolute path, or a bucket. */
	readonly location: string | Bucket;
}

interface FileHeaders {
	readonly contentType: string;
	readonly cacheControl: string;
	readonly contentLength: number;
	readonly contentEncoding?: string;
}

/** Writes a file atomically: readers get either the old or the new content. */
export type PutFile = (key: string, bytes: Buffer, headers: FileHeaders) => Promise<void>;

/** Parses a folder, or a bucket as `s3s://KEY:SECRET@host/bucket?region=…`; null for any other URL. */
export function parseExportTarget(text: string): ExportTarget | null {
	// A URL begins with a scheme of at least two characters. Anything else is a path.
	if (!/^[a-z][a-z\d+.-]+:/i.test(text)) return { name: path.resolve(text), location: path.resolve(text) };
	const bucketUrl = parseBucketUrl(text);
	return (
		bucketUrl && {
			name: `${text.slice(0, text.indexOf(":"))}://${new URL(text).host}/${bucketUrl.name}`,
			location: bucketUrl,
		}
	);
}

const createFolderPut =
	(folder: string): PutFile =>
	async (key, bytes) => {
		const file = path.join(folder, key);
		const draft = `${file}.draft`;
		await createFolder(path.dirname(file));
		try {
			await writeFile(draft, bytes);
			await rename(draft, file);
		} catch (error) {
			await rm(draft, { force: true });
			throw error;
		}
	};

export async function createPutFile({ location }: ExportTarget): Promise<PutFile> {
	if (typeof location === "string") return createFolderPut(location);
	const disk = await createBucketDisk(location);
	return (key, bytes, headers) => disk.put(key, bytes, headers);
}
