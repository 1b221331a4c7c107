import type { Kit } from "../../components/guernsey/club-kits.ts";

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

function luminance(colour: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = colour.map((part) =>
		part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast of two colours given as "#rrggbb": 1 to 21. */
export function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(channels(one)), luminance(channels(other))].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const hexOf = (colour: readonly number[]): string =>
	`#${colour
		.map((part) =>
			Math.round(part * 255)
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

const ENOUGH = 5;
const STEP = 0.94;
const LIGHT_INK = "#ffffff";
const DARK_INK = "#10162b";

/** A club's colour as a ground for words: dark words where they are read well, else white on it, darkened as need be. */
export function headerColours({ body }: Pick<Kit, "body">): { readonly ground: string; readonly ink: string } {
	if (contrast(body, DARK_INK) >= ENOUGH) return { ground: body, ink: DARK_INK };
	let ground = channels(body);
	while (contrast(hexOf(ground), LIGHT_INK) < ENOUGH) ground = ground.map((part) => part * STEP);
	return { ground: hexOf(ground), ink: LIGHT_INK };
}

const WATERMARK = 0.16;
/** Navy on navy is hardly seen (D1 §2). */
const STRONGER: ReadonlyMap<number, number> = new Map([[8096, 0.34]]);

/** How strongly the club's guernsey shows behind the header's words. */
export const watermarkOf = (squadId: number): number => STRONGER.get(squadId) ?? WATERMARK;
