import { readFileSync } from "node:fs";
import path from "node:path";

interface LockedPackage {
	readonly version?: string;
	readonly license?: string;
	readonly link?: boolean;
	readonly resolved?: string;
	readonly integrity?: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
	readonly peerDependencies?: Readonly<Record<string, string>>;
	readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
	readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The packages of package-lock.json by their folder. */
export type Lock = Readonly<Record<string, LockedPackage>>;

export interface ThirdPartyPackage {
	readonly name: string;
	readonly version: string;
	/** SPDX expression; null if the package states none. */
	readonly licence: string | null;
	/** Its folder below the project, such as `node_modules/pg`. */
	readonly folder: string;
	readonly integrity: string | null;
}

/** Licences that only ask to keep their notice. */
const PERMISSIVE = new Set([
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"CC0-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"OFL-1.1",
]);

/** Packages under a weak copyleft licence that we use unchanged, as files that can be replaced by others. */
const EXCEPTIONS: readonly { readonly name: RegExp; readonly licences: ReadonlySet<string> }[] = [
	{ name: /^(satori|@resvg\/resvg-js(-[\w-]+)?)$/, licences: new Set(["MPL-2.0"]) },
	{ name: /^@img\/sharp-[\w-]+$/, licences: new Set(["LGPL-3.0-or-later"]) },
];

/** Packages that `apps/web` needs to build and test, and whose code is not in its bundles. */
const WEB_BUILD_TOOLS = /^(@types\/|vite$|@vitejs\/|msw$|@first-bounce\/)/;

export const readLock = (root: string): Lock =>
	JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;

/** Finds the folder that `name` resolves to for code in `folder`, as Node does; null if it is not installed. */
function resolvePackage(lock: Lock, folder: string, name: string): string | null {
	for (let parent = folder; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf("/")))) {
		const candidate = parent === "" ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
		const found = lock[candidate];
		if (found) return found.link && found.resolved ? found.resolved : candidate;
		if (parent === "") return null;
	}
}

function listDependencies(entry: LockedPackage): string[] {
	const peers = Object.keys(entry.peerDependencies ?? {}).filter(
		(name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
	);
	return [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {}), ...peers];
}

/** Lists packages and all that they depend on, on every platform, sorted by name. Our own packages are left out. */
function listWithDependencies(lock: Lock, workspace: string, names: readonly string[]): ThirdPartyPackage[] {
	const folders = new Set<string>();
	const visit = (from: string, name: string) => {
		const folder = resolvePackage(lock, from, name);
		const entry = folder === null ? undefined : lock[folder];
		if (folder === null || !entry || folders.has(folder)) return;
		folders.add(folder);
		for (const dependency of listDependencies(entry)) visit(folder, dependency);
	};
	for (const name of names) visit(workspace, name);
	return [...folders]
		.filter((folder) => folder.includes("node_modules/"))
		.map((folder) => ({
			name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
			version: lock[folder]?.version ?? "",
			licence: lock[folder]?.license ?? null,
			folder,
			integrity: lock[folder]?.integrity ?? null,
		}))
		.sort((packageA, packageB) => packageA.name.localeCompare(packageB.name));
}

/** The packages that the server needs at run time, Node itself included. */
export const listServerPackages = (lock: Lock): ThirdPartyPackage[] => [
	...listWithDependencies(lock, "apps/server", Object.keys(lock["apps/server"]?.dependencies ?? {})),
	...listWithDependencies(lock, "", Object.keys(lock[""]?.optionalDependencies ?? {})),
];

/** The packages whose code may be in the bundles of the web. */
export const listWebPackages = (lock: Lock): ThirdPartyPackage[] =>
	listWithDependencies(
		lock,
		"apps/web",
		Object.keys(lock["apps/web"]?.devDependencies ?? {}).filter((name) => !WEB_BUILD_TOOLS.test(name)),
	);

function isAllowed({ name, licence }: ThirdPartyPackage): boolean {
	if (licence === null) return false;
	const exception = EXCEPTIONS.find((candidate) => candidate.name.test(name));
	const accepts = (id: string) => PERMISSIVE.has(id) || exception?.licences.has(id) === true;
	const terms = licence.replaceAll(/[()]/g, "").split(/\s+/);
	const ids = terms.filter((term) => term !== "AND" && term !== "OR");
	// An expression with both operators would have to be parsed, so all of its licences must be accepted.
	if (terms.includes("AND") && terms.includes("OR")) return ids.every(accepts);
	return terms.includes("OR") ? ids.some(accepts) : ids.every(accepts);
}

/** Lists a problem for every package whose licence is unknown or asks for more than a notice. */
export const findLicenceProblems = (packages: readonly ThirdPartyPackage[]): string[] =>
	packages
		.filter((dependency) => !isAllowed(dependency))
		.map(({ name, version, licence }) => `${name} ${version}: ${licence ?? "no licence stated"}`);

/** The licence list of a release, in Markdown. */
export function formatLicences(server: readonly ThirdPartyPackage[], web: readonly ThirdPartyPackage[]): string {
	const list = (packages: readonly ThirdPartyPackage[]) =>
		packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join("\n");
	const head = "| package | version | licence |\n|---|---|---|";
	return `# Third-party packages

First Bounce itself is under the MIT licence (LICENSE). Packages of the server are in \`node_modules\`, each with its licence.
The code of the web's packages is in the scripts of \`apps/web/dist\`; the texts of their licences are below.

## Server

${head}
${list(server)}

## Web

${head}
${list(web)}
`;
}
