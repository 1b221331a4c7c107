import { ApiFailure } from "@first-bounce/contract/client";
import { expect, test } from "vitest";
import { uploadPhotos } from "./upload-photos.ts";

const IDS = [1, 2, 3, 4, 5, 6, 7, 8];
const MATCHED = IDS.map((id) => ({
	file: `${id}.png`,
	playerId: id,
	name: `Player${id}`,
	squadId: 11,
	replaces: false,
}));
const ENTRIES = IDS.map((id) => ({ path: `${id}.png`, bytes: 1, read: async () => new Uint8Array([id]) }));

test("after a failure the upload ends once running photos arrived", async () => {
	const sent: number[] = [];
	const progress: number[] = [];
	const others = Promise.withResolvers<void>();
	let hasEnded = false;
	const upload = uploadPhotos(MATCHED, ENTRIES, {
		send: async (playerId) => {
			sent.push(playerId);
			if (playerId === 1) throw new ApiFailure(500, []);
			await others.promise;
			return { state: "stored" };
		},
		onProgress: (done) => progress.push(done),
	});
	const ended = upload.catch((error: unknown) => {
		hasEnded = true;
		return error;
	});
	await new Promise((resolve) => setImmediate(resolve));
	expect(hasEnded).toBe(false);
	others.resolve();
	expect(await ended).toBeInstanceOf(ApiFailure);
	expect(sent).toEqual([1, 2, 3]);
	expect(progress).toEqual([1, 2]);
	await new Promise((resolve) => setImmediate(resolve));
	expect(sent).toEqual([1, 2, 3]);
});

test("a photo that cannot be read any more is left out", async () => {
	const read = () => Promise.reject(new DOMException("gone", "NotReadableError"));
	const entries = ENTRIES.map((entry) => (entry.path === "2.png" ? { ...entry, read } : entry));
	const send = async () => ({ state: "stored" as const });
	const result = await uploadPhotos(MATCHED, entries, { send, onProgress: () => undefined });
	expect(result).toEqual({ stored: 7, failed: [{ file: "2.png", error: null }] });
});

test("a refused photo is left out, and the others uploaded", async () => {
	const result = await uploadPhotos(MATCHED, ENTRIES, {
		send: async (playerId) => {
			if (playerId === 2) throw new ApiFailure(422, [{ code: "bad-picture", message: "Not a picture" }]);
			return { state: playerId === 3 ? "unchanged" : "stored" };
		},
		onProgress: () => undefined,
	});
	expect(result).toMatchObject({ stored: 6, failed: [{ file: "2.png", error: { message: "Not a picture" } }] });
});
