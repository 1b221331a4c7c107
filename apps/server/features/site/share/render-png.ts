import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";
import type { default as Satori } from "satori";

/** A link's preview as social networks expect it, and a picture that fills a phone's screen. */
export const PICTURE_SIZES = {
	link: { width: 1200, height: 630 },
	story: { width: 1080, height: 1920 },
} as const;
export type PictureFormat = keyof typeof PICTURE_SIZES;

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
export type Style = Box["props"]["style"];

/** Every box is positioned, so that boxes are drawn in their order, over the drawings before them. */
export const createBox = (style: Style, ...children: readonly (Box | string | null)[]): Box => ({
	type: "div",
	key: null,
	props: {
		style: { display: "flex", position: "relative", boxSizing: "border-box", ...style },
		children: children.filter((child) => child !== null),
	},
});

export const createColumn = (style: Style, ...children: readonly (Box | string | null)[]): Box =>
	createBox({ flexDirection: "column", ...style }, ...children);

export const createImage = (src: string, width: number, height: number, style: Style = {}): Box => ({
	type: "img",
	key: null,
	props: { src, width, height, style: { position: "relative", ...style } },
});

const DRAWING_URL = "data:image/svg+xml;base64,";

/** An image of the given size from the content of an SVG. */
export function createDrawing(viewBox: string, content: string, width: number, height: number, style: Style = {}): Box {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}" preserveAspectRatio="none">${content}</svg>`;
	return createImage(`${DRAWING_URL}${Buffer.from(svg).toString("base64")}`, width, height, style);
}

/** Drawings as satori writes them: images, each with a clip path and a mask of its own. */
const DRAWN_IMAGE = new RegExp(`<image (x="[^"]+" y="[^"]+") [^>]*?href="${DRAWING_URL}([^"]+)"[^>]*/>`, "g");

/** Puts drawings into the picture itself, because resvg takes a layer of the picture's size for every image and every mask. */
const inlineDrawings = (svg: string): string =>
	svg.replaceAll(DRAWN_IMAGE, (_, place: string, content: string) =>
		Buffer.from(content, "base64").toString().replace("<svg ", `<svg ${place} `),
	);

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

/** Renders a layout of a format's size as PNG. */
export async function renderPng(layout: Box, format: PictureFormat): Promise<Buffer> {
	// Imported here because the main thread needs only the sizes from this file, not satori.
	const { default: satori } = await import("satori");
	const svg = await satori(layout as unknown as Parameters<typeof Satori>[0], {
		...PICTURE_SIZES[format],
		fonts: loadFonts(),
		loadAdditionalAsset: async () => [],
	});
	// Texts are already paths, so no system fonts are needed. sharp is not used because its SVG decoder is blocked (create-picture.ts).
	return (await renderAsync(inlineDrawings(svg), { font: { loadSystemFonts: false } })).asPng();
}
