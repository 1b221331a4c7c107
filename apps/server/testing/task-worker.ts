import os from "node:os";
import { serveTasks } from "../features/jobs/serve-tasks.ts";

// A worker that a test can make exit, throw or hang.
serveTasks((task: "answer" | "exit" | "throw" | "hang" | "priority") => {
	if (task === "exit") process.exit(1);
	if (task === "throw") throw new Error("The worker failed");
	if (task === "hang") return new Promise<string>(() => undefined);
	return task === "priority" ? String(os.getPriority()) : "answered";
});
