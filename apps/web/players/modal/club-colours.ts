import type { Kit } from "../../components/guernsey/club-kits.ts";

const parseHex = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

function computeLuminance(colour: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = colour.map((part) =>
		part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast of two colours given as "#rrggbb": 1 to 21. */
export function computeContrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [computeLuminance(parseHex(one)), computeLuminance(parseHex(other))].sort(
		(a, b) => a - b,
	);
	return (light + 0.05) / (dark + 0.05);
}

const formatHex = (colour: readonly number[]): string =>
	`#${colour
		.map((part) =>
			Math.round(part * 255)
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

const MIN_CONTRAST = 5;
const DARKEN_FACTOR = 0.94;
const LIGHT_INK = "#ffffff";
const DARK_INK = "#10162b";

/** A club's colour as a ground for words: dark words where they are read well, else white on it, darkened as need be. */
export function getHeaderColours({ body }: Pick<Kit, "body">): { readonly background: string; readonly text: string } {
	if (computeContrast(body, DARK_INK) >= MIN_CONTRAST) return { background: body, text: DARK_INK };
	let ground = parseHex(body);
	while (computeContrast(formatHex(ground), LIGHT_INK) < MIN_CONTRAST)
		ground = ground.map((part) => part * DARKEN_FACTOR);
	return { background: formatHex(ground), text: LIGHT_INK };
}

const DEFAULT_WATERMARK_OPACITY = 0.16;
/** Navy on navy is hardly seen (D1 §2). */
const WATERMARK_OPACITY_BY_SQUAD: ReadonlyMap<number, number> = new Map([[8096, 0.34]]);

/** How strongly the club's guernsey shows behind the header's words. */
export const getWatermarkOpacity = (squadId: number): number =>
	WATERMARK_OPACITY_BY_SQUAD.get(squadId) ?? DEFAULT_WATERMARK_OPACITY;
