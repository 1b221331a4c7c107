/** The background and the stripe of each crest. White text is readable on both. */
const CREST_COLOURS: Readonly<Record<string, readonly [string, string]>> = {
	ochre: ["#a8521a", "#7d3a0e"],
	navy: ["#1c2f66", "#101d45"],
	crimson: ["#b3162c", "#7d0d1e"],
	emerald: ["#0c7350", "#075138"],
	gold: ["#8a6400", "#654900"],
	teal: ["#08707a", "#054f57"],
	plum: ["#6a2a7c", "#4a1a58"],
	sky: ["#1f6fae", "#134e7e"],
	charcoal: ["#3b4152", "#262b39"],
	rose: ["#b62a66", "#861b49"],
	lime: ["#4c7310", "#35520a"],
	copper: ["#9a4a32", "#6f3220"],
};
const DEFAULT_CREST_COLOURS = ["#38426a", "#262e4f"] as const;

export const getCrestColours = (colour: string): readonly [string, string] =>
	CREST_COLOURS[colour] ?? DEFAULT_CREST_COLOURS;

/** The initials of the first two words of a league's name. */
export const getInitials = (name: string): string =>
	name
		.split(/[\s/-]+/)
		.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
		.filter((letter) => letter !== "")
		.slice(0, 2)
		.join("")
		.toUpperCase();
