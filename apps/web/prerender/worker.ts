import { parentPort, workerData } from "node:worker_threads";
import type { PrerenderTask } from "@first-bounce/contract/site/prerender";

// Each language has its own thread, because modules read the language and the site once at import.
const task = workerData as PrerenderTask;
Object.defineProperty(globalThis, "navigator", { value: { languages: [task.language], onLine: true } });
globalThis.prerenderedSite = task.site;

const { renderPages } = await import("./render.tsx");
parentPort?.postMessage(await renderPages(task));
