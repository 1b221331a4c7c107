import type { CardPlayer } from "../../components/player-card/card-player.ts";

const PLAIN: CardPlayer = {
	firstName: "Maeve",
	lastName: "Callinan",
	squadId: 5,
	positions: "MID/FWD",
	price: "$1.23M",
	fixture: "v GEL",
	stat: "Avg 81",
	status: "playing",
	score: { tone: "projected", text: "82" },
	role: null,
	isLocked: false,
	change: null,
	substituted: null,
	photo: null,
	spoken: "Maeve Callinan",
};
const locked = { isLocked: true, fixture: "" } as const;
export const PHOTO = `data:image/svg+xml,${encodeURIComponent(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 70"><path fill="#c9d3ea" d="M0 0h52v70H0z"/><circle cx="26" cy="26" r="13" fill="#7d6455"/><path fill="#16356c" d="M4 70c0-20 10-27 22-27s22 7 22 27z"/></svg>',
)}`;

/** A card in each of its states, by the state's name. Players and numbers are made up. */
export const CARD_STATES = {
	plain: PLAIN,
	captain: { ...PLAIN, role: "captain" },
	vice: { ...PLAIN, squadId: 7, role: "vice" },
	emergency: { ...PLAIN, squadId: 8, role: "emergency", status: "uncertain" },
	locked: { ...PLAIN, squadId: 9, ...locked },
	lockedCaptain: { ...PLAIN, ...locked, role: "captain", score: { tone: "live", text: "148" } },
	live: { ...PLAIN, squadId: 10, ...locked, score: { tone: "live", text: "84" } },
	final: { ...PLAIN, squadId: 11, ...locked, score: { tone: "final", text: "103" } },
	dnp: { ...PLAIN, squadId: 12, ...locked, status: "not-playing", score: { tone: "dnp", text: "DNP" } },
	subIn: { ...PLAIN, squadId: 13, ...locked, substituted: "in", score: { tone: "final", text: "61" } },
	subOut: { ...PLAIN, squadId: 14, ...locked, substituted: "out", score: { tone: "dnp", text: "DNP" } },
	incoming: { ...PLAIN, squadId: 15, change: "in" },
	outgoing: { ...PLAIN, squadId: 16, change: "out" },
	photo: { ...PLAIN, photo: PHOTO },
	noPhoto: { ...PLAIN, squadId: 2, photo: "data:image/png;base64,AAAA" },
	long: { ...PLAIN, squadId: 3, firstName: "Wilhelmina", lastName: "Featherstonhaugh-Okonkwo", status: "injured" },
} as const satisfies Record<string, CardPlayer>;
export type CardState = keyof typeof CARD_STATES;
