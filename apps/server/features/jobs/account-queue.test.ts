import { expect, test } from "vitest";
import { createAccountQueue } from "./account-queue.ts";

const REFUSALS = { running: "autopick-running", busy: "autopick-busy" } as const;

const createSignal = () => new AbortController().signal;

/** Creates a task that ends when the test calls `finish`. */
function createTask() {
	const { promise, resolve } = Promise.withResolvers<string>();
	let isStarted = false;
	const runTask = () => {
		isStarted = true;
		return promise;
	};
	return { work: runTask, finish: resolve, isStarted: () => isStarted };
}

test("an account has at most one task at a time", async () => {
	const enqueue = createAccountQueue(5, REFUSALS);
	const slow = createTask();
	const first = enqueue({ userId: 1, signal: createSignal() }, slow.work);
	await expect(enqueue({ userId: 1, signal: createSignal() }, slow.work)).rejects.toMatchObject({
		status: 429,
		reasons: [{ code: "autopick-running", data: { seconds: 2 } }],
	});
	slow.finish("done");
	expect(await first).toBe("done");
	expect(await enqueue({ userId: 1, signal: createSignal() }, async () => "again")).toBe("again");
});

test("tasks run in order of arrival, and a full queue refuses", async () => {
	const enqueue = createAccountQueue(2, REFUSALS);
	const tasks = [createTask(), createTask(), createTask()];
	const answers = tasks.map(({ work }, index) => enqueue({ userId: index, signal: createSignal() }, work));
	await expect(enqueue({ userId: 9, signal: createSignal() }, async () => "late")).rejects.toMatchObject({
		status: 503,
		reasons: [{ code: "autopick-busy", data: { seconds: 10 } }],
	});
	const listStarted = () => tasks.map(({ isStarted }) => isStarted());
	expect(listStarted()).toEqual([true, false, false]);
	tasks[0]?.finish("one");
	await answers[0];
	await Promise.resolve();
	expect(listStarted()).toEqual([true, true, false]);
	tasks[1]?.finish("two");
	tasks[2]?.finish("three");
	expect(await Promise.all(answers)).toEqual(["one", "two", "three"]);
});

test("a client that disconnects leaves the queue", async () => {
	const enqueue = createAccountQueue(1, REFUSALS);
	const slow = createTask();
	const running = enqueue({ userId: 1, signal: createSignal() }, slow.work);
	const disconnected = new AbortController();
	const waiting = createTask();
	const abandoned = enqueue({ userId: 2, signal: disconnected.signal }, waiting.work);
	disconnected.abort();
	await expect(abandoned).rejects.toMatchObject({ status: 400 });
	const again = enqueue({ userId: 2, signal: createSignal() }, async () => "mine");
	slow.finish("done");
	expect([await running, await again, waiting.isStarted()]).toEqual(["done", "mine", false]);
});

test("a task that fails is followed by the next one", async () => {
	const enqueue = createAccountQueue(1, REFUSALS);
	const failing = enqueue({ userId: 1, signal: createSignal() }, () => Promise.reject(new Error("broken")));
	const next = enqueue({ userId: 2, signal: createSignal() }, async () => "fine");
	await expect(failing).rejects.toThrow("broken");
	expect(await next).toBe("fine");
});

test("an aborted and repeated request goes to the queue's end", async () => {
	const enqueue = createAccountQueue(5, REFUSALS);
	const order: string[] = [];
	const running = createTask();
	const first = enqueue({ userId: 1, signal: createSignal() }, running.work);
	const disconnected = new AbortController();
	const abandoned = enqueue({ userId: 2, signal: disconnected.signal }, async () => order.push("abandoned"));
	const others = [3, 4].map((userId) =>
		enqueue({ userId, signal: createSignal() }, async () => order.push(`account ${userId}`)),
	);
	disconnected.abort();
	await expect(abandoned).rejects.toMatchObject({ status: 400 });
	const again = enqueue({ userId: 2, signal: createSignal() }, async () => order.push("account 2"));
	running.finish("done");
	await Promise.all([first, ...others, again]);
	expect(order).toEqual(["account 3", "account 4", "account 2"]);
});
