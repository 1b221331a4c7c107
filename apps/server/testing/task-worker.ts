import { parentPort } from "node:worker_threads";

// A worker that a test can make exit, throw or hang.
parentPort?.on("message", (task: "answer" | "exit" | "throw" | "hang") => {
	if (task === "exit") process.exit(1);
	if (task === "throw") throw new Error("The worker failed");
	if (task === "answer") parentPort?.postMessage("answered");
});
