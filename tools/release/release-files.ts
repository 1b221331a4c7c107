import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly [field: string]: unknown;
}

export const readManifest = (root: string): Manifest =>
	JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** The files that a release contains besides node_modules, the web and the output of `writeEntryPoints`. */
const COPIED_PATHS = [
	"apps/server",
	"packages/contract",
	"packages/rules",
	"packages/scoring",
	"deploy",
	"docs/api",
	"docs/api.md",
	"docs/coach.md",
	"docs/decisions",
	"docs/game-rules.md",
	"docs/operating",
	"docs/season.md",
	"docs/spec",
	"package-lock.json",
	"CHANGELOG.md",
	"LICENSE",
	"SECURITY.md",
];

/** The built web: the pages' files, and the program that renders pages on the server. */
const BUILT_WEB = ["apps/web/dist", "apps/web/prerender/dist"];

const isExcluded = (file: string): boolean => /\.test\.tsx?$|\/(node_modules|dist)(\/|$)/.test(file);

/** Copies the server's sources, without tests. Node runs TypeScript as it is. */
export function copySources(root: string, out: string): void {
	for (const entry of COPIED_PATHS) {
		const filter = (source: string) => !isExcluded(path.relative(root, source).replaceAll(path.sep, "/"));
		cpSync(path.join(root, entry), path.join(out, entry), { recursive: true, filter });
	}
}

export function copyBuiltWeb(root: string, out: string): void {
	for (const folder of BUILT_WEB) cpSync(path.join(root, folder), path.join(out, folder), { recursive: true });
}

/** Lists the files of a release. `readdir` follows the links to our own packages, which would be listed twice. */
export const listReleaseFiles = (out: string): string[] =>
	readdirSync(out, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name))
		.filter((file) => !/node_modules[\\/]@first-bounce[\\/]/.test(path.relative(out, file)));

/** Removes types and source maps of packages: a sixth of their size, and not read at run time. */
export function removeTypesAndMaps(out: string): void {
	for (const file of listReleaseFiles(out))
		if (/node_modules[\\/].+\.(d\.[cm]?ts|map)$/.test(path.relative(out, file))) rmSync(file);
}

const RELEASE_SCRIPTS = { start: "bin/first-bounce", fb: "bin/fb" };

/**
 * Builds the release's package.json, without development tools and without the packages of the web, which are in its
 * bundles.
 */
function buildReleaseManifest(root: string): Record<string, unknown> {
	const { name, version, description, license, type, optionalDependencies } = readManifest(root);
	return {
		name,
		private: true,
		version,
		description,
		license,
		type,
		workspaces: ["packages/*", "apps/server"],
		scripts: RELEASE_SCRIPTS,
		optionalDependencies,
	};
}

/**
 * Builds a shell script that runs `script` with the release's Node, or with the machine's if the pattern matches none. `exec`
 * lets signals reach the server.
 */
const buildEntryPoint = (script: string): string => `#!/bin/sh
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
for node in "$root"/node_modules/node-*/bin/node; do
	[ -x "$node" ] || node=node
	exec env NODE_NO_WARNINGS=1 "$node" "$root/${script}" "$@"
done
`;

const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, "\t")}\n`);

/** Writes the package.json files, without development dependencies, and the two programs of a release. */
export function writeEntryPoints(root: string, out: string): void {
	writeJson(path.join(out, "package.json"), buildReleaseManifest(root));
	const { devDependencies: _, ...server } = readManifest(path.join(root, "apps/server"));
	writeJson(path.join(out, "apps/server/package.json"), server);
	mkdirSync(path.join(out, "bin"));
	for (const [name, script] of [
		["first-bounce", "apps/server/main.ts"],
		["fb", "apps/server/cli/main.ts"],
	] as const) {
		writeFileSync(path.join(out, "bin", name), buildEntryPoint(script), { mode: 0o755 });
	}
}

/** The files of a release that list its packages. */
export const LICENCES_FILE = "THIRD-PARTY-LICENCES.md";
export const SBOM_FILE = "SBOM.cdx.json";

/** The entries at the top of a release's folder. */
const RELEASE_ENTRIES: ReadonlySet<string> = new Set([
	...[...COPIED_PATHS, ...BUILT_WEB].map((entry) => entry.split("/")[0] ?? entry),
	"package.json",
	"bin",
	"node_modules",
	LICENCES_FILE,
	SBOM_FILE,
]);

function isRelease(folder: string): boolean {
	if (!existsSync(path.join(folder, "package.json"))) return false;
	const { name, scripts } = readManifest(folder);
	return name === "first-bounce" && JSON.stringify(scripts) === JSON.stringify(RELEASE_SCRIPTS);
}

/**
 * Why a release may not be written to this folder; null if the folder is new, empty, or contains only an older release.
 */
export function findOutputProblem(root: string, out: string): string | null {
	if (!path.relative(out, root).startsWith("..")) return `${out} holds the sources of this release.`;
	if (!existsSync(out)) return null;
	const entries = readdirSync(out);
	if (entries.length === 0) return null;
	if (!isRelease(out)) return `${out} is not empty, and not a release.`;
	const otherEntries = entries.filter((entry) => !RELEASE_ENTRIES.has(entry));
	return otherEntries.length > 0
		? `${out} is a release, but also holds ${otherEntries.join(", ")}. Move that away first.`
		: null;
}
