import fc from "fast-check";
import { expect, test } from "vitest";
import { type CostTable, findCheapestAssignment } from "./assignment.ts";

/** Every permutation of 0 to size − 1, in lexicographic order. */
function listPermutations(size: number): number[][] {
	if (size === 0) return [[]];
	return Array.from({ length: size }, (_, first) => first).flatMap((first) =>
		listPermutations(size - 1).map((rest) => [
			first,
			...rest.map((element) => (element >= first ? element + 1 : element)),
		]),
	);
}

const getCost = (table: CostTable, columns: readonly number[]) =>
	columns.reduce((sum, column, row) => sum + (table[row]?.[column] ?? Infinity), 0);

function findByBruteForce(table: CostTable): readonly number[] | null {
	const [first, ...others] = listPermutations(table.length);
	const best = others.reduce((a, b) => (getCost(table, b) < getCost(table, a) ? b : a), first ?? []);
	return getCost(table, best) === Infinity ? null : best;
}

const tables = fc
	.integer({ min: 0, max: 6 })
	.chain((size) =>
		fc.array(
			fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(Infinity)), { minLength: size, maxLength: size }),
			{ minLength: size, maxLength: size },
		),
	);

test("the cheapest assignment matches a brute-force search, lexicographically first on a tie", () => {
	fc.assert(
		fc.property(tables, (table) => {
			expect(findCheapestAssignment(table)).toEqual(findByBruteForce(table));
		}),
		{ numRuns: 500 },
	);
});
