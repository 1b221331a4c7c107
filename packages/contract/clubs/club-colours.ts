import type { Kit } from "./club-kits.ts";

/** Red, green and blue, each from 0 to 1. */
const parseHex = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

function computeLuminance(colour: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = colour.map((channel) =>
		channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The WCAG contrast ratio of two colours given as "#rrggbb", from 1 to 21. */
export function computeContrast(colour: string, background: string): number {
	const [dark = 0, light = 0] = [computeLuminance(parseHex(colour)), computeLuminance(parseHex(background))].sort(
		(a, b) => a - b,
	);
	return (light + 0.05) / (dark + 0.05);
}

const formatHex = (colour: readonly number[]): string =>
	`#${colour
		.map((channel) =>
			Math.round(channel * 255)
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

const MIN_CONTRAST = 5;
const DARKEN_FACTOR = 0.94;
const LIGHT_INK = "#ffffff";
const DARK_INK = "#10162b";

/** Dark text if it is readable on the club's colour, else white text on the colour darkened as needed. */
export function getHeaderColours({ body }: Pick<Kit, "body">): { readonly background: string; readonly text: string } {
	if (computeContrast(body, DARK_INK) >= MIN_CONTRAST) return { background: body, text: DARK_INK };
	let background = parseHex(body);
	while (computeContrast(formatHex(background), LIGHT_INK) < MIN_CONTRAST)
		background = background.map((channel) => channel * DARKEN_FACTOR);
	return { background: formatHex(background), text: LIGHT_INK };
}

const DEFAULT_WATERMARK_OPACITY = 0.16;
/** A navy guernsey on navy needs a stronger watermark. */
const WATERMARK_OPACITY_BY_SQUAD: ReadonlyMap<number, number> = new Map([[8096, 0.34]]);

/** Opacity of the guernsey behind the header's text. */
export const getWatermarkOpacity = (squadId: number): number =>
	WATERMARK_OPACITY_BY_SQUAD.get(squadId) ?? DEFAULT_WATERMARK_OPACITY;
