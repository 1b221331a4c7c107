import { readdirSync } from "node:fs";
import path from "node:path";

const FONT = /^(barlow-condensed-latin-(\d00)-normal|inter-latin-wght-normal)-[\w-]+\.woff2$/;

/** Builds the CSS rules of the fonts in the built web. Without a build, pages use the system's fonts. */
export function buildFontFaces(webFolder: string): string {
	let files: string[] = [];
	try {
		files = readdirSync(path.join(webFolder, "assets"));
	} catch {
		return "";
	}
	return files
		.map((file) => ({ file, match: FONT.exec(file) }))
		.filter(({ match }) => match)
		.map(({ file, match }) => {
			const [family, weight] = match?.[2] ? ["Barlow Condensed", match[2]] : ["Inter", "100 900"];
			const source = `url("/assets/${file}") format("woff2")`;
			return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: ${source}; }\n`;
		})
		.join("");
}
