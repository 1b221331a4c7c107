import os from "node:os";
import { parentPort } from "node:worker_threads";
import type { TaskMessage } from "./task-thread.ts";

/**
 * Runs tasks from `createTaskThread` in this worker thread, at a lower priority than the main thread, so that sign-ins and
 * saves before a lock do not wait for autofills.
 *
 * @param run receives the task, and a function that returns whether it has been aborted
 */
export function serveTasks<Task, Answer>(
	run: (task: Task, isAborted: () => boolean) => Answer | Promise<Answer>,
): void {
	// On Linux this changes the calling thread only, elsewhere the whole process.
	if (process.platform === "linux") os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
	parentPort?.on("message", async ({ task, aborted }: TaskMessage<Task>) =>
		parentPort?.postMessage(await run(task, () => Atomics.load(aborted, 0) === 1)),
	);
}
