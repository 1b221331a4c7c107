import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

/** A piece of work whose runs end when the test says so. */
function workbench(maxConcurrent: number, maxItems = 10) {
	const runs: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<readonly number[]> }[] = [];
	const ask = createBatcher(
		(items: readonly number[]) => {
			const end = Promise.withResolvers<readonly number[]>();
			runs.push({ items, end });
			return end.promise;
		},
		{ maxConcurrent, maxItems },
	);
	const answer = (index: number) => runs[index]?.end.resolve(runs[index].items.map((item) => item * 10));
	return {
		ask,
		answer,
		fail: (index: number) => runs[index]?.end.reject(new Error("no")),
		asked: () => runs.map(({ items }) => items),
	};
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("requests made at the same time share a batch, and those made while it runs share the next", async () => {
	const { ask, answer, asked } = workbench(1);
	const first = [ask(1), ask(2)];
	await soon();
	const second = [ask(3), ask(4), ask(5)];
	await soon();
	expect(asked()).toEqual([[1, 2]]);
	answer(0);
	expect(await Promise.all(first)).toEqual([10, 20]);
	await soon();
	answer(1);
	expect(await Promise.all(second)).toEqual([30, 40, 50]);
	expect(asked()).toEqual([
		[1, 2],
		[3, 4, 5],
	]);
});

test("the limits of concurrent batches and of items per batch are respected", async () => {
	const { ask, answer, asked } = workbench(2, 2);
	const all = Promise.all([1, 2, 3, 4, 5].map(ask));
	await soon();
	await soon();
	expect(asked()).toEqual([
		[1, 2],
		[3, 4],
	]);
	answer(1);
	await soon();
	await soon();
	answer(0);
	answer(2);
	expect(await all).toEqual([10, 20, 30, 40, 50]);
});

test("a failed batch fails its own requests only", async () => {
	const { ask, answer, fail } = workbench(1);
	const lost = ask(1);
	await soon();
	const next = ask(2);
	fail(0);
	await expect(lost).rejects.toThrow("no");
	await soon();
	answer(1);
	expect(await next).toBe(20);
});
