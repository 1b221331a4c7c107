import { afterAll, expect, test } from "vitest";
import { createPictures } from "./pictures.ts";

const WORKER = new URL("../../../../../testing/server/picture-worker.ts", import.meta.url);
const pictures = createPictures({ media: { read: async () => null } }, WORKER);
afterAll(() => pictures.close());

const buildLeague = (name: string) =>
	({ kind: "league", name, code: name, colour: "navy", avatar: null, open: null }) as const;

test("a picture worker's silent exit costs one picture with 503", async () => {
	const failing = Array.from({ length: 10 }, (_, n) => pictures.get(buildLeague(`League ${n}`), "fr"));
	const outcomes = await Promise.allSettled(failing);
	expect(outcomes).toHaveLength(10);
	for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "rejected", reason: { status: 503 } });
	expect(String(await pictures.get(buildLeague("League 11"), "en"))).toBe("drawn");
});
