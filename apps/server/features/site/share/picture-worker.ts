import type { Language } from "@first-bounce/contract/languages";
import { serveTasks } from "../../jobs/serve-tasks.ts";
import { buildPicture } from "./build-picture.ts";
import type { SharedContent } from "./find-shared.ts";

export interface PictureTask {
	readonly shared: SharedContent;
	/** A data URL. */
	readonly avatar: string | null;
	readonly language: Language;
}

export type PictureResult = { readonly png: Uint8Array } | { readonly problem: string };

async function drawPicture({ shared, avatar, language }: PictureTask): Promise<PictureResult> {
	try {
		return { png: await buildPicture(shared, avatar, language) };
	} catch (error) {
		return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

serveTasks(drawPicture);
