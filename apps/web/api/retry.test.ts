import { ApiFailure } from "@first-bounce/contract/client";
import { describe, expect, test } from "vitest";
import { computeRetryDelay, MAX_ATTEMPTS, retry } from "./retry.ts";

/** A task that fails so often before it works, and the waits between. */
function failing(times: number, error: unknown = new TypeError("Failed to fetch")) {
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
	test("D1.9.27 tries five times by default, a second apart", async () => {
		const { task, options, waits, attempts } = failing(4);
		expect(await retry(task, options)).toBe("done");
		expect([attempts(), waits]).toEqual([5, [1000, 1000, 1000, 1000]]);
		expect(MAX_ATTEMPTS).toBe(5);
	});

	test("throws the last error when the fifth fails too", async () => {
		const { task, options, attempts } = failing(9);
		await expect(retry(task, options)).rejects.toThrow("Failed to fetch");
		expect(attempts()).toBe(5);
	});

	test("leaves a fifth of the wait to chance, either way", () => {
		expect([computeRetryDelay(() => 0), computeRetryDelay(() => 0.5), computeRetryDelay(() => 1)]).toEqual([
			800, 1000, 1200,
		]);
	});

	test("takes a refusal for an answer, and a server in trouble not", async () => {
		const refused = failing(9, new ApiFailure(422, [{ code: "locked", message: "Maeve is locked" }]));
		await expect(retry(refused.task, refused.options)).rejects.toThrow("Maeve is locked");
		expect(refused.attempts()).toBe(1);
		const busy = failing(1, new ApiFailure(503, []));
		expect(await retry(busy.task, busy.options)).toBe("done");
	});
});
