import os from "node:os";
import { serveTasks } from "../../apps/server/features/jobs/serve-tasks.ts";

// A worker that a test can make exit, throw, hang or work until the task is aborted.
serveTasks((task: "answer" | "exit" | "throw" | "hang" | "priority" | "work", isAborted) => {
	if (task === "exit") process.exit(1);
	if (task === "throw") throw new Error("The worker failed");
	if (task === "hang") return new Promise<string>(() => undefined);
	if (task === "work") {
		for (;;) if (isAborted()) return "aborted";
	}
	return task === "priority" ? String(os.getPriority()) : "answered";
});
