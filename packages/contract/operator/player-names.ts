import leven from "leven";

/** Lower case, without accents, and with one kind of space. "O’Brien" is "obrien", "Reef, Ada-May" is "ada may reef". */
export const simplifyName = (name: string): string =>
	name
		.replace(/^([^,]+),(.+)$/, "$2 $1")
		.normalize("NFD")
		.replaceAll(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll(/['’‘ʼ`.]/g, "")
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** Returns 1 for the same spelling, 0 for nothing in common. */
function compareSpelling(one: string, other: string): number {
	const length = Math.max(one.length, other.length);
	return length === 0 ? 0 : 1 - leven(one, other) / length;
}

/** Compares two simplified names, in either order of first and last name. A single word is also compared with the last name. */
function compareNames(searched: string, name: string): number {
	const [first = "", ...last] = name.split(" ");
	const forms = [name, [...last, first].join(" "), ...(searched.includes(" ") ? [] : [last.join(" ")])];
	return Math.max(...forms.map((form) => compareSpelling(searched, form)));
}

/** Low enough for two wrong letters in a short name, such as "Elie Blakburn" for "Ellie Blackburn". */
const MIN_SIMILARITY = 0.7;
/** What `isLikelier` adds to a player's similarity, which is 0 to 1. */
const LIKELIER_BONUS = 0.1;

interface NamedPlayer {
	readonly name: string;
}

/**
 * Creates a function that lists the players whose names are spelt similarly or share a word, the most similar first. If
 * names are about equally similar, players for whom `isLikelier` is true come first, such as those of a given club.
 */
export function createSimilarPlayerFinder<Player extends NamedPlayer>(
	players: readonly Player[],
): (name: string, isLikelier?: (player: Player) => boolean) => Player[] {
	const entries = players.map((player) => ({ player, simplified: simplifyName(player.name) }));
	return (name, isLikelier = () => false) => {
		const searched = simplifyName(name);
		if (searched === "") return [];
		const words = new Set(searched.split(" "));
		return entries
			.map(({ player, simplified }) => {
				const similarity = compareNames(searched, simplified);
				const sharesWord = simplified.split(" ").some((word) => words.has(word));
				const score = similarity + (isLikelier(player) ? LIKELIER_BONUS : 0);
				return { player, isSimilar: sharesWord || similarity >= MIN_SIMILARITY, score };
			})
			.filter(({ isSimilar }) => isSimilar)
			.toSorted((a, b) => b.score - a.score || a.player.name.localeCompare(b.player.name, "en"))
			.map(({ player }) => player);
	};
}

interface NamedClub {
	readonly id: number;
	readonly name: string;
	readonly abbreviation: string;
}

/**
 * Creates a function that finds a club by its name, its abbreviation, or the beginning or end of its name if no other club has
 * it; null if it finds none or several.
 */
export function createClubFinder(clubs: Iterable<NamedClub>): (text: string) => number | null {
	const entries = [...clubs].map(({ id, name, abbreviation }) => ({
		id,
		name: simplifyName(name),
		abbreviation: simplifyName(abbreviation),
	}));
	return (text) => {
		const searched = simplifyName(text);
		if (searched === "") return null;
		const exact = entries.filter(({ name, abbreviation }) => name === searched || abbreviation === searched);
		const partial = entries.filter(({ name }) => name.startsWith(`${searched} `) || name.endsWith(` ${searched}`));
		const [found, ...others] = exact.length > 0 ? exact : partial;
		return found && others.length === 0 ? found.id : null;
	};
}
