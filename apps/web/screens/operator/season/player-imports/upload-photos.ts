import { ApiFailure } from "@first-bounce/contract/client";
import type { PhotoReport } from "@first-bounce/contract/operator/player-imports";
import type { ZipEntry } from "@first-bounce/contract/read-zip";

interface UploadOptions {
	readonly send: (playerId: number, photo: Blob) => Promise<{ readonly state: "stored" | "unchanged" }>;
	readonly onProgress: (done: number) => void;
}

interface UploadResult {
	readonly stored: number;
	/** Files that were left out; the error is null for a file that could not be unpacked or read. */
	readonly failed: readonly { readonly file: string; readonly error: ApiFailure | null }[];
}

/** Finds the photos that this browser can unpack and decode. */
export async function findReadablePhotos(
	matched: PhotoReport["matched"],
	entries: readonly ZipEntry[],
): Promise<ReadonlySet<string>> {
	const byPath = new Map(entries.map((entry) => [entry.path, entry]));
	const readable = new Set<string>();
	for (const { file } of matched) {
		try {
			const bytes = await byPath.get(file)?.read();
			if (!bytes) continue;
			(await createImageBitmap(new Blob([bytes]))).close();
			readable.add(file);
		} catch {
			// Left out of the set: the file is no picture, is broken, or has been moved since it was chosen.
		}
	}
	return readable;
}

const UNPROCESSABLE = 422;
/** With this many uploads the server is busy while the next photo is read. */
const CONCURRENT_UPLOADS = 3;

/**
 * Uploads the matched photos. One that is refused as a picture is left out. Any other failure ends the upload; uploading
 * again continues the same import.
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
	const upload = async ({ file, playerId }: PhotoReport["matched"][number]): Promise<void> => {
		const bytes = await byPath
			.get(file)
			?.read()
			.catch(() => null);
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
	};
	const waiting = matched.values();
	const failures: unknown[] = [];
	const uploadNext = async (): Promise<void> => {
		for (const photo of waiting) {
			if (failures.length > 0) return;
			await upload(photo).catch((error: unknown) => failures.push(error));
		}
	};
	// Waits for the photos that are being sent even after a failure, so that another upload does not send them at the
	// same time.
	await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, uploadNext));
	if (failures.length > 0) throw failures[0];
	return { stored, failed };
}
