import { FIRST_NAMES, type Heritage, LAST_NAMES } from "./name-lists.ts";
import type { Random } from "./random.ts";

const HERITAGE_SHARES: readonly { readonly weight: number; readonly item: Heritage }[] = [
	{ weight: 52, item: "anglo" },
	{ weight: 11, item: "irish" },
	{ weight: 8, item: "firstNations" },
	{ weight: 7, item: "pacific" },
	{ weight: 9, item: "mediterranean" },
	{ weight: 6, item: "eastAsian" },
	{ weight: 4, item: "southAsian" },
	{ weight: 3, item: "african" },
];
const DOUBLE_BARRELLED_SHARE = 0.07;
const MAX_USES_OF_LAST_NAME = 4;

export interface PersonName {
	readonly firstName: string;
	readonly lastName: string;
}

/** Draws a fictional name, usually with both parts from the same heritage. */
function drawPersonName(random: Random): PersonName {
	const heritage = random.weighted(HERITAGE_SHARES);
	const lastName = random.pick(LAST_NAMES[heritage]);
	const firstName = random.pick(FIRST_NAMES[random.chance(0.75) ? heritage : "anglo"]);
	if (!random.chance(DOUBLE_BARRELLED_SHARE)) return { firstName, lastName };
	const other = random.pick(LAST_NAMES[random.weighted(HERITAGE_SHARES)]);
	const canCombine = other !== lastName && !`${lastName}${other}`.includes("-");
	return { firstName, lastName: canCombine ? `${lastName}-${other}` : lastName };
}

/**
 * Returns a function that draws a new name each time.
 *
 * @param usedNames names that are in use already
 */
export function createNameGenerator(random: Random, usedNames: readonly PersonName[] = []): () => PersonName {
	const takenNames = new Set(usedNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
	const lastNameCounts = new Map<string, number>();
	for (const { lastName } of usedNames) lastNameCounts.set(lastName, (lastNameCounts.get(lastName) ?? 0) + 1);
	return () => {
		for (;;) {
			const name = drawPersonName(random);
			const key = `${name.firstName} ${name.lastName}`;
			const count = lastNameCounts.get(name.lastName) ?? 0;
			if (takenNames.has(key) || count >= MAX_USES_OF_LAST_NAME) continue;
			takenNames.add(key);
			lastNameCounts.set(name.lastName, count + 1);
			return name;
		}
	};
}
