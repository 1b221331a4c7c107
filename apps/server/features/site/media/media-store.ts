import path from "node:path";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Bucket } from "./bucket.ts";

/** Where pictures lie: a folder of this machine, or a bucket that speaks S3. */
export interface MediaSettings {
	readonly dataDir: string;
	/** Null: `media` in `dataDir`. */
	readonly bucket: Bucket | null;
}

const FOLDERS = { user: "users", league: "leagues" } as const;

/** The key of a picture: its owner's id, and a version that is new for every picture. */
export const getPictureKey = (of: keyof typeof FOLDERS, id: number, version: number): string =>
	`${FOLDERS[of]}/${id}/${version}.webp`;

/** The key of a player's photo. Player ids are unique within a season only. */
export const getPlayerPhotoKey = (seasonId: number, playerId: number, version: number): string =>
	`players/${seasonId}/${playerId}/${version}.webp`;

/** Where a picture is served; null for version 0, which is none. */
export const getMediaPath = (of: keyof typeof FOLDERS, id: number, version: number): string | null =>
	version > 0 ? `/media/${getPictureKey(of, id, version)}` : null;

/** Pictures by key, such as users/7/3.webp. */
export interface MediaStore {
	readonly put: (key: string, bytes: Buffer) => Promise<void>;
	/** Null where there is none. */
	readonly read: (key: string) => Promise<Buffer | null>;
	/** Idempotent. */
	readonly remove: (key: string) => Promise<void>;
}

const createFolderDisk = (dataDir: string) =>
	new Disk(new FSDriver({ location: path.join(dataDir, "media"), visibility: "private" }));

/** The client of S3 weighs more than the rest of the server: loaded only where there is a bucket. */
export async function createBucketDisk({
	name,
	endpoint,
	region,
	accessKeyId,
	secretAccessKey,
}: Bucket): Promise<Disk> {
	const { S3Driver } = await import("flydrive/drivers/s3");
	const driver = new S3Driver({
		bucket: name,
		endpoint,
		region,
		credentials: { accessKeyId, secretAccessKey },
		forcePathStyle: true,
		supportsACL: false,
		visibility: "private",
	});
	return new Disk(driver);
}

const isMissing = (error: unknown): boolean =>
	error instanceof errors.E_CANNOT_READ_FILE &&
	/ENOENT|NoSuchKey|NotFound/.test(`${String((error.cause as { code?: string })?.code)} ${String(error.cause)}`);

export async function createMediaStore({ bucket, dataDir }: MediaSettings): Promise<MediaStore> {
	const disk = bucket ? await createBucketDisk(bucket) : createFolderDisk(dataDir);
	return {
		put: async (key, bytes) => {
			try {
				await disk.put(key, bytes, { contentType: "image/webp", contentLength: bytes.length });
			} catch (error) {
				// Otherwise a partial file would stay on the disk for good.
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
		remove: (key) => disk.delete(key),
	};
}
