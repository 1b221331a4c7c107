import { parentPort } from "node:worker_threads";
import type { Language } from "@first-bounce/contract/languages";
import type { Shared } from "./find-shared.ts";
import { pictureOf } from "./picture.ts";

export interface PictureTask {
	readonly id: number;
	readonly shared: Shared;
	/** A data address. */
	readonly avatar: string | null;
	readonly language: Language;
}

export type PictureResult =
	| { readonly id: number; readonly png: Uint8Array }
	| { readonly id: number; readonly problem: string };

async function drawPicture({ id, shared, avatar, language }: PictureTask): Promise<PictureResult> {
	try {
		return { id, png: await pictureOf(shared, avatar, language) };
	} catch (error) {
		return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

// One picture after another: whoever asks in the meantime waits in the port's queue.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (task: PictureTask) => {
	last = last.then(async () => parentPort?.postMessage(await drawPicture(task)));
});
