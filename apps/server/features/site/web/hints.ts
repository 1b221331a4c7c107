import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The Link header that names a screen's files with its page; undefined where the build names none. */
export type Hints = (url: string) => string | undefined;

function formatLink(file: string): string {
	if (file.endsWith(".css")) return `<${file}>; rel=preload; as=style; crossorigin`;
	return file.startsWith("/assets/") ? `<${file}>; rel=modulepreload` : `<${file}>; rel=preload; as=script`;
}

/** Reads the hints that the web's build has left in its folder; a build without them gives none. */
export function readHints(folder: string): Hints {
	const file = path.join(folder, "hints.json");
	const hints: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
	const links = new Map(Object.entries(hints).map(([screen, files]) => [screen, files.map(formatLink).join(", ")]));
	return (url) => links.get(url.split("?", 1)[0] ?? "");
}
