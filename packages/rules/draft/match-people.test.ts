import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ListedPerson, matchPeople } from "./match-people.ts";

const ANN: ListedPerson = { id: 1, providerId: "CD_1", firstName: "Ann", lastName: "O’Dea", birthday: "2000-01-02" };
const find = (previous: ListedPerson[], next: ListedPerson[]) =>
	matchPeople(previous, next).map(({ playerId, method, candidates }) => [playerId, method, candidates]);

describe("the same player next season", () => {
	test("is found by the provider's id whatever her name", () => {
		const married = { ...ANN, id: 71, lastName: "Smith", birthday: null };
		expect(find([ANN], [married, { ...ANN, id: 72, providerId: null }])).toEqual([[71, "provider-id", []]]);
	});

	test("is else found by name and birthday", () => {
		expect(find([ANN], [{ ...ANN, id: 71, providerId: "X9", lastName: "O'DEA" }])).toEqual([
			[71, "name-and-birthday", []],
		]);
	});

	test("is never guessed", () => {
		const older = { ...ANN, id: 71, providerId: null, birthday: "1990-01-02" };
		expect(find([ANN], [older])).toEqual([[null, null, [71]]]);
		expect(find([ANN], [{ ...older, birthday: null }])).toEqual([[null, null, [71]]]);
		expect(find([ANN], [])).toEqual([[null, null, []]]);
		const twins = [
			{ ...ANN, id: 71, providerId: null },
			{ ...ANN, id: 72, providerId: null },
		];
		expect(find([ANN], twins)).toEqual([[null, null, [71, 72]]]);
		const double = { ...ANN, id: 2, providerId: null };
		expect(find([ANN, double], [{ ...ANN, id: 71 }])).toEqual([
			[null, null, [71]],
			[null, null, [71]],
		]);
		const renamed = { ...ANN, id: 71, providerId: null, lastName: "Smith" };
		expect(find([ANN], [renamed])).toEqual([[null, null, [71]]]);
	});

	test("is nobody else's match in any two lists", () => {
		const person = fc.record({
			id: fc.integer({ min: 1, max: 500 }),
			providerId: fc.constantFrom(null, "a", "b", "c"),
			firstName: fc.constantFrom("Ann", "Bea"),
			lastName: fc.constantFrom("Cox", "Dee"),
			birthday: fc.constantFrom(null, "2000-01-01", "2001-01-01"),
		});
		const list = fc.uniqueArray(person, { maxLength: 8, selector: ({ id }) => id });
		fc.assert(
			fc.property(list, list, (previous, next) => {
				const matches = matchPeople(previous, next);
				expect(matches).toHaveLength(previous.length);
				const ids = matches.flatMap(({ playerId }) => playerId ?? []);
				expect(new Set(ids).size).toBe(ids.length);
			}),
		);
	});
});
