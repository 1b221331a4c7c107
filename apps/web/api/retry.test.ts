import { ApiFailure } from "@first-bounce/contract/client";
import { describe, expect, test, vi } from "vitest";
import { computeRetryDelay, retry } from "./retry.ts";

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
		vi.useFakeTimers({ now: 0 });
		const random = vi.spyOn(Math, "random");
		for (const value of [0, 0.25, 0.75, 1]) random.mockReturnValueOnce(value);
		const attemptedAt: number[] = [];
		const retried = retry(async () => {
			attemptedAt.push(Date.now());
			throw new TypeError("Failed to fetch");
		});
		const failed = expect(retried).rejects.toThrow("Failed to fetch");
		await vi.runAllTimersAsync();
		await failed;
		// A second on average, by up to 20 % less or more.
		expect(attemptedAt).toEqual([0, 800, 1_700, 2_800, 4_000]);
	});

	test("returns what the fifth attempt returns", async () => {
		const { task, options, attempts } = createFailingTask(4);
		expect(await retry(task, options)).toBe("done");
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
