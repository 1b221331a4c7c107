import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";
import type { default as Satori } from "satori";

export const WIDTH = 1200;
export const HEIGHT = 630;

/** A React-like element that satori lays out. */
export interface Box {
	readonly type: "div" | "img";
	readonly key: null;
	readonly props: {
		readonly style: Readonly<Record<string, string | number>>;
		readonly children?: readonly (Box | string)[];
		readonly src?: string;
		readonly width?: number;
		readonly height?: number;
	};
}
type Style = Box["props"]["style"];

export const createBox = (style: Style, ...children: readonly (Box | string)[]): Box => ({
	type: "div",
	key: null,
	props: { style: { display: "flex", ...style }, children },
});

export const createImage = (src: string, width: number, height: number, style: Style = {}): Box => ({
	type: "img",
	key: null,
	props: { src, width, height, style },
});

const WEIGHTS = [600, 700] as const;
const SUBSETS = ["latin", "latin-ext", "vietnamese"] as const;
export const FONT_FAMILY = SUBSETS.map((subset) => `Barlow ${subset}`).join(", ");

type Fonts = Parameters<typeof Satori>[1]["fonts"];
let fonts: Fonts | null = null;

/** Loads the fonts once from their package, so that nothing is downloaded while a picture is drawn. */
function loadFonts(): Fonts {
	if (fonts) return fonts;
	const require = createRequire(import.meta.url);
	fonts = SUBSETS.flatMap((subset) =>
		WEIGHTS.map((weight) => {
			const file = `@fontsource/barlow-condensed/files/barlow-condensed-${subset}-${weight}-normal.woff`;
			return { name: `Barlow ${subset}`, weight, style: "normal" as const, data: readFileSync(require.resolve(file)) };
		}),
	);
	return fonts;
}

/** Removes characters that the fonts do not have, which would be drawn as empty boxes. */
export const removeUnsupported = (text: string): string =>
	text.replaceAll(/[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Z}$+−×]/gu, "").trim();

/** Renders a layout over an SVG background as PNG. */
export async function renderPng(layout: Box, background: string): Promise<Buffer> {
	// Imported here because the main thread needs only the sizes from this file, not satori.
	const { default: satori } = await import("satori");
	const svg = await satori(layout as unknown as Parameters<typeof Satori>[0], {
		width: WIDTH,
		height: HEIGHT,
		fonts: loadFonts(),
		loadAdditionalAsset: async () => [],
	});
	const completeSvg = svg.replace(/^(<svg[^>]*>)/, (head) => head + background);
	// Texts are already paths, so no system fonts are needed. sharp is not used because its SVG decoder is blocked (create-picture.ts).
	return (await renderAsync(completeSvg, { font: { loadSystemFonts: false } })).asPng();
}
