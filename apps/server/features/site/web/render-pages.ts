import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { PrerenderedPage, PrerenderTask } from "@first-bounce/contract/site/prerender";

/** The prerendered pages of a language, with hashes of the data they were rendered from. */
export interface RenderedPages {
	readonly site: string;
	readonly help: string;
	readonly pages: readonly PrerenderedPage[];
}

const sortKeys = (_: string, value: unknown): unknown =>
	typeof value === "object" && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
		: value;

/** Hashes a value by its JSON, whatever the order of its keys. */
export const hashJson = (value: unknown): string =>
	createHash("sha256").update(JSON.stringify(value, sortKeys)).digest("base64url").slice(0, 22);

/** Gets the folder that the prerenderer is built into. */
export const getRendererFolder = (webFolder: string): string => path.join(webFolder, "../prerender/dist");

export const getPagesFile = (rendererFolder: string, { language }: Pick<PrerenderTask, "language">): string =>
	path.join(rendererFolder, `pages-${language}.json`);

/** Loads the pages of the build; null if there are none. */
export function loadBuiltPages(rendererFolder: string, task: Pick<PrerenderTask, "language">): RenderedPages | null {
	const file = getPagesFile(rendererFolder, task);
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

export function renderPages(rendererFolder: string, task: PrerenderTask): Promise<RenderedPages> {
	const worker = new Worker(path.join(rendererFolder, "worker.js"), { workerData: task });
	return new Promise((resolve, reject) => {
		worker.once("message", (pages: readonly PrerenderedPage[]) =>
			resolve({ site: hashJson(task.site), help: hashJson(task.help), pages }),
		);
		worker.once("error", reject);
		worker.once("exit", (code) => reject(new Error(`Prerendering failed: the worker exited with code ${code}`)));
	});
}
