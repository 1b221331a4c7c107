import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { PrerenderedPage, PrerenderTask } from "@first-bounce/contract/site/prerender";

/** A language's pages, and hashes of what went into them. */
export interface RenderedPages {
	readonly site: string;
	readonly help: string;
	readonly pages: readonly PrerenderedPage[];
}

/** Of JSON: what says the same has the same. */
export const hashJson = (value: unknown): string =>
	createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

/** The folder that a web folder's page maker is built into. */
export const getRendererFolder = (webFolder: string): string => path.join(webFolder, "../prerender/dist");

/** The file of a language's pages from the build. */
export const getPagesFile = (maker: string, { language }: Pick<PrerenderTask, "language">): string =>
	path.join(maker, `pages-${language}.json`);

/** The pages from the build; null if there are none. */
export function loadBuiltPages(maker: string, task: Pick<PrerenderTask, "language">): RenderedPages | null {
	const file = getPagesFile(maker, task);
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Has the web draw its pages, in a thread that ends with them. */
export function renderPages(maker: string, task: PrerenderTask): Promise<RenderedPages> {
	const worker = new Worker(path.join(maker, "worker.js"), { workerData: task });
	return new Promise((resolve, reject) => {
		worker.once("message", (pages: readonly PrerenderedPage[]) =>
			resolve({ site: hashJson(task.site), help: hashJson(task.help), pages }),
		);
		worker.once("error", reject);
		worker.once("exit", (code) => reject(new Error(`The pages were not made: their thread ended with ${code}`)));
	});
}
