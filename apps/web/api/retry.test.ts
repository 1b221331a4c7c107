import { ApiFailure } from "@first-bounce/contract/client";
import { describe, expect, test } from "vitest";
import { computeRetryDelay, MAX_ATTEMPTS, retry } from "./retry.ts";

/** A task that fails `times` times before it succeeds. */
function createFailingTask(times: number, error: unknown = new TypeError("Failed to fetch")) {
	let attempts = 0;
	const waits: number[] = [];
	const task = async () => {
		attempts++;
		if (attempts <= times) throw error;
		return "done";
	};
	const options = { random: () => 0.5, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
	return { task, options, waits, attempts: () => attempts };
}

describe("the retry helper", () => {
	test("makes five attempts by default, a second apart (D1.9.27)", async () => {
		const { task, options, waits, attempts } = createFailingTask(4);
		expect(await retry(task, options)).toBe("done");
		expect([attempts(), waits]).toEqual([5, [1000, 1000, 1000, 1000]]);
		expect(MAX_ATTEMPTS).toBe(5);
	});

	test("throws the last error if the fifth attempt fails", async () => {
		const { task, options, attempts } = createFailingTask(9);
		await expect(retry(task, options)).rejects.toThrow("Failed to fetch");
		expect(attempts()).toBe(5);
	});

	test("randomises the delay by 20 % either way", () => {
		expect([computeRetryDelay(() => 0), computeRetryDelay(() => 0.5), computeRetryDelay(() => 1)]).toEqual([
			800, 1000, 1200,
		]);
	});

	test("does not retry a refusal, but retries a server error (D1.9.27)", async () => {
		const refused = createFailingTask(9, new ApiFailure(422, [{ code: "locked", message: "Maeve is locked" }]));
		await expect(retry(refused.task, refused.options)).rejects.toThrow("Maeve is locked");
		expect(refused.attempts()).toBe(1);
		const busy = createFailingTask(1, new ApiFailure(503, []));
		expect(await retry(busy.task, busy.options)).toBe("done");
	});
});
