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

export interface PersonName {
	readonly firstName: string;
	readonly lastName: string;
}

/** A fictional name: mostly from one family's history, now and then from two, as families are. */
function drawPersonName(random: Random): PersonName {
	const heritage = random.weighted(HERITAGE_SHARES);
	const lastName = random.pick(LAST_NAMES[heritage]);
	const firstName = random.pick(FIRST_NAMES[random.chance(0.75) ? heritage : "anglo"]);
	if (!random.chance(DOUBLE_BARRELLED_SHARE)) return { firstName, lastName };
	const other = random.pick(LAST_NAMES[random.weighted(HERITAGE_SHARES)]);
	const isOne = other === lastName || `${lastName}${other}`.includes("-");
	return { firstName, lastName: isOne ? lastName : `${lastName}-${other}` };
}

/** Gives a name that it has not given before, and no last name more often than a competition would bear. */
export function createNameGenerator(random: Random, taken: readonly PersonName[] = []): () => PersonName {
	const full = new Set(taken.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
	const lasts = new Map<string, number>();
	for (const { lastName } of taken) lasts.set(lastName, (lasts.get(lastName) ?? 0) + 1);
	return () => {
		for (;;) {
			const name = drawPersonName(random);
			const key = `${name.firstName} ${name.lastName}`;
			const bearers = lasts.get(name.lastName) ?? 0;
			if (full.has(key) || bearers >= 4) continue;
			full.add(key);
			lasts.set(name.lastName, bearers + 1);
			return name;
		}
	};
}
