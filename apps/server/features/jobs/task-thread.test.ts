import os from "node:os";
import { afterEach, expect, test } from "vitest";
import { refuse } from "../../plugins/refusal.ts";
import { createTaskThread, type TaskThread } from "./task-thread.ts";

const FILE = new URL("../../../../testing/server/task-worker.ts", import.meta.url);
let thread: TaskThread<string, string>;
afterEach(() => thread.close());

test.each(["exit", "throw"])(
	"a thread that dies (%s) fails its task with 503 and Retry-After, and the next task gets a new thread",
	async (end) => {
		thread = createTaskThread(FILE, 60_000, () => refuse(503, "autopick-busy", { seconds: 2 }));
		expect(await thread.run("answer")).toBe("answered");
		await expect(thread.run(end)).rejects.toMatchObject({ status: 503, reasons: [{ data: { seconds: 2 } }] });
		expect(await thread.run("answer")).toBe("answered");
	},
);

test("a thread that does not finish in time is terminated and replaced", async () => {
	thread = createTaskThread(FILE, 2_000);
	await expect(thread.run("hang")).rejects.toMatchObject({ status: 503 });
	expect(await thread.run("answer")).toBe("answered");
});

test("an aborted task ends early, and its thread does the next", async () => {
	thread = createTaskThread(FILE, 60_000);
	const disconnected = new AbortController();
	const running = thread.run("work", disconnected.signal);
	disconnected.abort();
	expect(await running).toBe("aborted");
	expect(await thread.run("answer", disconnected.signal)).toBe("answered");
});

// On other systems the priority is that of the process, not of the thread.
if (process.platform === "linux") {
	test("a thread has a lower priority than the one that answers requests", async () => {
		thread = createTaskThread(FILE, 60_000);
		const before = os.getPriority();
		expect(Number(await thread.run("priority"))).toBeGreaterThan(before);
		expect(os.getPriority()).toBe(before);
	});
}
