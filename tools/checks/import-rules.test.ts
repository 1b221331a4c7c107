import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkImports } from "./import-rules.ts";

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Creates a repository with the given files, in which packages resolve each other by name. */
function createRepository(files: Record<string, string>): string {
	const root = mkdtempSync(path.join(tmpdir(), "import-rules-"));
	folders.push(root);
	mkdirSync(path.join(root, "node_modules/@first-bounce"), { recursive: true });
	for (const name of ["rules", "contract", "scoring"]) {
		mkdirSync(path.join(root, "packages", name), { recursive: true });
		writeFileSync(
			path.join(root, "packages", name, "package.json"),
			JSON.stringify({ name: `@first-bounce/${name}`, type: "module", exports: { "./*": "./*.ts" } }),
		);
		symlinkSync(`../../packages/${name}`, path.join(root, "node_modules/@first-bounce", name));
	}
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		writeFileSync(path.join(root, file), text);
	}
	return root;
}

const SERVER = { "apps/server/clock.ts": "export interface Clock { now: number }\nexport const now = () => 0;\n" };

test.each([
	["by value", 'import { now } from "../../apps/server/clock.ts";\nexport const later = () => now() + 1;\n'],
	[
		"by type",
		'import type { Clock } from "../../apps/server/clock.ts";\nexport const read = (clock: Clock) => clock.now;\n',
	],
	["by dynamic import", 'export const load = () => import("../../apps/server/clock.ts");\n'],
	["by re-export", 'export { now } from "../../apps/server/clock.ts";\n'],
	["by an inline type", 'export const read = (clock: import("../../apps/server/clock.ts").Clock) => clock.now;\n'],
])("rules that import the server %s are reported", async (_, source) => {
	const { violations } = await checkImports(createRepository({ ...SERVER, "packages/rules/later.ts": source }), [
		"packages",
		"apps",
	]);
	expect(violations).toContain("rules-depend-on-nothing: packages/rules/later.ts → apps/server/clock.ts");
});

test.each([
	[
		"rules importing a Node module",
		"packages/rules/a.ts",
		'import { hash } from "node:crypto";\nexport const h = hash;\n',
		"rules-depend-on-nothing",
	],
	[
		"the web importing the server",
		"apps/web/a.ts",
		'import type { Clock } from "../server/clock.ts";\nexport type C = Clock;\n',
		"web-imports-no-server",
	],
	[
		"the web importing the scoring engine by its name",
		"apps/web/a.ts",
		'import { x } from "@first-bounce/scoring/x";\nexport const y = x;\n',
		"web-imports-no-server",
	],
	[
		"the server importing the web",
		"apps/server/a.ts",
		'import type { W } from "../web/w.ts";\nexport type V = W;\n',
		"server-imports-no-web",
	],
	[
		"a plugin importing a feature's type",
		"apps/server/plugins/a.ts",
		'import type { Q } from "../features/rankings/queries.ts";\nexport type R = Q;\n',
		"plugins-import-no-feature",
	],
	[
		"a feature importing another's queries",
		"apps/server/features/team/a.ts",
		'import type { Q } from "../rankings/queries.ts";\nexport type R = Q;\n',
		"no-queries-of-another-feature",
	],
	[
		"a screen importing a screen",
		"apps/web/screens/team/a.ts",
		'import { r } from "../rankings/r.ts";\nexport const s = r;\n',
		"screens-import-no-other-screen",
	],
	[
		"a component that fetches",
		"apps/web/components/a.ts",
		'import { f } from "../api/f.ts";\nexport const g = f;\n',
		"components-do-not-fetch",
	],
	[
		"a long test importing a browser test",
		"soak/a.ts",
		'import { b } from "../e2e/b.ts";\nexport const c = b;\n',
		"browser-tests-and-long-tests-are-apart",
	],
	[
		"shared test code importing a browser test",
		"testing/season/a.ts",
		'import { b } from "../../e2e/b.ts";\nexport const c = b;\n',
		"support-of-tests-imports-no-tests",
	],
	[
		"the product importing test code",
		"apps/server/a.ts",
		'import { s } from "../../testing/season/s.ts";\nexport const t = s;\n',
		"no-test-code-in-the-product",
	],
	[
		"an import of a missing file",
		"apps/web/a.ts",
		'import { gone } from "./gone.ts";\nexport const g = gone;\n',
		"every-import-is-found",
	],
])("%s is reported", async (_, file, source, rule) => {
	const root = createRepository({
		...SERVER,
		"packages/scoring/x.ts": "export const x = 1;\n",
		"apps/web/w.ts": "export interface W { w: 1 }\n",
		"e2e/b.ts": "export const b = 1;\n",
		"soak/c.ts": "export const c = 1;\n",
		"testing/season/s.ts": "export const s = 1;\n",
		"apps/web/api/f.ts": "export const f = 1;\n",
		"apps/web/screens/rankings/r.ts": "export const r = 1;\n",
		"apps/server/features/rankings/queries.ts": "export interface Q { q: 1 }\n",
		[file]: source,
	});
	const { violations } = await checkImports(root, ["packages", "apps", "testing", "e2e", "soak"]);
	expect(violations.map((violation) => violation.split(":")[0])).toContain(rule);
});

test("two files that import each other's types are reported", async () => {
	const root = createRepository({
		"packages/rules/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
		"packages/rules/b.ts": 'import type { A } from "./a.ts";\nexport type B = A | 2;\n',
	});
	const { violations } = await checkImports(root, ["packages"]);
	expect(violations).toEqual(["no-circles: packages/rules/a.ts → packages/rules/b.ts"]);
});

test("two features that import each other are reported, tests aside", async () => {
	const root = createRepository({
		"apps/server/features/team/a.ts": 'import type { B } from "../rankings/b.ts";\nexport type A = B;\n',
		"apps/server/features/team/c.ts": "export type C = 1;\n",
		"apps/server/features/rankings/b.ts": "export type B = 1;\n",
		"apps/server/features/rankings/d.ts": 'import type { C } from "../team/c.ts";\nexport type D = C;\n',
		"apps/server/features/site/e.ts": 'import type { C } from "../team/c.ts";\nexport type E = C;\n',
		"apps/server/features/team/f.test.ts": 'import type { E } from "../site/e.ts";\nexport type F = E;\n',
	});
	const { violations, mutualFeatures } = await checkImports(root, ["apps"]);
	const pair =
		"apps/server/features/rankings/d.ts → apps/server/features/team/c.ts, " +
		"apps/server/features/team/a.ts → apps/server/features/rankings/b.ts";
	expect(mutualFeatures).toEqual([pair]);
	expect(violations).toEqual([`features-import-each-other: ${pair}`]);
});

test("allowed imports pass", async () => {
	const root = createRepository({
		...SERVER,
		"packages/rules/ids.ts": "export type Id = number;\n",
		"packages/contract/team/team.ts":
			'import type { Id } from "@first-bounce/rules/ids";\nexport type Team = { id: Id };\n',
		"apps/server/features/rankings/use-cases.ts": "export const rank = 1;\n",
		"apps/server/features/team/service.ts":
			'import type { Team } from "@first-bounce/contract/team/team";\nimport { rank } from "../rankings/use-cases.ts";\nexport const t: Team = { id: rank };\n',
		"apps/web/a.ts": 'import type { Team } from "@first-bounce/contract/team/team";\nexport type T = Team;\n',
	});
	expect(await checkImports(root, ["packages", "apps"])).toEqual({ modules: 6, violations: [], mutualFeatures: [] });
});

test("a check that finds no modules fails", async () => {
	const { violations } = await checkImports(createRepository({ "packages/rules/README.txt": "" }), ["packages"]);
	expect(violations).toContain("no modules were found to check");
});
