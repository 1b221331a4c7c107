import { parentPort } from "node:worker_threads";
import type { TaskMessage } from "../../apps/server/features/jobs/task-thread.ts";
import type { PictureTask } from "../../apps/server/features/site/share/picture-worker.ts";

// A picture worker that exits without an error for a French picture.
parentPort?.on("message", ({ task: { language } }: TaskMessage<PictureTask>) => {
	if (language === "fr") process.exit(0);
	parentPort?.postMessage({ png: Buffer.from("drawn") });
});
