import { computeContrast, getHeaderColours } from "@first-bounce/contract/clubs/club-colours";
import { GUERNSEY_SHAPE, getKit, KIT_SHAPES, type KitPattern } from "@first-bounce/contract/clubs/club-kits";
import type { SquadId } from "@first-bounce/rules/ids";
import { type Box, createBox, createDrawing, createImage, removeUnsupported, type Style } from "./render-png.ts";

export const NAVY = "#10162b";
export const CORAL = "#ff5a3c";
export const GOLD = "#ffc83d";
export const GREEN = "#0c8f5c";
export const RED = "#d13438";
export const QUIET = "#5d6580";

/** The colours of a picture: those of the manager's club, or of the game. */
export interface Palette {
	readonly ground: string;
	readonly text: string;
	/** For the score. */
	readonly accent: string;
	readonly pattern: KitPattern;
	/** Null for a manager without a club. */
	readonly squadId: SquadId | null;
}

/** The least contrast of large text. */
const MIN_CONTRAST = 3;

export function getPalette(squadId: SquadId | null): Palette {
	if (squadId === null) return { ground: NAVY, text: "#ffffff", accent: CORAL, pattern: "plain", squadId };
	const kit = getKit(squadId);
	const { background: ground, text } = getHeaderColours(kit);
	const accent = [kit.mark, kit.trim].find((colour) => computeContrast(colour, ground) >= MIN_CONTRAST) ?? text;
	return { ground, text, accent, pattern: kit.pattern, squadId };
}

/** Fills a box with the palette's ground and, faintly, its club's pattern. It must be the first child of a relative box. */
export const createBackdrop = ({ ground, text, pattern }: Palette, width: number, height: number): Box =>
	createDrawing(
		"0 0 100 128",
		`<path d="M0 0h100v128H0Z" fill="${ground}"/><path d="${KIT_SHAPES[pattern]}" fill="${text}" opacity="0.07"/>`,
		width,
		height,
		{ position: "absolute", top: 0, left: 0 },
	);

/** Draws a club's guernsey, with an edge that shows on its own colour. */
export function createGuernsey(squadId: SquadId, width: number, style: Style = {}): Box {
	const { pattern, body, mark, trim } = getKit(squadId);
	const drawn = `<clipPath id="g"><path d="${GUERNSEY_SHAPE.body}"/></clipPath><g clip-path="url(#g)">
		<path d="M0 0h100v128H0Z" fill="${body}"/><path d="${KIT_SHAPES[pattern]}" fill="${mark}"/>
		<path d="${GUERNSEY_SHAPE.trim}" fill="none" stroke="${trim}" stroke-width="9"/>
		<path d="M0 0h22Q10 66 17 128H0Z" fill="#000" opacity="0.13"/><path d="M100 0H78q12 66 5 128h17Z" fill="#000" opacity="0.16"/></g>
		<path d="${GUERNSEY_SHAPE.body}" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="2"/>`;
	return createDrawing("-1 0 102 127", drawn, width, Math.round(width * 1.25), style);
}

/** The grass of the ground in mown stripes, with its chalk lines. */
export function createGrass(width: number, height: number): Box {
	const stripe = width / 10;
	const stripes = Array.from({ length: 10 }, (_, index) => {
		const colour = index % 2 === 0 ? "#2b8a57" : "#267f50";
		return `<rect x="${index * stripe}" width="${stripe + 1}" height="${height}" fill="${colour}"/>`;
	}).join("");
	const [x, y] = [width / 2, height / 2];
	const chalk = `fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="3"`;
	const arc = width * 0.28;
	const lines = `<ellipse cx="${x}" cy="${y}" rx="${x - 14}" ry="${y - 14}" ${chalk}/><circle cx="${x}" cy="${y}" r="46" ${chalk}/>
		<rect x="${x - 100}" y="${y - 100}" width="200" height="200" ${chalk}/>
		<path d="M${x - arc} 40q${arc} 150 ${arc * 2} 0M${x - arc} ${height - 40}q${arc} -150 ${arc * 2} 0" ${chalk}/>`;
	return createDrawing(`0 0 ${width} ${height}`, stripes + lines, width, height, {
		position: "absolute",
		top: 0,
		left: 0,
	});
}

const BALL = `<g transform="rotate(16 20 25)"><ellipse cx="20" cy="25" rx="15.5" ry="22" fill="${CORAL}"/><path d="M14 17l7-2.2M14.5 32.5l7 2.3" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></g>`;
export const createBall = (width: number): Box => createDrawing("0 0 40 50", BALL, width, width * 1.25);

export const createBrand = (size: number, colour = "#ffffff"): Box =>
	createBox(
		{ alignItems: "center", gap: size / 3, color: colour, fontSize: size, fontWeight: 700, textTransform: "uppercase" },
		createBall(Math.round(size * 1.1)),
		"First Bounce",
	);

export const createTrophy = (width: number): Box =>
	createDrawing(
		"0 0 120 140",
		`<path d="M30 8h60v42q0 34-30 34T30 50Z" fill="${GOLD}"/><path d="M30 18H10q0 38 26 42M90 18h20q0 38-26 42" fill="none" stroke="${GOLD}" stroke-width="8"/>
		<path d="M54 84h12v22H54Z" fill="#e0a91f"/><path d="M34 106h52v12H34ZM26 118h68v14H26Z" fill="${GOLD}"/><path d="M38 14h10v36q0 16 6 26-16-6-16-28Z" fill="#fff" opacity="0.45"/>`,
		width,
		Math.round((width * 140) / 120),
	);

/** An arrow up or down; the fonts have none. */
export const createArrow = (isUp: boolean, size: number, colour: string): Box =>
	createDrawing("0 0 10 9", `<path d="${isUp ? "M0 9L5 0l5 9Z" : "M0 0l5 9 5-9Z"}" fill="${colour}"/>`, size, size);

export const createPill = (
	text: string,
	fontSize: number,
	colours: { readonly ground: string; readonly text: string },
): Box =>
	createBox(
		{
			alignSelf: "flex-start",
			padding: `${Math.round(fontSize * 0.2)}px ${Math.round(fontSize * 0.6)}px`,
			borderRadius: fontSize,
			backgroundColor: colours.ground,
			color: colours.text,
			fontSize,
			fontWeight: 700,
			lineHeight: 1.1,
		},
		text,
	);

/**
 * Computes the largest font size, up to `maxSize`, at which a text fits in `lines` lines of a width. A letter of the font is on
 * average 0.42 of its size wide.
 */
export const fitText = (text: string, maxSize: number, width: number, lines = 1): number =>
	Math.min(maxSize, Math.floor((width * (lines === 1 ? 1 : lines * 0.86)) / (0.435 * Math.max(1, text.length))));

interface TextSize {
	readonly max: number;
	readonly width: number;
	readonly lines?: number;
}

/** A text as large as fits. */
export function createText(text: string, { max, width, lines = 1 }: TextSize, style: Style = {}): Box {
	const shown = removeUnsupported(text);
	const fontSize = fitText(shown, max, width, lines);
	return createBox(
		{ fontSize, fontWeight: 700, lineHeight: 1.04, ...(lines === 1 ? { whiteSpace: "nowrap" } : {}), ...style },
		shown,
	);
}

export const createAvatar = (avatar: string, size: number): Box =>
	createImage(avatar, size, size, { borderRadius: Math.round(size * 0.2) });
