import type { Language } from "@first-bounce/contract/languages";
import sharp from "sharp";
import { refuse } from "../../../plugins/refusal.ts";
import { createTaskThread } from "../../jobs/task-thread.ts";
import type { SharedContent, ShareServices } from "./find-shared.ts";
import type { PictureResult, PictureTask } from "./picture-worker.ts";
import type { PictureFormat } from "./render-png.ts";

/** Cached pictures, about 30 KB each. */
const MAX_CACHED = 200;
/** Requests beyond this get 503. */
const MAX_WAITING = 10;
/** Includes the start of the worker. */
const DRAWING_TIMEOUT_MS = 30_000;

export interface Pictures {
	/** Draws a picture in a worker thread, once for concurrent requests. Refuses with 503 if too many are waiting. */
	readonly get: (shared: SharedContent, language: Language, format?: PictureFormat) => Promise<Buffer>;
	readonly close: () => Promise<void>;
}

/** Draws one picture after another in a worker thread. */
function createWorkerQueue(workerFile: URL) {
	const thread = createTaskThread<PictureTask, PictureResult>(workerFile, DRAWING_TIMEOUT_MS);
	let lastDrawing: Promise<unknown> = Promise.resolve();
	return {
		draw: async (task: PictureTask): Promise<Buffer> => {
			const drawing = lastDrawing.then(() => thread.run(task));
			lastDrawing = drawing.catch(() => undefined);
			const result = await drawing;
			if ("png" in result) return Buffer.from(result.png);
			throw new Error(`Could not draw a share picture: ${result.problem}`);
		},
		close: thread.close,
	};
}

export function createPictures(
	{ media }: Pick<ShareServices, "media">,
	workerFile = new URL("./picture-worker.ts", import.meta.url),
): Pictures {
	const cached = new Map<string, Promise<Buffer>>();
	const workerQueue = createWorkerQueue(workerFile);
	let waitingCount = 0;

	const loadAvatar = async (shared: SharedContent): Promise<string | null> => {
		const bytes =
			(shared.kind === "league" || shared.kind === "history") && shared.avatar
				? await media.read(shared.avatar.key)
				: null;
		if (!bytes) return null;
		const png = await sharp(bytes).resize(300, 300).png().toBuffer();
		return `data:image/png;base64,${png.toString("base64")}`;
	};
	const drawPicture = async (shared: SharedContent, language: Language, format: PictureFormat): Promise<Buffer> => {
		waitingCount++;
		try {
			return await workerQueue.draw({ shared, avatar: await loadAvatar(shared), language, format });
		} finally {
			waitingCount--;
		}
	};

	return {
		get: async (shared, language, format = "link") => {
			const key = JSON.stringify([language, format, shared]);
			const existing = cached.get(key);
			if (existing) {
				// Moves it to the end, so that the picture requested longest ago is removed first.
				cached.delete(key);
				cached.set(key, existing);
				return existing;
			}
			if (waitingCount >= MAX_WAITING) throw refuse(503, "busy");
			const picture = drawPicture(shared, language, format);
			cached.set(key, picture);
			picture.catch(() => cached.delete(key));
			const oldest = cached.size > MAX_CACHED ? cached.keys().next().value : undefined;
			if (oldest !== undefined) cached.delete(oldest);
			return picture;
		},
		close: workerQueue.close,
	};
}
