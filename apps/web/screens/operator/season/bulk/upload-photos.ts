import { ApiFailure } from "@first-bounce/contract/client";
import type { PhotoReport } from "@first-bounce/contract/operator/player-imports";
import type { ZipEntry } from "@first-bounce/contract/read-zip";

interface UploadOptions {
	readonly send: (playerId: number, photo: Blob) => Promise<{ readonly state: "stored" | "unchanged" }>;
	readonly onProgress: (done: number) => void;
}

interface UploadResult {
	readonly stored: number;
	/** Files that were left out; the error is null for one that could not be unpacked. */
	readonly failed: readonly { readonly file: string; readonly error: ApiFailure | null }[];
}

const UNPROCESSABLE = 422;
/** Enough to keep the server busy while the next photo is read. */
const CONCURRENT_UPLOADS = 3;

/**
 * Uploads the matched photos. One that is refused as a picture is left out; any other failure ends the upload, and a second
 * one goes on with it.
 */
export async function uploadPhotos(
	matched: PhotoReport["matched"],
	entries: readonly ZipEntry[],
	{ send, onProgress }: UploadOptions,
): Promise<UploadResult> {
	const byPath = new Map(entries.map((entry) => [entry.path, entry]));
	const failed: { file: string; error: ApiFailure | null }[] = [];
	let stored = 0;
	let done = 0;
	const waiting = matched.values();
	const uploadNext = async (): Promise<void> => {
		for (const { file, playerId } of waiting) {
			const bytes = await byPath.get(file)?.read();
			if (!bytes) failed.push({ file, error: null });
			else {
				try {
					if ((await send(playerId, new Blob([bytes]))).state === "stored") stored++;
				} catch (error) {
					if (!(error instanceof ApiFailure) || error.status !== UNPROCESSABLE) throw error;
					failed.push({ file, error });
				}
			}
			onProgress(++done);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, uploadNext));
	return { stored, failed };
}
