import { parentPort } from "node:worker_threads";
import type { PictureTask } from "../features/site/share/picture-worker.ts";

// A picture worker that exits without an error for a French picture.
parentPort?.on("message", ({ language }: PictureTask) => {
	if (language === "fr") process.exit(0);
	parentPort?.postMessage({ png: Buffer.from("drawn") });
});
