import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** A source's files with all it imports. */
function filesOf(manifest: Manifest, source: string, into: Set<string>): Set<string> {
	const built = manifest[source];
	if (!built || into.has(built.file)) return into;
	for (const file of [built.file, ...(built.css ?? [])]) into.add(file);
	for (const each of built.imports ?? []) filesOf(manifest, each, into);
	return into;
}

/** What the home page is drawn with: all that the one page names, and its screen's own; packed as sent, in bytes. */
export function firstLoad(ending: string): number {
	const page = readFileSync(path.join(DIST, "index.html"), "utf8");
	const manifest: Manifest = JSON.parse(readFileSync(path.join(DIST, ".vite/manifest.json"), "utf8"));
	const files = filesOf(manifest, "screens/home/home-screen.tsx", new Set());
	for (const [, file = ""] of page.matchAll(/(?:src|href)="\/([^"]+)"/g)) files.add(file);
	return [...files]
		.filter((file) => file.endsWith(ending))
		.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(DIST, file))).length, 0);
}
