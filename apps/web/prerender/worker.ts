import { parentPort, workerData } from "node:worker_threads";
import type { PrerenderTask } from "@first-bounce/contract/site/prerender";

// A thread of its own for each language: what a page speaks, and whose it is, is settled once at its first import.
const task = workerData as PrerenderTask;
Object.defineProperty(globalThis, "navigator", { value: { languages: [task.language], onLine: true } });
globalThis.prerenderedSite = task.site;

const { renderPages } = await import("./render.tsx");
parentPort?.postMessage(await renderPages(task));
