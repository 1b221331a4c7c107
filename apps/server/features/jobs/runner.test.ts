import { expect, test } from "vitest";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import { createRunner } from "./runner.ts";

test("steps never overlap, and stopping waits for the running one", async () => {
	let running = 0;
	let maxRunning = 0;
	let steps = 0;
	const runner = createRunner(
		async () => {
			maxRunning = Math.max(maxRunning, ++running);
			await Promise.resolve();
			running--;
			steps++;
		},
		(error) => {
			throw error;
		},
		0,
	);
	runner.start();
	runner.start();
	await Promise.all([runner.step(), runner.step()]);
	await waitFor(() => expect(steps).toBeGreaterThan(5));
	await runner.stop();
	const done = steps;
	expect([maxRunning, running]).toEqual([1, 0]);
	await new Promise((resolve) => setImmediate(resolve));
	expect(steps).toBe(done);
});

test("a failed step is reported, and the next one still runs", async () => {
	const errors: unknown[] = [];
	let steps = 0;
	const runner = createRunner(
		async () => {
			if (++steps < 3) throw new Error(`step ${steps}`);
		},
		(error) => errors.push(error),
		0,
	);
	runner.start();
	await waitFor(() => expect(steps).toBeGreaterThan(3));
	await runner.stop();
	expect(errors).toEqual([new Error("step 1"), new Error("step 2")]);
	steps = 0;
	await expect(runner.step()).rejects.toThrow("step 1");
});
