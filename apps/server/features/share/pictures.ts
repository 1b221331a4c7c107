import type { Language } from "@first-bounce/contract/languages";
import sharp from "sharp";
import type { Shared, ShareServices } from "./find-shared.ts";
import { pictureOf } from "./picture.ts";

/** Pictures kept ready; each has some 30 KB. */
const KEPT = 200;
/** So many may wait to be drawn; more are told to come back. */
const MOST_WAITING = 20;

/** Drawing is all work and no waiting: one at a time, and none twice. */
export interface Pictures {
	/** Null when too many wait. */
	readonly of: (shared: Shared, language: Language) => Promise<Buffer | null>;
}

export function createPictures({ media }: Pick<ShareServices, "media">): Pictures {
	const kept = new Map<string, Promise<Buffer>>();
	let queue: Promise<unknown> = Promise.resolve();
	let waiting = 0;

	const avatarOf = async (shared: Shared): Promise<string | null> => {
		const bytes = shared.kind === "league" && shared.avatar ? await media.read(shared.avatar.key) : null;
		if (!bytes) return null;
		const png = await sharp(bytes).resize(300, 300).png().toBuffer();
		return `data:image/png;base64,${png.toString("base64")}`;
	};
	const drawn = async (shared: Shared, language: Language): Promise<Buffer> =>
		pictureOf(shared, await avatarOf(shared), language);

	return {
		of: async (shared, language) => {
			const key = JSON.stringify([language, shared]);
			const ready = kept.get(key);
			if (ready) {
				kept.delete(key);
				kept.set(key, ready);
				return ready;
			}
			if (waiting >= MOST_WAITING) return null;
			waiting++;
			const next = queue.then(() => drawn(shared, language)).finally(() => waiting--);
			queue = next.catch(() => undefined);
			kept.set(key, next);
			next.catch(() => kept.delete(key));
			const oldest = kept.size > KEPT ? kept.keys().next().value : undefined;
			if (oldest !== undefined) kept.delete(oldest);
			return next;
		},
	};
}
