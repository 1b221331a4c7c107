import { Worker } from "node:worker_threads";
import type { Language } from "@first-bounce/contract/languages";
import sharp from "sharp";
import { refuse } from "../../plugins/refusal.ts";
import type { Shared, ShareServices } from "./find-shared.ts";
import type { PictureResult, PictureTask } from "./picture-worker.ts";

/** Pictures kept ready; each has some 30 KB. */
const MAX_KEPT = 200;
/** Requests beyond this get 503. */
const MAX_WAITING = 10;

export interface Pictures {
	/** A picture, drawn in a worker thread, once for concurrent requests; refuses with 503 when too many wait. */
	readonly get: (shared: Shared, language: Language) => Promise<Buffer>;
	readonly close: () => Promise<void>;
}

type Drawing = PromiseWithResolvers<Buffer>;

/** The worker thread that draws; started on first use and restarted if it ends. */
function createDrawing() {
	const waiting = new Map<number, Drawing>();
	let worker: Worker | null = null;
	let lastId = 0;

	const failAll = (error: Error) => {
		worker = null;
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	};
	const start = (): Worker => {
		const next = new Worker(new URL("./picture-worker.ts", import.meta.url));
		next.unref();
		next.on("message", (result: PictureResult) => {
			const drawing = waiting.get(result.id);
			waiting.delete(result.id);
			if ("png" in result) drawing?.resolve(Buffer.from(result.png));
			else drawing?.reject(new Error(`A share picture could not be drawn: ${result.problem}`));
		});
		next.on("error", failAll);
		return next;
	};
	return {
		draw: (task: Omit<PictureTask, "id">): Promise<Buffer> => {
			worker ??= start();
			const id = ++lastId;
			const drawing: Drawing = Promise.withResolvers();
			waiting.set(id, drawing);
			worker.postMessage({ ...task, id } satisfies PictureTask);
			return drawing.promise;
		},
		close: async () => {
			const closing = worker;
			failAll(refuse(503, "busy"));
			await closing?.terminate();
		},
	};
}

export function createPictures({ media }: Pick<ShareServices, "media">): Pictures {
	const kept = new Map<string, Promise<Buffer>>();
	const drawing = createDrawing();
	let waiting = 0;

	const avatarOf = async (shared: Shared): Promise<string | null> => {
		const bytes = shared.kind === "league" && shared.avatar ? await media.read(shared.avatar.key) : null;
		if (!bytes) return null;
		const png = await sharp(bytes).resize(300, 300).png().toBuffer();
		return `data:image/png;base64,${png.toString("base64")}`;
	};
	const draw = async (shared: Shared, language: Language): Promise<Buffer> => {
		waiting++;
		try {
			return await drawing.draw({ shared, avatar: await avatarOf(shared), language });
		} finally {
			waiting--;
		}
	};

	return {
		get: async (shared, language) => {
			const key = JSON.stringify([language, shared]);
			const ready = kept.get(key);
			if (ready) {
				kept.delete(key);
				kept.set(key, ready);
				return ready;
			}
			if (waiting >= MAX_WAITING) throw refuse(503, "busy");
			const next = draw(shared, language);
			kept.set(key, next);
			next.catch(() => kept.delete(key));
			const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
			if (oldest !== undefined) kept.delete(oldest);
			return next;
		},
		close: drawing.close,
	};
}
