import type { PlayerId } from "../ids.ts";

/** A player as a season lists her. Ids of two seasons have nothing to do with each other. */
export interface ListedPerson {
	readonly id: PlayerId;
	/** Her id at the stats provider, which is the same every season. */
	readonly providerId: string | null;
	readonly firstName: string;
	readonly lastName: string;
	readonly birthday: string | null;
}

/** A player and who she is in the next season; without a `playerId`, an operator has to find out. */
interface PersonMatch {
	readonly previousId: PlayerId;
	readonly playerId: PlayerId | null;
	readonly method: "provider-id" | "name-and-birthday" | null;
	/** Who she may be, likeliest first; empty if she was found. */
	readonly candidates: readonly PlayerId[];
}

/** Compares names regardless of case, spaces, accents and apostrophes. */
export const getNameKey = (text: string): string =>
	text
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/[\p{M}\s.'’-]/gu, "");

const getFullKey = ({ firstName, lastName }: ListedPerson): string => getNameKey(firstName + lastName);
const getBirthKey = (person: ListedPerson): string | null =>
	person.birthday === null ? null : `${getFullKey(person)} ${person.birthday}`;

/** Lists people with the same name, and people with the same birthday and one name in common. */
function listCandidates(person: ListedPerson, next: readonly ListedPerson[]): PlayerId[] {
	const sharesName = (other: ListedPerson) =>
		getNameKey(other.lastName) === getNameKey(person.lastName) ||
		getNameKey(other.firstName) === getNameKey(person.firstName);
	const isSameBirthday = ({ birthday }: ListedPerson) => birthday !== null && birthday === person.birthday;
	const named = next.filter((other) => getFullKey(other) === getFullKey(person));
	const born = next.filter((other) => !named.includes(other) && isSameBirthday(other) && sharesName(other));
	return [...named, ...born].map(({ id }) => id);
}

/**
 * Finds the players of one season in the list of the next: by the provider's id, else by name and birthday. It never guesses: a
 * player with no or two candidates, or whose candidate is also another player's, gets no match
 * (docs/game-rules.md#the-same-player-next-season).
 */
export function matchPeople(previous: readonly ListedPerson[], next: readonly ListedPerson[]): PersonMatch[] {
	const byProvider = new Map(
		next.flatMap((person) => (person.providerId === null ? [] : [[person.providerId, person]])),
	);
	const byBirth = Map.groupBy(next, getBirthKey);
	const found = previous.map((person) => {
		const provided = person.providerId === null ? undefined : byProvider.get(person.providerId);
		const key = getBirthKey(person);
		const born = key === null ? [] : (byBirth.get(key) ?? []);
		const method = provided ? ("provider-id" as const) : ("name-and-birthday" as const);
		return { person, method, options: (provided ? [provided] : born).map(({ id }) => id) };
	});
	const uses = new Map<PlayerId, number>();
	for (const { options } of found) for (const id of options) uses.set(id, (uses.get(id) ?? 0) + 1);
	const findCertain = ([playerId, ...others]: readonly PlayerId[]) =>
		playerId !== undefined && others.length === 0 && uses.get(playerId) === 1 ? playerId : null;
	const certain = new Set(found.map(({ options }) => findCertain(options)));
	const unmatched = next.filter(({ id }) => !certain.has(id));
	return found.map(({ person, method, options }) => {
		const playerId = findCertain(options);
		if (playerId !== null) return { previousId: person.id, playerId, method, candidates: [] };
		const candidates = [...new Set([...options, ...listCandidates(person, unmatched)])];
		return { previousId: person.id, playerId, method: null, candidates };
	});
}
