import path from "node:path";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { StartupError } from "../../startup-error.ts";
import { type Bucket, formatBucketError } from "./bucket.ts";

/** Where pictures are stored: in a folder, or in an S3 bucket. */
export interface MediaSettings {
	readonly dataDir: string;
	/** If null, pictures are stored in `media` in `dataDir`. */
	readonly bucket: Bucket | null;
}

const FOLDERS = { user: "users", league: "leagues" } as const;

/** Gets the key of a picture. Every new picture has a new version. */
export const getPictureKey = (owner: keyof typeof FOLDERS, id: number, version: number): string =>
	`${FOLDERS[owner]}/${id}/${version}.webp`;

/** Gets the key of a player's photo. Player ids are unique only within a season. */
export const getPlayerPhotoKey = (seasonId: number, playerId: number, version: number): string =>
	`players/${seasonId}/${playerId}/${version}.webp`;

/** Gets the key of a club's image. Squad ids are unique only within a season. */
export const getSquadImageKey = (seasonId: number, squadId: number, version: number): string =>
	`squads/${seasonId}/${squadId}/${version}.webp`;

/** Gets the URL path of a picture; null for version 0, which means no picture. */
export const getMediaPath = (owner: keyof typeof FOLDERS, id: number, version: number): string | null =>
	version > 0 ? `/media/${getPictureKey(owner, id, version)}` : null;

/** Stores pictures by key, such as users/7/3.webp. */
export interface MediaStore {
	readonly put: (key: string, bytes: Buffer) => Promise<void>;
	/** Returns null if there is no picture. */
	readonly read: (key: string) => Promise<Buffer | null>;
	/** Idempotent. */
	readonly remove: (key: string) => Promise<void>;
}

export interface ListableMediaStore extends MediaStore {
	readonly listKeys: () => AsyncIterable<string>;
}

const createFolderDisk = (dataDir: string) =>
	new Disk(new FSDriver({ location: path.join(dataDir, "media"), visibility: "private" }));

const BUCKET_CONNECT_TIMEOUT_MS = 5_000;
/** A store may answer only some time after the last byte of a large backup. */
const BUCKET_IDLE_TIMEOUT_MS = 60_000;
/** Shorter, because a user waits for the picture. */
const PICTURE_IDLE_TIMEOUT_MS = 10_000;

const ignore = () => undefined;

/**
 * Opens a bucket. A request fails if nothing is sent or received for `idleTimeoutMs`, and is tried three times unless its
 * body is streamed. The S3 client is large, so it is loaded only if a bucket is configured.
 */
export async function createBucketDisk(
	{ name, endpoint, region, accessKeyId, secretAccessKey }: Bucket,
	idleTimeoutMs = BUCKET_IDLE_TIMEOUT_MS,
): Promise<Disk> {
	const { S3Driver } = await import("flydrive/drivers/s3");
	const driver = new S3Driver({
		bucket: name,
		endpoint,
		region,
		credentials: { accessKeyId, secretAccessKey },
		forcePathStyle: true,
		// The client has no time limit of its own.
		requestHandler: { connectionTimeout: BUCKET_CONNECT_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
		supportsACL: false,
		// Its logger would warn of each streamed upload that it cannot be retried. Callers report the errors.
		logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
		// The default appends a checksum to streamed uploads, which some S3-compatible stores do not support.
		requestChecksumCalculation: "WHEN_REQUIRED",
		visibility: "private",
	});
	return new Disk(driver);
}

const isMissing = (error: unknown): boolean =>
	error instanceof errors.E_CANNOT_READ_FILE &&
	/ENOENT|NoSuchKey|NotFound/.test(`${String((error.cause as { code?: string })?.code)} ${String(error.cause)}`);

async function* listKeys(disk: Disk): AsyncGenerator<string> {
	let page: string | undefined;
	do {
		const options = page === undefined ? {} : { paginationToken: page };
		const { objects, paginationToken } = await disk.listAll("", { recursive: true, ...options }).catch((error) => {
			if (isFolderMissing(error)) return { objects: [], paginationToken: undefined };
			throw new StartupError(`The pictures cannot be listed: ${formatBucketError(error)}`, { cause: error });
		});
		for (const object of objects) if (object.isFile) yield object.key;
		page = paginationToken;
	} while (page !== undefined);
}

/** Whether the folder does not exist yet. It is created with the first picture. */
const isFolderMissing = (error: unknown): boolean =>
	error instanceof Error && /ENOENT/.test(`${error.message} ${String(error.cause)}`);

export async function createMediaStore(
	{ bucket, dataDir }: MediaSettings,
	idleTimeoutMs = PICTURE_IDLE_TIMEOUT_MS,
): Promise<ListableMediaStore> {
	const disk = bucket ? await createBucketDisk(bucket, idleTimeoutMs) : createFolderDisk(dataDir);
	return {
		put: async (key, bytes) => {
			try {
				await disk.put(key, bytes, { contentType: "image/webp", contentLength: bytes.length });
			} catch (error) {
				// A failed write can leave a partial file.
				await disk.delete(key).catch(() => undefined);
				throw error;
			}
		},
		read: async (key) => {
			try {
				return Buffer.from(await disk.getBytes(key));
			} catch (error) {
				if (isMissing(error)) return null;
				throw error;
			}
		},
		listKeys: () => listKeys(disk),
		remove: (key) => disk.delete(key),
	};
}
