import type { Language } from "@first-bounce/contract/languages";
import { serveTasks } from "../../jobs/serve-tasks.ts";
import { buildPicture } from "./build-picture.ts";
import type { SharedContent } from "./find-shared.ts";
import type { PictureFormat } from "./render-png.ts";

export interface PictureTask {
	readonly shared: SharedContent;
	/** A data URL. */
	readonly avatar: string | null;
	readonly language: Language;
	readonly format: PictureFormat;
}

export type PictureResult = { readonly png: Uint8Array } | { readonly problem: string };

async function drawPicture({ shared, avatar, language, format }: PictureTask): Promise<PictureResult> {
	try {
		return { png: await buildPicture(shared, avatar, language, format) };
	} catch (error) {
		return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

serveTasks(drawPicture);
