import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Creates a batcher whose batches end when the test resolves them. */
function createTestBatcher(maxConcurrent: number, maxItems = 10) {
	const runs: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<readonly number[]> }[] = [];
	const submit = createBatcher(
		(items: readonly number[]) => {
			const end = Promise.withResolvers<readonly number[]>();
			runs.push({ items, end });
			return end.promise;
		},
		{ maxConcurrent, maxItems },
	);
	const completeBatch = (index: number) => runs[index]?.end.resolve(runs[index].items.map((item) => item * 10));
	return {
		submit,
		completeBatch,
		failBatch: (index: number) => runs[index]?.end.reject(new Error("no")),
		listBatches: () => runs.map(({ items }) => items),
	};
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("simultaneous requests share a batch, and later ones share the next", async () => {
	const { submit, completeBatch, listBatches } = createTestBatcher(1);
	const first = [submit(1), submit(2)];
	await nextTick();
	const second = [submit(3), submit(4), submit(5)];
	await nextTick();
	expect(listBatches()).toEqual([[1, 2]]);
	completeBatch(0);
	expect(await Promise.all(first)).toEqual([10, 20]);
	await nextTick();
	completeBatch(1);
	expect(await Promise.all(second)).toEqual([30, 40, 50]);
	expect(listBatches()).toEqual([
		[1, 2],
		[3, 4, 5],
	]);
});

test("the limits of concurrent batches and of items per batch are respected", async () => {
	const { submit, completeBatch, listBatches } = createTestBatcher(2, 2);
	const submissions = Promise.all([1, 2, 3, 4, 5].map(submit));
	await nextTick();
	await nextTick();
	expect(listBatches()).toEqual([
		[1, 2],
		[3, 4],
	]);
	completeBatch(1);
	await nextTick();
	await nextTick();
	completeBatch(0);
	completeBatch(2);
	expect(await submissions).toEqual([10, 20, 30, 40, 50]);
});

test("a failed batch fails its own requests only", async () => {
	const { submit, completeBatch, failBatch } = createTestBatcher(1);
	const failed = submit(1);
	await nextTick();
	const next = submit(2);
	failBatch(0);
	await expect(failed).rejects.toThrow("no");
	await nextTick();
	completeBatch(1);
	expect(await next).toBe(20);
});
