import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Adds to `files` the built files of a source file and of everything that it imports. */
function collectFiles(manifest: Manifest, source: string, files: Set<string>): Set<string> {
	const built = manifest[source];
	if (!built || files.has(built.file)) return files;
	for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
	for (const file of built.imports ?? []) collectFiles(manifest, file, files);
	return files;
}

/** Adds up the brotli-compressed bytes of the files that the home page loads and whose names end with `ending`. */
export function measureFirstLoad(ending: string): number {
	const page = readFileSync(path.join(DIST, "index.html"), "utf8");
	const manifest: Manifest = JSON.parse(readFileSync(path.join(DIST, ".vite/manifest.json"), "utf8"));
	const files = collectFiles(manifest, "screens/home/home-screen.tsx", new Set());
	for (const [, file = ""] of page.matchAll(/(?:src|href)="\/([^"]+)"/g)) files.add(file);
	return [...files]
		.filter((file) => file.endsWith(ending))
		.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(DIST, file))).length, 0);
}
