import type { RoundTheme } from "@first-bounce/rules/season-rules/season-rules";

export type KitPattern = "plain" | "hoops" | "sash" | "stripes" | "yoke" | "halves" | "chevron" | "panel";

/** The outline of a guernsey in a box of 100 × 128, and the lines of its trim at neck and armholes. */
export const GUERNSEY_SHAPE = {
	body: "M31 3Q50 27 69 3L84 9Q82 31 96 45L93 119Q50 128 7 119L4 45Q18 31 16 9Z",
	trim: "M31 3Q50 27 69 3M84 9Q82 31 96 45M16 9Q18 31 4 45",
};

/** The shapes of each pattern, to be clipped to the guernsey. */
export const KIT_SHAPES: Readonly<Record<KitPattern, string>> = {
	plain: "",
	hoops: "M0 28h100v16H0ZM0 60h100v16H0ZM0 92h100v16H0Z",
	sash: "M-4 12 26-8l82 106v38Z",
	stripes: "M13 0h14v128H13ZM43 0h14v128H43ZM73 0h14v128H73Z",
	yoke: "M0 0h100v40Q50 64 0 40Z",
	halves: "M50 0h50v128H50Z",
	chevron: "M0 40 50 78l50-38v26L50 104 0 66Z",
	panel: "M33 0h34v128H33Z",
};

/** A club's guernsey; colours are "#rrggbb". */
export interface Kit {
	readonly pattern: KitPattern;
	readonly body: string;
	/** The colour of the pattern. */
	readonly mark: string;
	/** The colour of neck and armholes. */
	readonly trim: string;
}

const createKit = (pattern: KitPattern, body: string, mark: string, trim = mark): Kit => ({
	pattern,
	body,
	mark,
	trim,
});

/** The clubs of the national competition by squad id. */
const NATIONAL_KITS: ReadonlyMap<number, Kit> = new Map([
	[7386, createKit("yoke", "#0f1a3c", "#cc2031")],
	[7387, createKit("hoops", "#1552a1", "#c8142f", "#ffffff")],
	[7886, createKit("chevron", "#33124f", "#ffffff")],
	[7887, createKit("yoke", "#8a0f3c", "#1d5aa6", "#fdbe57")],
	[7889, createKit("panel", "#f15c22", "#34373c", "#ffffff")],
	[8096, createKit("plain", "#0e1e3d", "#0e1e3d", "#ffffff")],
	[8097, createKit("stripes", "#14161a", "#f7f7f5")],
	[8098, createKit("hoops", "#0f2147", "#d7162f", "#ffd200")],
	[8466, createKit("stripes", "#1a4ea3", "#ffffff")],
	[8467, createKit("hoops", "#ffffff", "#12264f")],
	[8786, createKit("sash", "#d93e39", "#fdb827")],
	[8787, createKit("yoke", "#f2b31b", "#12378a")],
	[8788, createKit("sash", "#17181b", "#fed102")],
	[8796, createKit("panel", "#d6182d", "#ffffff", "#17181b")],
	[9406, createKit("sash", "#17181b", "#d11f2f")],
	[9407, createKit("stripes", "#4d2004", "#fbbf15")],
	[9408, createKit("yoke", "#fbfbf8", "#e1251b")],
	[9409, createKit("chevron", "#17181b", "#00a0b3", "#ffffff")],
]);

/** Kits of all other clubs. Neighbours in the list are easy to tell apart. */
const OTHER_KITS: readonly Kit[] = [
	createKit("hoops", "#133a6b", "#ffffff"),
	createKit("sash", "#7c1022", "#f4c12f"),
	createKit("stripes", "#15233f", "#eef0f4"),
	createKit("yoke", "#0c7350", "#f8f3e4"),
	createKit("hoops", "#5c2b87", "#f7a1cb"),
	createKit("chevron", "#0a86a8", "#ffd23d"),
	createKit("halves", "#d2571c", "#16243a"),
	createKit("panel", "#b3162c", "#f6f4ef", "#16181d"),
	createKit("sash", "#16181d", "#25b8a4"),
	createKit("yoke", "#f4b41c", "#3a2212"),
	createKit("chevron", "#3c1a5b", "#f2f0f7"),
	createKit("stripes", "#c4252f", "#2a0d12", "#f7d9dc"),
	createKit("hoops", "#eef2f5", "#3f9bd8", "#16345c"),
	createKit("halves", "#0e6b3e", "#f2c530"),
	createKit("panel", "#163a8c", "#e9c46a", "#ffffff"),
	createKit("yoke", "#e76b8f", "#33203f"),
	createKit("sash", "#e8ece9", "#0d5c4b", "#0d5c4b"),
	createKit("chevron", "#8c2f12", "#f7e3c0"),
];

const FALLBACK_KIT = createKit("plain", "#4a5269", "#4a5269", "#b4bbcf");

/** Kits of some clubs during a themed round: colours only, because the real artwork belongs to the artists. */
const THEMED_KITS: Readonly<Record<RoundTheme, ReadonlyMap<number, Kit>>> = {
	indigenous: new Map([
		[8096, createKit("yoke", "#0e1e3d", "#c65b2c", "#f2d3a2")],
		[8097, createKit("stripes", "#14161a", "#f2d3a2", "#c65b2c")],
		[8787, createKit("chevron", "#f2b31b", "#14161a", "#b3261e")],
		[8788, createKit("sash", "#17181b", "#c65b2c", "#fed102")],
		[9406, createKit("hoops", "#17181b", "#b3261e", "#f2b31b")],
		[9407, createKit("chevron", "#4d2004", "#e08a3c", "#fbbf15")],
	]),
};

/** A club's kit. Unknown clubs share the other kits by id; clubs with consecutive ids differ. */
export const getKit = (squadId: number, theme: RoundTheme | null = null): Kit =>
	(theme && THEMED_KITS[theme].get(squadId)) ??
	NATIONAL_KITS.get(squadId) ??
	OTHER_KITS[Math.abs(squadId) % OTHER_KITS.length] ??
	FALLBACK_KIT;
