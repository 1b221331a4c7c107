import type { RoundTheme } from "@first-bounce/rules/season-rules/season-rules";

export type KitPattern = "plain" | "hoops" | "sash" | "stripes" | "yoke" | "halves" | "chevron" | "panel";

/** What a club plays in: the body's colour, the pattern's, and the trim of neck and armholes. */
export interface Kit {
	readonly pattern: KitPattern;
	readonly body: string;
	readonly mark: string;
	readonly trim: string;
}

const kit = (pattern: KitPattern, body: string, mark: string, trim: string = mark): Kit => ({
	pattern,
	body,
	mark,
	trim,
});

/** The clubs of the national competition, by squad id. */
const NATIONAL: ReadonlyMap<number, Kit> = new Map([
	[7386, kit("yoke", "#0f1a3c", "#cc2031")],
	[7387, kit("hoops", "#1552a1", "#c8142f", "#ffffff")],
	[7886, kit("chevron", "#33124f", "#ffffff")],
	[7887, kit("yoke", "#8a0f3c", "#1d5aa6", "#fdbe57")],
	[7889, kit("panel", "#f15c22", "#34373c", "#ffffff")],
	[8096, kit("plain", "#0e1e3d", "#0e1e3d", "#ffffff")],
	[8097, kit("stripes", "#14161a", "#f7f7f5")],
	[8098, kit("hoops", "#0f2147", "#d7162f", "#ffd200")],
	[8466, kit("stripes", "#1a4ea3", "#ffffff")],
	[8467, kit("hoops", "#ffffff", "#12264f")],
	[8786, kit("sash", "#d93e39", "#fdb827")],
	[8787, kit("yoke", "#f2b31b", "#12378a")],
	[8788, kit("sash", "#17181b", "#fed102")],
	[8796, kit("panel", "#d6182d", "#ffffff", "#17181b")],
	[9406, kit("sash", "#17181b", "#d11f2f")],
	[9407, kit("stripes", "#4d2004", "#fbbf15")],
	[9408, kit("yoke", "#fbfbf8", "#e1251b")],
	[9409, kit("chevron", "#17181b", "#00a0b3", "#ffffff")],
]);

/** For every other club: kits that can be told apart side by side, the neighbours most of all. */
const OTHERS: readonly Kit[] = [
	kit("hoops", "#133a6b", "#ffffff"),
	kit("sash", "#7c1022", "#f4c12f"),
	kit("stripes", "#15233f", "#eef0f4"),
	kit("yoke", "#0c7350", "#f8f3e4"),
	kit("hoops", "#5c2b87", "#f7a1cb"),
	kit("chevron", "#0a86a8", "#ffd23d"),
	kit("halves", "#d2571c", "#16243a"),
	kit("panel", "#b3162c", "#f6f4ef", "#16181d"),
	kit("sash", "#16181d", "#25b8a4"),
	kit("yoke", "#f4b41c", "#3a2212"),
	kit("chevron", "#3c1a5b", "#f2f0f7"),
	kit("stripes", "#c4252f", "#2a0d12", "#f7d9dc"),
	kit("hoops", "#eef2f5", "#3f9bd8", "#16345c"),
	kit("halves", "#0e6b3e", "#f2c530"),
	kit("panel", "#163a8c", "#e9c46a", "#ffffff"),
	kit("yoke", "#e76b8f", "#33203f"),
	kit("sash", "#e8ece9", "#0d5c4b", "#0d5c4b"),
	kit("chevron", "#8c2f12", "#f7e3c0"),
];

const FALLBACK = kit("plain", "#4a5269", "#4a5269", "#b4bbcf");

/**
 * What some clubs play in while a themed round is on: colours alone, since a guernsey's artwork is its artist's, and
 * not ours to draw.
 */
const THEMED: Readonly<Record<RoundTheme, ReadonlyMap<number, Kit>>> = {
	indigenous: new Map([
		[8096, kit("yoke", "#0e1e3d", "#c65b2c", "#f2d3a2")],
		[8097, kit("stripes", "#14161a", "#f2d3a2", "#c65b2c")],
		[8787, kit("chevron", "#f2b31b", "#14161a", "#b3261e")],
		[8788, kit("sash", "#17181b", "#c65b2c", "#fed102")],
		[9406, kit("hoops", "#17181b", "#b3261e", "#f2b31b")],
		[9407, kit("chevron", "#4d2004", "#e08a3c", "#fbbf15")],
	]),
};

/** A club's kit. Clubs that nobody knows here share out the other kits by id, neighbours always differing. */
export const kitOf = (squadId: number, theme: RoundTheme | null = null): Kit =>
	(theme && THEMED[theme].get(squadId)) ??
	NATIONAL.get(squadId) ??
	OTHERS[Math.abs(squadId) % OTHERS.length] ??
	FALLBACK;
